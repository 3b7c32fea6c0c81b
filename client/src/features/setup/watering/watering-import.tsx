import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { ImportButton } from "../importing/import-button.tsx";
import type { SentRows } from "../importing/import-rows.ts";
import { foreseeRows, sendRows } from "../importing/send-rows.ts";
import type { ToolsProps } from "../records/data/screen-config.ts";
import { oneAmount } from "./one-amount.ts";
import { wateringReader } from "./readers.ts";
import { text } from "./text.ts";

// A row of a stored record has all of its values; the API sees which one is new.
const givenOf = (rows: SentRows): SentRows => ({
  length: rows.length,
  async *[Symbol.asyncIterator]() {
    for await (const row of rows) yield "_id" in row.fields ? row : { ...row, fields: oneAmount(row.fields) };
  },
});

export function WateringImport({ lists, ready }: ToolsProps) {
  const { _id: clientId } = useSelectedClient();
  const reader = wateringReader(lists);
  const { fields } = reader;
  return (
    <ImportButton
      ready={ready}
      title={text.watering.import}
      reader={reader}
      send={(rows, run) => sendRows("watering", givenOf(rows), { clientId, run, fields })}
      foresee={(rows, run) => foreseeRows("watering", givenOf(rows), { clientId, run, fields })}
    />
  );
}

import { views } from "@lamina/shared/calls/views";
import { refusalWords } from "@lamina/shared/rules/refusal-text";
import { call } from "../../../api/http.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { ImportButton } from "../importing/import-button.tsx";
import type { GoodRow } from "../importing/import-rows.ts";
import { type ImportOutcome, partsBy, sendParts } from "../importing/send-parts.ts";
import type { ToolsProps } from "../records/data/screen-config.ts";
import { ReadingRow, readingReader } from "./reading-reader.ts";
import { text } from "./text.ts";

/** Readings of one call: the maximum of the API. */
const BATCH = 2000;
const words = text.reading;

/** Imports readings from a file through the devices' call. A reading that already exists is not stored twice. */
export function ReadingImport({ lists, ready }: ToolsProps) {
  const { _id: clientId } = useSelectedClient();
  return (
    <ImportButton
      ready={ready}
      title={words.title}
      reader={readingReader(lists)}
      send={(rows, run) =>
        sendParts(partsBy(rows, serialOf, BATCH), run, sendReadings).finally(() =>
          queryClient.invalidateQueries({ queryKey: [clientId] }),
        )
      }
    />
  );
}

/** Each call has the readings of one device. */
const serialOf = ({ fields }: GoodRow) => String(fields.serial);

async function sendReadings(rows: readonly GoodRow[]): Promise<ImportOutcome> {
  const readings = rows.map(({ fields: row }) => {
    const { variable, date, value, depthCm } = ReadingRow.parse(row);
    return { variable, date, value, depthCm: depthCm ?? null };
  });
  const serial = String(rows[0]?.fields.serial);
  const { accepted, duplicate, rejected } = await call(views.telemetry, { body: { serial, readings } });
  const errors = rejected.map(({ index, id }) => ({
    line: rows[index]?.line ?? 0,
    field: words.value,
    message: refusalWords(id).what,
  }));
  return { inserted: accepted, duplicate, changed: 0, conflicting: 0, errors };
}

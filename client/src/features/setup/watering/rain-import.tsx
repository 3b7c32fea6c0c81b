import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { ImportButton } from "../importing/import-button.tsx";
import { foreseeRows, sendRows } from "../importing/send-rows.ts";
import type { ToolsProps } from "../records/data/screen-config.ts";
import { rainReader } from "./readers.ts";
import { text } from "./text.ts";

export function RainImport({ lists, ready }: ToolsProps) {
  const { _id: clientId } = useSelectedClient();
  const reader = rainReader(lists);
  const { fields } = reader;
  return (
    <ImportButton
      ready={ready}
      title={text.rain.import}
      reader={reader}
      send={(rows, run) => sendRows("rain", rows, { clientId, run, fields })}
      foresee={(rows, run) => foreseeRows("rain", rows, { clientId, run, fields })}
    />
  );
}

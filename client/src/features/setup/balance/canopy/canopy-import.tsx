import { useSelectedClient } from "../../../../core/clients/use-clients.ts";
import { ImportButton } from "../../importing/import-button.tsx";
import { foreseeRows, sendRows } from "../../importing/send-rows.ts";
import type { ToolsProps } from "../../records/data/screen-config.ts";
import { text } from "../text.ts";
import { canopyReader } from "./canopy-reader.ts";

export function CanopyImport({ lists, ready }: ToolsProps) {
  const { _id: clientId } = useSelectedClient();
  const reader = canopyReader(lists);
  const { fields } = reader;
  return (
    <ImportButton
      ready={ready}
      title={text.canopy.import}
      reader={reader}
      send={(rows, run) => sendRows("canopyObservation", rows, { clientId, run, fields })}
      foresee={(rows, run) => foreseeRows("canopyObservation", rows, { clientId, run, fields })}
    />
  );
}

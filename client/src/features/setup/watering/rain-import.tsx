import { checkRain } from "@lamina/shared/records/weather";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { now } from "../../../platform/clock.ts";
import { ImportButton } from "../importing/import-button.tsx";
import { recordOptions } from "../records/data/options.ts";
import { entityInfo, type ToolsProps } from "../records/data/screen-config.ts";
import { sectorOptions } from "../records/data/sectors.ts";
import { DEFAULT_TIMEZONE } from "../records/data/time-zone.ts";
import { sendRows } from "./send-rows.ts";
import { text } from "./text.ts";

const words = text.rain;

/** Imports rain records from a file. */
export function RainImport({ lists, ready }: ToolsProps) {
  const { _id: clientId } = useSelectedClient();
  const fields = [
    { path: "farmId", label: words.farm, options: recordOptions(lists.of("farm"), ({ name }) => name) },
    { path: "sectorId", label: words.sector, options: sectorOptions(lists) },
    { path: "date", label: words.date },
    { path: "mm", label: words.mm },
    { path: "note", label: words.note },
  ];
  return (
    <ImportButton
      ready={ready}
      title={words.import}
      reader={{
        fields,
        schema: entityInfo("rain").fields,
        timeZone: () => DEFAULT_TIMEZONE,
        check: (row) => fieldErrors(checkRain(row, now())),
      }}
      send={(rows, run) => sendRows("rain", rows, { clientId, run, fields })}
    />
  );
}

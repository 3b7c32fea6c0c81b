import { checkWatering } from "@lamina/shared/records/irrigation";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { now } from "../../../platform/clock.ts";
import { ImportButton } from "../importing/import-button.tsx";
import { entityInfo, type ToolsProps } from "../records/data/screen-config.ts";
import { sectorOptions, sectorTimeZone } from "../records/data/sectors.ts";
import { firstTimeZone } from "../records/data/time-zone.ts";
import { oneAmount } from "./one-amount.ts";
import { sendRows } from "./send-rows.ts";
import { text } from "./text.ts";

const words = text.watering;

/** Imports waterings from a file. Its moments are in the zone of the sector's farm. */
export function WateringImport({ lists, ready }: ToolsProps) {
  const { _id: clientId } = useSelectedClient();
  const fields = [
    { path: "sectorId", label: words.sector, options: sectorOptions(lists) },
    { path: "start", label: words.start, widget: "moment" as const },
    { path: "end", label: words.end, widget: "moment" as const },
    { path: "grossMm", label: words.gross },
    { path: "percent", label: words.percent },
    { path: "hours", label: words.hours },
    { path: "reason", label: words.reason },
    { path: "note", label: words.note },
  ];
  return (
    <ImportButton
      ready={ready}
      title={words.import}
      reader={{
        fields,
        schema: entityInfo("watering").fields,
        timeZone: ({ sectorId }) => sectorTimeZone(lists, sectorId) ?? firstTimeZone(lists),
        check: (row) => fieldErrors(checkWatering(row, now())),
      }}
      send={(rows, run) =>
        sendRows(
          "watering",
          rows.map((row) => ({ ...row, fields: oneAmount(row.fields) })),
          { clientId, run, fields },
        )
      }
    />
  );
}

import { views } from "@lamina/shared/calls/views";
import { PastWeather, type PastWeatherReply } from "@lamina/shared/records/weather";
import { call } from "../../../api/http.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { ImportButton } from "../importing/import-button.tsx";
import type { GoodRow } from "../importing/import-rows.ts";
import { type ImportOutcome, partsBy, sendParts } from "../importing/send-parts.ts";
import type { ToolsProps } from "../records/data/screen-config.ts";
import { pastWeatherReader } from "./past-weather-reader.ts";
import { text } from "./text.ts";

const words = text.pastWeather;
/** Days of one call. */
const BATCH = 1_000;
/** Half a century. */
const MAX_PREVIEWED = 20_000;

/** Imports daily weather of past years from a file of another source, so that a season may begin before the station did. */
export function PastWeatherImport({ lists, ready }: ToolsProps) {
  const { _id: clientId } = useSelectedClient();
  const { can } = useRights();
  if (!can("device", "edit") || lists.of("farm").length === 0) return null;
  return (
    <ImportButton
      ready={ready}
      label={words.button}
      asked="clima"
      title={words.title}
      reader={pastWeatherReader(lists)}
      send={async (rows, run) => {
        try {
          const outcome = await sendParts(partsBy(rows, farmAndSource, BATCH), run, async (part) =>
            outcomeOf(await call(views.pastWeather, { body: { ...bodyOf(part), batch: run.key } })),
          );
          return { batch: run.key, ...outcome };
        } finally {
          void queryClient.invalidateQueries({ queryKey: [clientId] });
        }
      }}
      foresee={(rows, run) =>
        sendParts(partsBy(rows, farmAndSource, BATCH), run, async (part) =>
          outcomeOf(await call(views.pastWeatherPreview, { body: bodyOf(part) })),
        )
      }
      mostForeseen={MAX_PREVIEWED}
    />
  );
}

/** Each call has the days of one farm and source. */
const farmAndSource = ({ fields }: GoodRow) => `${String(fields.farmId)} ${String(fields.source)}`;

function bodyOf(rows: readonly GoodRow[]) {
  const { farmId, source } = rows[0]?.fields ?? {};
  const days = rows.map(({ fields: { farmId: _farm, source: _source, ...day } }) => day);
  return PastWeather.parse({ farmId, source, days });
}

const outcomeOf = (reply: PastWeatherReply): ImportOutcome => ({ ...reply, conflicting: 0, errors: [] });

import { views } from "@lamina/shared/calls/views";
import { PastWeather } from "@lamina/shared/records/weather";
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
      send={(rows, run) =>
        sendParts(partsBy(rows, farmAndSource, BATCH), run, sendDays).finally(() =>
          queryClient.invalidateQueries({ queryKey: [clientId] }),
        )
      }
    />
  );
}

/** Each call has the days of one farm and source. */
const farmAndSource = ({ fields }: GoodRow) => `${String(fields.farmId)} ${String(fields.source)}`;

async function sendDays(rows: readonly GoodRow[]): Promise<ImportOutcome> {
  const { farmId, source } = rows[0]?.fields ?? {};
  const days = rows.map(({ fields: { farmId: _farm, source: _source, ...day } }) => day);
  const reply = await call(views.pastWeather, { body: PastWeather.parse({ farmId, source, days }) });
  return { ...reply, conflicting: 0, errors: [] };
}

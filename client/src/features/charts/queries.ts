import type { Client } from "@lamina/shared/client";
import { views } from "@lamina/shared/views";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { logFailure } from "../../core/log-failure.ts";
import type { PeriodRange } from "../../ui/period/period.ts";
import { type ChartSource, seasonOf } from "./chart-sources.ts";
import type { Step, Subject } from "./steps.ts";

/** What is asked for one chart. */
export interface ChartRequest {
  subject: Subject;
  sources: readonly ChartSource[];
  range: PeriodRange;
  step: Step;
}

/** The query of a request, as sent. Months of rain are summed from its days, whose effective part is known. */
function wireOf({ subject, sources, range, step }: ChartRequest) {
  const alone = sources.length === 1 ? sources[0] : undefined;
  const withWeather = subject === "pluviometry" || (subject === "soilmoisture" && alone && !seasonOf(alone));
  return {
    IDs: sources.flatMap(({ sensors }) => sensors.map(({ _id }) => _id)).join(","),
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    step: step === "month" ? ("day" as const) : step,
    ...(alone && withWeather && { farmId: alone.farm._id }),
    ...(alone?.monitor && { sectorId: alone.monitor.sectorId }),
  };
}

/** All that a chart draws. Its answer carries the request: an old chart that is still on show keeps its own names and days. */
export function chartQuery(client: Pick<Client, "_id">, request: ChartRequest) {
  const wire = wireOf(request);
  return queryOptions({
    queryKey: [client._id, "chart", request.subject, wire],
    queryFn: async ({ signal }) => ({
      request,
      data: await logFailure("Erro ao carregar o gráfico", call(views.chart, { query: wire, signal })),
    }),
    // The same subject's last chart stays until the new one is there; another subject's would mislead.
    placeholderData: (previous, query) => (query?.queryKey[2] === request.subject ? previous : undefined),
    meta: { entities: ["Reading", "WeatherDaily", "Balance", "Rain", "Watering"] },
  });
}

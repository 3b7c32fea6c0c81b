import { views } from "@lamina/shared/calls/views";
import type { Client } from "@lamina/shared/records/client";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { logFailure } from "../../core/log-failure.ts";
import { type Period, type PeriodRange, periodKey } from "../../ui/period/period.ts";
import { type DrawnSource, seasonOf, seasonSpansOf } from "./chart-sources.ts";
import type { Step, Subject } from "./steps.ts";
import { text } from "./text.ts";

interface ChartRequest {
  subject: Subject;
  /** The first source gives the time zone and the season. */
  sources: readonly DrawnSource[];
  period: Period;
  /** The days and moments that the period covers now. */
  range: PeriodRange;
  step: Step;
}

/** The query of a request, as sent. Months of rain are summed from days, because the effective part is known by day. */
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

/**
 * The data of a chart. The key is the user's choice and not the moments, so that it stays the same when the period
 * moves on. The answer includes the request, so that an old chart on the screen keeps its own names and days.
 */
export function chartQuery(client: Pick<Client, "_id">, request: ChartRequest) {
  const { from: _from, to: _to, ...chosen } = wireOf(request);
  const period = periodKey(request.period, request.sources[0] ? seasonSpansOf(request.sources[0]) : {});
  return queryOptions({
    queryKey: [client._id, "chart", request.subject, { ...chosen, period }],
    queryFn: async ({ signal }) => ({
      request,
      data: await logFailure(text.loadFailed, call(views.chart, { query: wireOf(request), signal })),
    }),
    // The same subject's last chart stays until the new one has loaded. Another subject's chart would mislead.
    placeholderData: (previous, query) => (query?.queryKey[2] === request.subject ? previous : undefined),
    meta: {
      entities: ["Reading", "WeatherDaily", "Balance", "Rain", "Watering"],
      places: request.sources.flatMap(({ id, farm, monitor }) => [
        ...[id, farm._id, ...farm.seasons.map(({ sectorId }) => sectorId)],
        ...(monitor ? [monitor.sectorId] : []),
      ]),
    },
  });
}

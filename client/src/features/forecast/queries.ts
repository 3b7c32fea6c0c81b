import { views } from "@lamina/shared/calls/views";
import type { Client } from "@lamina/shared/records/client";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { logFailure } from "../../core/log-failure.ts";
import { text } from "./text.ts";

/** The forecast of a farm: days, hours, sector outlooks, and the verification of the last week. */
export function forecastQuery(client: Pick<Client, "_id">, farmId: string) {
  return queryOptions({
    queryKey: [client._id, "forecast", farmId],
    queryFn: ({ signal }) => logFailure(text.loadFailed, call(views.forecast, { query: { ID: farmId }, signal })),
    meta: { field: true, entities: ["Forecast", "Balance", "WeatherDaily", "Rain", "Watering", "Season"] },
  });
}

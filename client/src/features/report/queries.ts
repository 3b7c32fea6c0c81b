import { views } from "@lamina/shared/calls/views";
import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Client } from "@lamina/shared/records/client";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { logFailure } from "../../core/log-failure.ts";
import { text } from "./text.ts";

type Owner = Pick<Client, "_id">;

/**
 * Manejo da irrigação of all of a client's sectors, first and last day included. Farm, pivot and season are filtered on
 * the page. The key is the period's key, which stays the same when the period moves on; the answer has its own days.
 */
export function managementQuery({ _id }: Owner, key: string, from: FarmDay, to: FarmDay) {
  return queryOptions({
    queryKey: [_id, "report", "management", key],
    queryFn: ({ signal }) =>
      logFailure(text.loadFailed, call(views.managementReport, { query: { ID: _id, from, to }, signal })),
    placeholderData: keepPreviousData,
    meta: {
      entities: ["Balance", "Watering", "Rain", "Season", "Recommendation", "Pivot", "PivotSector", "Farm", "Soil"],
    },
  });
}

/** Consumo de água of a client's year. */
export function consumptionQuery({ _id }: Owner, year: number) {
  return queryOptions({
    queryKey: [_id, "report", "consumption", year],
    queryFn: ({ signal }) =>
      logFailure(text.loadFailed, call(views.consumptionReport, { query: { ID: _id, year }, signal })),
    placeholderData: keepPreviousData,
    meta: { entities: ["Watering", "Pivot", "Farm", "Config", "WaterPermit"] },
  });
}

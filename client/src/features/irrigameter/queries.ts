import { views } from "@lamina/shared/calls/views";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Client } from "@lamina/shared/records/client";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { logFailure } from "../../core/log-failure.ts";

const FAILURE = "Erro ao carregar o irrigâmetro";
/** What ages by itself, such as a card's data, is asked for again after this long. */
const REFRESH_MS = 5 * MINUTE_MS;

type Owner = Pick<Client, "_id">;

/** The whole screen in one call. Pivots that move are told apart. */
export function irrigameterQuery({ _id }: Owner) {
  return queryOptions({
    queryKey: [_id, "irrigameter"],
    queryFn: ({ signal }) => logFailure(FAILURE, call(views.irrigameter, { query: { ID: _id }, signal })),
    refetchInterval: REFRESH_MS,
    meta: {
      entities: [
        "Balance",
        "Recommendation",
        "Watering",
        "Rain",
        "Season",
        "Pivot",
        "PivotSector",
        "Farm",
        "Soil",
        "Crop",
        "Config",
        "Reading",
        "Monitor",
        "Detection",
        "WeatherDaily",
        "Forecast",
      ],
    },
  });
}

/** 30 days past and 7 ahead of a sector. */
export function sectorDetailQuery({ _id }: Owner, sectorId: string) {
  return queryOptions({
    queryKey: [_id, "irrigameter", "sector", sectorId],
    queryFn: ({ signal }) => logFailure(FAILURE, call(views.sectorDetail, { query: { ID: sectorId }, signal })),
    meta: { entities: ["Balance", "Watering", "Rain", "Season", "Forecast"] },
  });
}

/** A gross depth in mm put on today. */
export interface Applied {
  grossMm: number;
}

/** Seven days ahead if some depth were put on today. */
export function simulationQuery({ _id }: Owner, sectorId: string, applied: Applied) {
  return queryOptions({
    queryKey: [_id, "irrigameter", "simulation", sectorId, applied],
    queryFn: ({ signal }) => call(views.simulate, { body: { sectorId, ...applied }, signal }),
    placeholderData: keepPreviousData,
    staleTime: REFRESH_MS,
    gcTime: REFRESH_MS,
  });
}

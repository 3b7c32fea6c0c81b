import { views } from "@lamina/shared/calls/views";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { Client } from "@lamina/shared/records/client";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { logFailure } from "../../core/log-failure.ts";
import { now } from "../../platform/clock.ts";
import { text } from "./text.ts";

/** Refetch interval of data that age, such as a card's. */
const REFRESH_MS = 5 * MINUTE_MS;

type Owner = Pick<Client, "_id">;

/** The data of the whole screen in one call. `pivotStatusQuery` updates the moving pivots. */
export function irrigameterQuery({ _id }: Owner) {
  return queryOptions({
    queryKey: [_id, "irrigameter"],
    queryFn: ({ signal }) => logFailure(text.loadFailed, call(views.irrigameter, { query: { ID: _id }, signal })),
    refetchInterval: REFRESH_MS,
    meta: {
      field: true,
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

/** 30 past days and 7 future days of a sector. */
export function sectorDetailQuery({ _id }: Owner, sectorId: string) {
  return queryOptions({
    queryKey: [_id, "irrigameter", "sector", sectorId],
    queryFn: ({ signal }) => logFailure(text.loadFailed, call(views.sectorDetail, { query: { ID: sectorId }, signal })),
    meta: { field: true, entities: ["Balance", "Watering", "Rain", "Season", "Forecast"] },
  });
}

/** How far back a pivot's reports are read. */
const PANEL_HOURS = 36;

/** The reports of a pivot's panel in the last 36 h, oldest first. */
export function panelHistoryQuery({ _id }: Owner, pivotId: string) {
  return queryOptions({
    queryKey: [_id, "irrigameter", "panel", pivotId],
    async queryFn({ signal }) {
      const from = new Date(now() - PANEL_HOURS * HOUR_MS).toISOString();
      const { items } = await call(views.pivotHistory, { query: { ID: pivotId, from, limit: 1000 }, signal });
      return [...items].sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
    },
    staleTime: MINUTE_MS,
    retry: false,
    meta: { entities: ["PivotStatus"] },
  });
}

/** A gross depth in mm, applied today. */
export interface Applied {
  grossMm: number;
}

/** The next seven days with a depth applied today. */
export function simulationQuery({ _id }: Owner, sectorId: string, applied: Applied) {
  return queryOptions({
    queryKey: [_id, "irrigameter", "simulation", sectorId, applied],
    queryFn: ({ signal }) => call(views.simulate, { body: { sectorId, ...applied }, signal }),
    placeholderData: keepPreviousData,
    staleTime: REFRESH_MS,
    gcTime: REFRESH_MS,
  });
}

import { views } from "@lamina/shared/calls/views";
import type { Client } from "@lamina/shared/records/client";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { logFailure } from "../../core/log-failure.ts";
import { text } from "./text.ts";

type Owner = Pick<Client, "_id">;

/** The last 30 days of the map, requested when the user goes back in time. */
export function mapHistoryQuery({ _id }: Owner) {
  return queryOptions({
    queryKey: [_id, "map", "history"],
    queryFn: ({ signal }) => logFailure(text.loadFailed, call(views.mapHistory, { query: { ID: _id }, signal })),
    meta: { entities: ["Balance", "Watering", "Rain", "Season"] },
  });
}

/** The data of the map. Stored on the device like other answers, so that the map can be seen offline. */
export function mapQuery({ _id }: Owner) {
  return queryOptions({
    queryKey: [_id, "map"],
    queryFn: ({ signal }) => logFailure(text.loadFailed, call(views.map, { query: { ID: _id }, signal })),
    meta: {
      field: true,
      entities: [
        "Farm",
        "Pivot",
        "PivotSector",
        "Balance",
        "Recommendation",
        "Watering",
        "Season",
        "Device",
        "Reading",
        "Rain",
      ],
    },
  });
}

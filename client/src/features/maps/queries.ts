import { views } from "@lamina/shared/calls/views";
import { mapForms } from "@lamina/shared/calls/views/map";
import type { Client } from "@lamina/shared/records/client";
import { MapView } from "@lamina/shared/views/irrigameter";
import { isMapColumns, unpackMap } from "@lamina/shared/views/map-columns";
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
    queryFn: ({ signal }) => logFailure(text.loadFailed, loadMap(_id, signal)),
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

async function loadMap(clientId: string, signal: AbortSignal): Promise<MapView> {
  const reply = await call(mapForms, { query: { ID: clientId, form: "board" }, signal });
  return isMapColumns(reply) ? MapView.parse(unpackMap(reply)) : reply;
}

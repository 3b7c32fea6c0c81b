import { views } from "@lamina/shared/calls/views";
import { mapForms } from "@lamina/shared/calls/views/map";
import type { Client } from "@lamina/shared/records/client";
import { mergeBoard } from "@lamina/shared/views/board";
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

/** The map, and the version that the next question names. */
type MapData = MapView & { version?: string | undefined };

/**
 * The data of the map in one call, afterwards only what changed. Stored on the device like other answers, so that the map
 * can be seen offline.
 */
export function mapQuery({ _id }: Owner) {
  const queryKey = [_id, "map"];
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      logFailure(text.loadFailed, loadMap(_id, client.getQueryData<MapData>(queryKey), signal)),
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

async function loadMap(clientId: string, previous: MapData | undefined, signal: AbortSignal): Promise<MapData> {
  const since = previous?.version ? { since: previous.version } : {};
  const reply = await call(mapForms, { query: { ID: clientId, form: "board", ...since }, signal });
  if (!isMapColumns(reply)) return reply;
  const content = unpackMap(reply);
  const isChange = previous !== undefined && reply.since != null && reply.since === previous.version;
  const map = isChange ? mergeBoard<MapData>(previous, MapView.partial().parse(content)) : MapView.parse(content);
  return { ...map, version: reply.version };
}

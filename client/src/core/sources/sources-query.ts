import { views } from "@lamina/shared/calls/views";
import type { Client } from "@lamina/shared/records/client";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { logFailure } from "../log-failure.ts";
import { text } from "../text.ts";

/** The farms of a client with their stations, gauges and monitors, from which the user chooses. */
export function sourcesQuery(client: Pick<Client, "_id">) {
  return queryOptions({
    queryKey: [client._id, "sources"],
    queryFn: ({ signal }) => logFailure(text.sourcesFailed, call(views.sources, { query: { ID: client._id }, signal })),
    meta: {
      field: true,
      entities: ["Farm", "Pivot", "PivotSector", "Soil", "Device", "Sensor", "Monitor", "Season", "Crop", "Config"],
    },
  });
}

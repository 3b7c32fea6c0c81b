import { endpoints } from "@lamina/shared/calls/endpoints";
import type { Clients } from "../../access/clients/service.ts";
import type { Database } from "../../core/database/open.ts";
import { toJson } from "../../core/serialize.ts";
import type { Router } from "../../http/router.ts";
import { findSensorType, listClientSensorTypes, listSensorTypes, type SensorTypeRow } from "./store.ts";

export function sensorTypeRoutes(router: Router, database: Database, clients: Clients): void {
  const sent = (rows: readonly SensorTypeRow[]) => rows.map(toJson);

  router.route(endpoints.sensorTypeGetAll, async () => sent(await listSensorTypes(database)));

  router.route(endpoints.sensorTypeGetById, async ({ query }) => {
    return sent(await findSensorType(database, query.ID));
  });

  router.route(endpoints.sensorTypeGetByClient, async ({ caller, query }) => {
    const client = await clients.find(caller, query.ID);
    return sent(await listClientSensorTypes(database, client._id));
  });
}

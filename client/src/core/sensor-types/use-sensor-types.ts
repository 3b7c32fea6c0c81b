import type { Client } from "@lamina/shared/client";
import { endpoints } from "@lamina/shared/endpoints";
import type { SensorType } from "@lamina/shared/sensor-type";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { SESSION_KEY } from "../../api/query-client.ts";
import { useSelectedClient } from "../clients/use-clients.ts";
import { logFailure } from "../log-failure.ts";

const FAILURE = "Erro ao carregar os dados:";

/** All sensor types, which belong to no client. */
const sensorTypesQuery = queryOptions({
  queryKey: [SESSION_KEY, "sensor-types"],
  queryFn: ({ signal }) => logFailure(FAILURE, call(endpoints.sensorTypeGetAll, { signal })),
});

/** A client's device info: the list of its sensor types (§3). */
function clientSensorTypesQuery(client: Pick<Client, "_id">) {
  return queryOptions({
    queryKey: [client._id, "sensor-types"],
    queryFn: ({ signal }) =>
      logFailure(FAILURE, call(endpoints.sensorTypeGetByClient, { query: { ID: client._id }, signal })),
  });
}

/** The one matching the stored client id, otherwise the first (§4). */
function chooseSensorType(all: readonly SensorType[], clientId: string): SensorType | undefined {
  return all.find((sensorType) => sensorType._id === clientId) ?? all[0];
}

/** All sensor types and the selected one. A load that fails is logged and otherwise ignored (§8). */
export function useSensorTypes(): { sensorTypes: readonly SensorType[]; selected: SensorType | undefined } {
  const { _id } = useSelectedClient();
  const { data = [] } = useQuery(sensorTypesQuery);
  return { sensorTypes: data, selected: chooseSensorType(data, _id) };
}

/** The selected client's devices, as a query result. */
export function useDevices() {
  return useQuery(clientSensorTypesQuery(useSelectedClient()));
}

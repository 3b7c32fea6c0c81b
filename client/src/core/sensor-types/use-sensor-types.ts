import { endpoints } from "@lamina/shared/calls/endpoints";
import { DAY_MS } from "@lamina/shared/core/time";
import type { Client } from "@lamina/shared/records/client";
import type { SensorType } from "@lamina/shared/records/sensor-type";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { SESSION_KEY } from "../../api/query-client.ts";
import { now } from "../../platform/clock.ts";
import { deviceStorage, tabStorage } from "../../platform/storage.ts";
import { CLIENT_ID_KEY } from "../clients/client-setup.ts";
import { useSelectedClient } from "../clients/use-clients.ts";
import { logFailure } from "../log-failure.ts";
import { text } from "../text.ts";

/** Sensor types rarely change, so a list of an earlier page is not fetched again on each start. */
const FRESH_MS = DAY_MS;

/** All sensor types. They belong to no client. */
const sensorTypesQuery = queryOptions({
  queryKey: [SESSION_KEY, "sensor-types"],
  queryFn: ({ signal }) => logFailure(text.sensorTypesFailed, call(endpoints.sensorTypeGetAll, { signal })),
  staleTime: FRESH_MS,
  retry: false,
});

/** A client's device info: the list of its sensor types (§3). */
function clientSensorTypesQuery(client: Pick<Client, "_id">) {
  return queryOptions({
    queryKey: [client._id, "sensor-types"],
    queryFn: ({ signal }) =>
      logFailure(text.sensorTypesFailed, call(endpoints.sensorTypeGetByClient, { query: { ID: client._id }, signal })),
  });
}

function sensorTypeQuery(id: string) {
  return queryOptions({
    queryKey: [SESSION_KEY, "sensor-type", id],
    queryFn: ({ signal }) =>
      logFailure(text.sensorTypesFailed, call(endpoints.sensorTypeGetById, { query: { ID: id }, signal })),
  });
}

/**
 * Loads all sensor types at the start of a session (readings, 8b). A failure is only logged (§8). Returns a stop
 * function.
 */
export function loadSensorTypes(queryClient: QueryClient): () => void {
  const fetchedAt = queryClient.getQueryState(sensorTypesQuery.queryKey)?.dataUpdatedAt ?? 0;
  if (now() - fetchedAt >= FRESH_MS) void queryClient.prefetchQuery(sensorTypesQuery);
  return () => void queryClient.cancelQueries(sensorTypesQuery);
}

/** The type of the stored client id, otherwise the first (§4). */
export function chooseSensorType(all: readonly SensorType[], storedClientId: string | null): SensorType | undefined {
  return all.find((sensorType) => sensorType._id === storedClientId) ?? all[0];
}

/** All sensor types and the selected one. A failure is only logged (§8). */
export function useSensorTypes(): { sensorTypes: readonly SensorType[]; selected: SensorType | undefined } {
  const { data = [] } = useQuery(sensorTypesQuery);
  return {
    sensorTypes: data,
    selected: chooseSensorType(data, tabStorage.read(CLIENT_ID_KEY) || deviceStorage.read(CLIENT_ID_KEY)),
  };
}

/** The selected client's devices, as a query result. */
export function useDevices() {
  return useQuery(clientSensorTypesQuery(useSelectedClient()));
}

/** One sensor type, as answered by `/SensorType/GetByID`; undefined while it is unknown. */
export function useSensorType(id: string): SensorType | undefined {
  const { data } = useQuery(sensorTypeQuery(id));
  return data?.[0];
}

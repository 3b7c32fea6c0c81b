import { views } from "@lamina/shared/calls/views";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Client } from "@lamina/shared/records/client";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/http.ts";
import { logFailure } from "../../../core/log-failure.ts";
import { text } from "./text.ts";

/** A query up to the current moment is never repeated, so its data are evicted earlier than others. */
const MOMENTARY_GC_MS = MINUTE_MS;

/** The last 100 messages of a device, newest first. */
export function messagesQuery(client: Pick<Client, "_id">, id: string) {
  return queryOptions({
    queryKey: [client._id, "device-messages", id],
    queryFn: ({ signal }) => logFailure(text.messagesFailed, call(views.deviceMessages, { query: { ID: id }, signal })),
    meta: { entities: ["Device", "Reading"] },
  });
}

/** Sums of the messages of a device, and its refusals by reason. */
export function countsQuery(client: Pick<Client, "_id">, id: string) {
  return queryOptions({
    queryKey: [client._id, "device-message-counts", id],
    queryFn: ({ signal }) => logFailure(text.messagesFailed, call(views.messageCounts, { query: { ID: id }, signal })),
    meta: { entities: ["Device", "Reading"] },
  });
}

/** The daily values of each station of a farm, with the filled and rejected ones and the reasons. */
export function qualityQuery(client: Pick<Client, "_id">, farmId: string, from: string, to: string) {
  return queryOptions({
    queryKey: [client._id, "weather-quality", farmId, from, to],
    queryFn: ({ signal }) =>
      logFailure(
        "Erro ao carregar a qualidade dos dados",
        call(views.weatherQuality, { query: { ID: farmId, from, to }, signal }),
      ),
    meta: { entities: ["WeatherDaily", "Device", "Sensor"] },
  });
}

/** Battery and signal of a device between two moments. */
export function healthQuery(client: Pick<Client, "_id">, id: string, from: string, to: string) {
  return queryOptions({
    queryKey: [client._id, "device-health", id, from, to],
    queryFn: ({ signal }) =>
      logFailure(text.healthFailed, call(views.deviceHealth, { query: { ID: id, from, to }, signal })),
    gcTime: MOMENTARY_GC_MS,
    meta: { entities: ["Device"] },
  });
}

/** Raw readings of one sensor between two moments. */
export function seriesQuery(client: Pick<Client, "_id">, sensorId: string, from: string, to: string) {
  return queryOptions({
    queryKey: [client._id, "sensor-series", sensorId, from, to],
    queryFn: ({ signal }) =>
      logFailure(
        "Erro ao carregar as leituras",
        call(views.series, { query: { IDs: sensorId, from, to, step: "raw" }, signal }),
      ),
    gcTime: MOMENTARY_GC_MS,
    meta: { entities: ["Reading", "Sensor"] },
  });
}

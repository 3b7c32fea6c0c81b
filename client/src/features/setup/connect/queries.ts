import { views } from "@lamina/shared/calls/views";
import type { Client } from "@lamina/shared/records/client";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/http.ts";
import { logFailure } from "../../../core/log-failure.ts";
import { text } from "./text.ts";

/** While a person waits for a first message. */
const WAIT_MS = 3_000;

/** Messages with a key of a client, but for none of its devices. */
export function unclaimedQuery({ _id }: Pick<Client, "_id">) {
  return queryOptions({
    queryKey: [_id, "unclaimed-messages"],
    queryFn: ({ signal }) =>
      logFailure(text.queryFailed, call(views.unclaimedMessages, { query: { ID: _id }, signal })),
    meta: { entities: ["Device"] },
  });
}

/** The messages of a device while a person waits for the first one. */
export function arrivalsQuery({ _id }: Pick<Client, "_id">, deviceId: string) {
  return queryOptions({
    queryKey: [_id, "arrivals", deviceId],
    queryFn: ({ signal }) =>
      logFailure(text.queryFailed, call(views.deviceMessages, { query: { ID: deviceId }, signal })),
    refetchInterval: WAIT_MS,
    gcTime: 0,
    meta: { entities: ["Device", "Reading"] },
  });
}

/** When the key of a gateway was made and last used. */
export function keyStateQuery({ _id }: Pick<Client, "_id">, gatewayId: string) {
  return queryOptions({
    queryKey: [_id, "gateway-key", gatewayId],
    queryFn: ({ signal }) =>
      logFailure(text.queryFailed, call(views.gatewayKeyState, { query: { ID: gatewayId }, signal })),
    meta: { entities: ["Gateway"] },
  });
}

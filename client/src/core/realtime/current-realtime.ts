import type { ApiRequestEvent, NavigationEvent } from "@lamina/shared/messages/realtime";
import type { Query } from "@tanstack/react-query";
import { realtimeAddress } from "../../api/address.ts";
import { queryClient } from "../../api/query-client.ts";
import { followRequests } from "../../api/request-events.ts";
import { loadRuntimeConfig } from "../../api/runtime-config.ts";
import { onWake } from "../../platform/lifecycle.ts";
import { within } from "../../platform/within.ts";
import { session } from "../session/current-session.ts";
import { createEventQueue } from "./event-queue.ts";
import { createRealtime } from "./realtime.ts";

export const realtime = createRealtime({
  url: realtimeAddress,
  token: session.token,
  random: Math.random,
  unauthorized: session.refused,
  isShown: () => document.visibilityState === "visible",
  answers: (signal) =>
    loadRuntimeConfig(signal).then(
      () => true,
      () => false,
    ),
});

const failed = ({ state }: Query) => state.status === "error";

/**
 * Connects for the logged-in user and refetches data after a reconnection. Returns a stop function.
 * @param sendFirst what goes over a new connection before that: records, because they change the data
 */
export function startRealtime(sendFirst: () => Promise<void> = async () => {}): () => void {
  realtime.start();
  let sent = Promise.resolve();
  let { user } = session.state.get();
  const stops = [
    onWake(realtime.wake),
    // Fetches the changes that were missed without a connection.
    realtime.onReconnect(() => void sent.then(() => queryClient.invalidateQueries())),
    onConnected(() => {
      sent = within(sendFirst(), undefined);
      // The page may have been opened while the server was away.
      void sent.then(() => queryClient.refetchQueries({ type: "active", predicate: failed }, { cancelRefetch: false }));
    }),
    session.state.subscribe(() => {
      const renewed = session.state.get().user;
      if (renewed && renewed !== user) realtime.authenticate();
      user = renewed;
    }),
    realtime.state.subscribe(() => {
      const { link, broker } = realtime.state.get();
      events.connected(link === "connected" && broker === "connected");
    }),
    followRequests((event) => publishEvent("api-request", event)),
    realtime.stop,
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Calls `listener` when the link to the server is up, also the first time: the best proof of a connection, where the
 * browser reports none. Returns a function that removes it.
 */
function onConnected(listener: () => void): () => void {
  let before = realtime.state.get().link;
  return realtime.state.subscribe(() => {
    const { link } = realtime.state.get();
    if (link === "connected" && before !== "connected") listener();
    before = link;
  });
}

const events = createEventQueue(realtime.publish);

/** Publishes an event of the product itself (readings, 19 and 24). */
export function publishEvent(topic: "navigation", event: NavigationEvent): void;
export function publishEvent(topic: "api-request", event: ApiRequestEvent): void;
export function publishEvent(topic: string, event: NavigationEvent | ApiRequestEvent): void {
  events.publish(topic, event);
}

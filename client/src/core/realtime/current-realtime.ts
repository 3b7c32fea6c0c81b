import type { ApiRequestEvent, NavigationEvent } from "@lamina/shared/realtime";
import { realtimeAddress } from "../../api/address.ts";
import { observeRequests } from "../../api/http.ts";
import { queryClient } from "../../api/query-client.ts";
import { onWake } from "../../platform/lifecycle.ts";
import { session } from "../session/current-session.ts";
import { createRealtime } from "./realtime.ts";

/** The realtime connection of this page. */
export const realtime = createRealtime({
  url: realtimeAddress,
  token: session.token,
  random: Math.random,
  unauthorized: session.refused,
});

/** Connects for the logged-in user and keeps the page true to what happens; returns how to stop. */
export function startRealtime(): () => void {
  realtime.start();
  let { user } = session.state.get();
  const stops = [
    onWake(realtime.wake),
    // What happened while nobody listened is fetched.
    realtime.onReconnect(() => void queryClient.invalidateQueries()),
    session.state.subscribe(() => {
      const renewed = session.state.get().user;
      if (renewed && renewed !== user) realtime.authenticate();
      user = renewed;
    }),
    observeRequests((notice) => {
      if (notice.type === "end" && notice.event) publishEvent("api-request", notice.event);
    }),
    realtime.stop,
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The events that the product publishes by itself (readings, 19): while nobody can hear them, they are not made. */
export function publishEvent(topic: "navigation", event: NavigationEvent): void;
export function publishEvent(topic: "api-request", event: ApiRequestEvent): void;
export function publishEvent(topic: string, event: NavigationEvent | ApiRequestEvent): void {
  const { link, broker } = realtime.state.get();
  if (link === "connected" && broker === "connected") realtime.publish(topic, event);
}

import type { ApiRequestEvent } from "@lamina/shared/messages/realtime";
import { observeRequests } from "./http.ts";

/** Maximum events that wait for the first realtime connection (readings, 24). */
export const MAX_WAITING_EVENTS = 50;

let early: ApiRequestEvent[] = [];
let follower: ((event: ApiRequestEvent) => void) | undefined;

observeRequests((notice) => {
  if (notice.type !== "end" || !notice.event) return;
  if (follower) follower(notice.event);
  else if (early.length < MAX_WAITING_EVENTS) early.push(notice.event);
});

/** Passes on every request since the page's first one, including the login (readings, 24). Returns a stop function. */
export function followRequests(handler: (event: ApiRequestEvent) => void): () => void {
  follower = handler;
  const waiting = early;
  early = [];
  for (const event of waiting) handler(event);
  return () => {
    if (follower === handler) follower = undefined;
  };
}

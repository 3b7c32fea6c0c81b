import type { Moment } from "../format.ts";

/** Whether `now` (ms) is past the moment from which something is stale; what never becomes stale has none. */
export function isStale(staleAt: Moment | null | undefined, now: number): boolean {
  return staleAt != null && !(now <= new Date(staleAt).getTime());
}

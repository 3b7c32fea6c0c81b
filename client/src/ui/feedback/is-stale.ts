import type { Moment } from "../format.ts";

/** True when `now` (ms) is after the moment from which a value is stale. A value without that moment is never stale. */
export function isStale(staleAt: Moment | null | undefined, now: number): boolean {
  return staleAt != null && !(now <= new Date(staleAt).getTime());
}

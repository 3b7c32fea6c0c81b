import type { Moment } from "../format.ts";

/** True when something of the moment `at` is older than its limit at `now` (both in milliseconds). */
export function isStale(at: Moment | undefined, staleAfterMs: number | undefined, now: number): boolean {
  if (at === undefined || staleAfterMs === undefined) return false;
  return !(now - new Date(at).getTime() <= staleAfterMs);
}

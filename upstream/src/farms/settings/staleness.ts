import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Config } from "@lamina/shared/records/config";

/** Data that ages, by the limit of the client that says how fast. */
type AgingData = "weather" | "soil" | "pivot";

/** The moment from which data of a moment are stale. */
export function staleAt(at: Date, data: AgingData, limits: Config["staleLimits"]): Date {
  return new Date(at.getTime() + limits[`${data}Min`] * MINUTE_MS);
}

/** Whether data of a moment are stale now; those that never came are. */
export function isStale(at: Date | null, data: AgingData, limits: Config["staleLimits"], now: Date): boolean {
  return at === null || now > staleAt(at, data, limits);
}

import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Config } from "@lamina/shared/records/config";

/** Kinds of data with a client's limit of age. */
type AgingData = "weather" | "soil" | "pivot";

/** The moment from which data are stale. */
export function staleAt(at: Date, data: AgingData, limits: Config["staleLimits"]): Date {
  return new Date(at.getTime() + limits[`${data}Min`] * MINUTE_MS);
}

/** Whether data are stale now; missing data are. */
export function isStale(at: Date | null, data: AgingData, limits: Config["staleLimits"], now: Date): boolean {
  return at === null || now > staleAt(at, data, limits);
}

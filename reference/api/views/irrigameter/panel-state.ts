import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Config } from "@lamina/shared/records/config";
import { staleAt } from "../../farms/settings/staleness.ts";
import type { Telemetry } from "../../telemetry/service.ts";

/** The last reported state of a pivot, with its age and the time at which it becomes stale. */
export function panelState(
  latest: Awaited<ReturnType<Telemetry["pivotLatest"]>>,
  pivotId: string,
  limits: Config["staleLimits"] | undefined,
  now: Date,
) {
  const status = latest.get(pivotId) ?? null;
  if (status === null) return { status, statusAgeMin: null, statusStaleAt: null };
  const at = new Date(status.date);
  return {
    status,
    statusAgeMin: Math.max(0, Math.floor((now.getTime() - at.getTime()) / MINUTE_MS)),
    statusStaleAt: limits ? staleAt(at, "pivot", limits).toISOString() : null,
  };
}

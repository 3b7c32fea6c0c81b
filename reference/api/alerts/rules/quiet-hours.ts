import { farmClock } from "@lamina/shared/core/farm-time";
import { DAY_MINUTES, MINUTE_MS, minuteOf } from "@lamina/shared/core/time";
import type { Rule } from "./default-rules.ts";

type QuietHours = Pick<Rule, "quietFrom" | "quietTo">;

/** Milliseconds until a rule is no longer quiet; infinite when it is quiet all day. */
export function quietFor({ quietFrom, quietTo }: QuietHours, now: Date, timezone: string): number {
  if (quietFrom === quietTo || quietTo === null) return Number.POSITIVE_INFINITY;
  const minute = (farmClock(now.getTime(), timezone) / MINUTE_MS) % DAY_MINUTES;
  return ((minuteOf(quietTo) - minute + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
}

/** Whether a rule is quiet at a moment on the farm's clock. Equal times mean the whole day. */
export function isQuiet(
  { severity, quietFrom, quietTo }: QuietHours & Pick<Rule, "severity">,
  now: Date,
  timezone: string,
): boolean {
  if (severity === "critical" || quietFrom === null || quietTo === null) return false;
  const minute = Math.floor((farmClock(now.getTime(), timezone) / MINUTE_MS) % DAY_MINUTES);
  const [from, to] = [minuteOf(quietFrom), minuteOf(quietTo)];
  return from < to ? from <= minute && minute < to : minute >= from || minute < to;
}

import { farmClock } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Rule } from "./default-rules.ts";

const DAY_MIN = 1440;

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** Milliseconds until a rule is no longer quiet; infinite when it is quiet all day. */
export function quietFor({ quietFrom, quietTo }: Rule, now: Date, timezone: string): number {
  if (quietFrom === quietTo || quietTo === null) return Number.POSITIVE_INFINITY;
  const minute = (farmClock(now.getTime(), timezone) / MINUTE_MS) % DAY_MIN;
  return ((minuteOf(quietTo) - minute + DAY_MIN) % DAY_MIN) * MINUTE_MS;
}

/** Whether a rule is quiet at a moment on the farm's clock. Equal times mean the whole day. */
export function isQuiet({ severity, quietFrom, quietTo }: Rule, now: Date, timezone: string): boolean {
  if (severity === "critical" || quietFrom === null || quietTo === null) return false;
  const minute = Math.floor((farmClock(now.getTime(), timezone) / MINUTE_MS) % DAY_MIN);
  const [from, to] = [minuteOf(quietFrom), minuteOf(quietTo)];
  return from < to ? from <= minute && minute < to : minute >= from || minute < to;
}

import { addDays, type FarmDay } from "@lamina/shared/core/farm-time";
import { ORDER_DAYS_MAX, type PastWeatherOrderReply } from "@lamina/shared/records/weather";

/** The days of an order in parts of a year, oldest first. */
export function partsOfYears(from: FarmDay, to: FarmDay): { from: FarmDay; to: FarmDay }[] {
  const parts: { from: FarmDay; to: FarmDay }[] = [];
  for (let first = from; first <= to; ) {
    const last = addDays(first, ORDER_DAYS_MAX - 1);
    parts.push({ from: first, to: last < to ? last : to });
    first = addDays(last, 1);
  }
  return parts;
}

const COUNTS = ["inserted", "changed", "duplicate", "kept", "absent"] as const;

/** The sum of the parts that are stored, with the problem of the last one. */
export function sumOfParts(replies: readonly PastWeatherOrderReply[]): PastWeatherOrderReply {
  const sum = { inserted: 0, changed: 0, duplicate: 0, kept: 0, absent: 0 };
  for (const reply of replies) for (const count of COUNTS) sum[count] += reply[count];
  return { ...sum, problem: replies.slice(-1)[0]?.problem ?? null };
}

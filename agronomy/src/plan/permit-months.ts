import { DAY_MINUTES } from "@lamina/shared/core/time";
import { type PermitBudget, type PermitLimit, type PermitMonth, SLOT_MINUTES, type Slot } from "./plan-model.ts";

/** The months of a permit within the plan: that of its first day, and the next one if it begins before the plan ends. */
export function permitMonths({ nextMonth, ...limit }: PermitLimit): PermitMonth[] {
  const month = (fromMinute: number, toMinute: number, left: Pick<PermitLimit, "m3Left" | "daysLeft">) => ({
    fromMinute,
    toMinute,
    m3Left: left.m3Left ?? Number.POSITIVE_INFINITY,
    daysLeft: left.daysLeft ?? Number.POSITIVE_INFINITY,
  });
  const end = nextMonth?.startMinute ?? Number.POSITIVE_INFINITY;
  const first = month(Number.NEGATIVE_INFINITY, end, limit);
  return nextMonth ? [first, month(end, Number.POSITIVE_INFINITY, nextMonth)] : [first];
}

/** Hours of a slot within a month: a slot over its end counts in part. */
export function hoursWithin(
  { fromMinute, toMinute }: Pick<PermitMonth, "fromMinute" | "toMinute">,
  { startMinute }: Pick<Slot, "startMinute">,
): number {
  return Math.max(0, Math.min(startMinute + SLOT_MINUTES, toMinute) - Math.max(startMinute, fromMinute)) / 60;
}

/** The days on which a slot pumps: two for a slot over midnight. */
export function daysOfSlot({ startMinute }: Pick<Slot, "startMinute">): [first: number, last: number] {
  return [Math.floor(startMinute / DAY_MINUTES), Math.ceil((startMinute + SLOT_MINUTES) / DAY_MINUTES) - 1];
}

export const isDayOf = ({ fromMinute, toMinute }: Pick<PermitMonth, "fromMinute" | "toMinute">, day: number) =>
  fromMinute <= day * DAY_MINUTES && day * DAY_MINUTES < toMinute;

/** Counts the slots of one run against months. `take`: counts a slot if every month has room for it. */
export function monthCounter(months: readonly PermitBudget[] = []): { take(slot: Slot): boolean } {
  if (months.length === 0) return { take: () => true };
  let used = months.map((month) => ({ month, hours: 0, days: month.usedDays }));
  return {
    take(slot) {
      const after = used.map(({ month, hours, days }) => {
        const more = daysOfSlot(slot).filter((day) => isDayOf(month, day) && !days.has(day));
        return {
          month,
          hours: hours + hoursWithin(month, slot),
          days: more.length > 0 ? new Set([...days, ...more]) : days,
        };
      });
      const hasRoom = after.every(
        ({ month: { hoursLeft, daysLeft }, hours, days }, index) =>
          (hours <= hoursLeft + 1e-9 || hours === used[index]?.hours) &&
          (days.size <= daysLeft || days === used[index]?.days),
      );
      if (hasRoom) used = after;
      return hasRoom;
    },
  };
}

import { DAY_MINUTES } from "@lamina/shared/core/time";
import type { PermitBudget, PermitLimit, PermitMonth, Slot } from "./plan-model.ts";

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

/** Hours of a slot within a month. */
export function hoursWithin(
  { fromMinute, toMinute }: Pick<PermitMonth, "fromMinute" | "toMinute">,
  { startMinute, hours }: Pick<Slot, "startMinute" | "hours">,
): number {
  return fromMinute <= startMinute && startMinute < toMinute ? hours : 0;
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
        const isNew = isDayOf(month, slot.day) && !days.has(slot.day);
        return {
          month,
          hours: hours + hoursWithin(month, slot),
          days: isNew ? new Set([...days, slot.day]) : days,
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

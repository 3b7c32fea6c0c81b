import type { TariffWindow } from "@lamina/shared/config";

export const HOURS = 24;
export const DAYS = 7;
const HOUR_MIN = 60;
const DAY_MIN = HOURS * HOUR_MIN;

const minutes = (time: string) => {
  const [hours = 0, rest = 0] = time.split(":").map(Number);
  return hours * HOUR_MIN + rest;
};

/** Whether a window holds a minute of a day (0 is Sunday). After midnight it belongs to the day on which it began. */
export function holds({ days, from, to }: Pick<TariffWindow, "days" | "from" | "to">, day: number, minute: number) {
  const [start, end] = [minutes(from), minutes(to)];
  if (start < end) return days.includes(day) && minute >= start && minute < end;
  const before = (day + DAYS - 1) % DAYS;
  return (days.includes(day) && minute >= start) || (end < DAY_MIN && days.includes(before) && minute < end);
}

/** The window of each hour of the week by its middle, day by day from Sunday: the first that holds it, or null. */
export function weekOf<Window extends Pick<TariffWindow, "days" | "from" | "to">>(
  windows: readonly Window[],
): (Window | null)[][] {
  return Array.from({ length: DAYS }, (_, day) =>
    Array.from(
      { length: HOURS },
      (_, hour) => windows.find((window) => holds(window, day, hour * HOUR_MIN + HOUR_MIN / 2)) ?? null,
    ),
  );
}

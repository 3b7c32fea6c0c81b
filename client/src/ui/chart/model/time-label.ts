import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { formatDate, formatTime } from "../../format.ts";
import type { ChartStep } from "./model.ts";
import { text } from "./text.ts";

/** Positions on the axis are the farm's local time, written as UTC. */
const CLOCK = "UTC";

/**
 * A tick's label: the year or month at its start, the day at midnight, otherwise the time. Strong where a day begins.
 */
export function tickLabel(x: number): { words: string; strong: boolean } {
  const date = new Date(x);
  if (x % DAY_MS !== 0) return { words: formatTime(x, CLOCK), strong: false };
  const day = date.getUTCDate();
  const month = date.getUTCMonth();
  if (day === 1 && month === 0) return { words: String(date.getUTCFullYear()), strong: true };
  return { words: day === 1 ? (text.months[month] ?? "") : formatDate(x, CLOCK).slice(0, 5), strong: day === 1 };
}

/** The time label of a value at `x` by its step: a moment, an hour, a day or a month. */
export function momentLabel(x: number, step: ChartStep): string {
  const date = new Date(x);
  switch (step) {
    case "month":
      return text.monthOf(date.getUTCMonth(), date.getUTCFullYear());
    case "day":
      return formatDate(x, CLOCK);
    case "hour": {
      const start = Math.floor(x / HOUR_MS) * HOUR_MS;
      return `${formatDate(start, CLOCK)} ${formatTime(start, CLOCK).slice(0, 2)}–${formatTime(start + HOUR_MS, CLOCK).slice(0, 2)} h`;
    }
    case "raw":
      return `${formatDate(x, CLOCK)} ${formatTime(x, CLOCK)}`;
  }
}

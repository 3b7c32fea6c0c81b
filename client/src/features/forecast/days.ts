import { type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { formatShortDay } from "../../ui/format.ts";
import { text } from "./text.ts";

/** A day's name, `Hoje` or the day of the week, and its date, `24/11`. */
export function dayWords(day: FarmDay, now: number, timeZone: string): { name: string; date: string } {
  const isToday = day === farmDay(now, timeZone);
  const weekday = text.weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "";
  return { name: isToday ? text.today : weekday, date: formatShortDay(day) };
}

/** Index of the nearest of eight compass points for a direction in degrees, 0 for north. */
export function compassPoint(degrees: number): number {
  return Math.round((((degrees % 360) + 360) % 360) / 45) % 8;
}

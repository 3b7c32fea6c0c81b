import { addDays, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { formatShortDay, formatTime, formatWeekday, type Moment, NO_VALUE } from "../ui/format.ts";
import { text } from "./text.ts";

/** Days ahead that are written as a weekday. */
const WEEKDAYS_AHEAD = 6;

/** A moment in the farm's zone, relative to `today`: `21:30`, `amanhã 06:00`, `sex 02:00`, `16/05 06:00`. */
export function farmClock(moment: Moment | null | undefined, timeZone: string, today: FarmDay): string {
  if (moment == null) return NO_VALUE;
  const day = farmDay(new Date(moment).getTime(), timeZone);
  const time = formatTime(moment, timeZone);
  if (day === today) return time;
  if (day === addDays(today, 1)) return `${text.tomorrow} ${time}`;
  if (day === addDays(today, -1)) return `${text.yesterday} ${time}`;
  const isNear = day > today && day <= addDays(today, WEEKDAYS_AHEAD);
  return `${isNear ? formatWeekday(day) : formatShortDay(day)} ${time}`;
}

/** A time span in the farm's zone, with its day once: `amanhã 06:00 → 14:40`, `21:30 → amanhã 06:00`. */
export function farmSpan(start: Moment, end: Moment | null, timeZone: string, today: FarmDay): string {
  const dayOf = (moment: Moment) => farmDay(new Date(moment).getTime(), timeZone);
  const endsThatDay = end !== null && dayOf(start) === dayOf(end);
  const endClock = endsThatDay ? formatTime(end, timeZone) : farmClock(end, timeZone, today);
  return `${farmClock(start, timeZone, today)} → ${endClock}`;
}

/** The rests of a run: `descansa 18:00 → 21:00, amanhã 06:00 → 21:30`; null without one. */
export function restWords(
  pauses: readonly { from: Moment; to: Moment }[] | undefined,
  timeZone: string,
  today: FarmDay,
): string | null {
  if (!pauses?.length) return null;
  return text.rests(pauses.map(({ from, to }) => farmSpan(from, to, timeZone, today)).join(", "));
}

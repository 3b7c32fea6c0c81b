import { addDays, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { formatAmount, formatNumber, formatShortDay, formatTime, type Moment, NO_VALUE } from "../../ui/format.ts";
import { text } from "./text.ts";

/** `12,3 mm`. */
export function mm(value: number | null | undefined): string {
  return formatAmount(value, "mm");
}

/** Hours as `37 h 54`. */
export function duration(hours: number | null | undefined): string {
  if (hours == null || !Number.isFinite(hours)) return NO_VALUE;
  const minutes = Math.round(hours * 60);
  const rest = minutes % 60;
  return `${formatNumber(Math.floor(minutes / 60), 0)} h${rest === 0 ? "" : ` ${String(rest).padStart(2, "0")}`}`;
}

/** A moment on the farm's clock, seen from `today`: `21:30`, `amanhã 06:00`, `16/05 06:00`. */
export function clock(moment: Moment | null | undefined, timeZone: string, today: FarmDay): string {
  if (moment == null) return NO_VALUE;
  const day = farmDay(new Date(moment).getTime(), timeZone);
  const time = formatTime(moment, timeZone);
  if (day === today) return time;
  if (day === addDays(today, 1)) return `${text.tomorrow} ${time}`;
  return day === addDays(today, -1) ? `${text.yesterday} ${time}` : `${formatShortDay(day)} ${time}`;
}

import { addDays, type FarmDay, farmDay } from "@lamina/shared/farm-time";
import { formatNumber, formatShortDay, formatTime, type Moment, NO_VALUE } from "../../ui/format.ts";
import { text } from "./text.ts";

/** `12,3 mm`. */
export function mm(value: number | null | undefined): string {
  return withUnit(value, 1, "mm");
}

/** A number with its unit, or a dash. */
export function withUnit(value: number | null | undefined, decimals: number, unit: string): string {
  return value == null ? NO_VALUE : `${formatNumber(value, decimals)} ${unit}`;
}

/** Hours as `37 h 54`. */
export function duration(hours: number | null | undefined): string {
  if (hours == null || !Number.isFinite(hours)) return NO_VALUE;
  const minutes = Math.round(hours * 60);
  const rest = minutes % 60;
  return `${formatNumber(Math.floor(minutes / 60), 0)} h${rest === 0 ? "" : ` ${String(rest).padStart(2, "0")}`}`;
}

/** `R$ 812`, which no line breaks. */
export function brl(value: number | null | undefined): string {
  return value == null ? NO_VALUE : `R$\u00a0${formatNumber(value, 0)}`;
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

import { addDays, type FarmDay, farmDay } from "@lamina/shared/farm-time";
import { formatNumber, formatTime, type Moment, NO_VALUE } from "../../ui/format.ts";
import { text } from "./text.ts";

/** `12,3 mm`. */
export function mm(value: number | null | undefined): string {
  return withUnit(value, 1, "mm");
}

/** A number with its unit, or a dash. */
export function withUnit(value: number | null | undefined, decimals: number, unit: string): string {
  return value == null ? NO_VALUE : `${formatNumber(value, decimals)} ${unit}`;
}

/** A depth without decimals that say nothing: `12`, `11,6`. */
export function depth(value: number): string {
  return formatNumber(value, Math.round(value * 10) % 10 === 0 ? 0 : 1);
}

/** A panel setting rounded down: never less water (domain, 0). */
export function panel(percent: number | null | undefined): string {
  return percent == null ? NO_VALUE : `${formatNumber(Math.floor(percent), 0)} %`;
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

/** A farm's day as `14/05`. */
export function shortDay(day: FarmDay): string {
  const [, month, date] = day.split("-");
  return `${date}/${month}`;
}

/** A moment on the farm's clock, seen from `today`: `21:30`, `amanhã 06:00`, `16/05 06:00`. */
export function clock(moment: Moment | null | undefined, timeZone: string, today: FarmDay): string {
  if (moment == null) return NO_VALUE;
  const day = farmDay(new Date(moment).getTime(), timeZone);
  const time = formatTime(moment, timeZone);
  if (day === today) return time;
  if (day === addDays(today, 1)) return `${text.tomorrow} ${time}`;
  return day === addDays(today, -1) ? `${text.yesterday} ${time}` : `${shortDay(day)} ${time}`;
}

import { farmDay } from "@lamina/shared/core/farm-time";
import { DAY_MINUTES, HOUR_MINUTES } from "@lamina/shared/core/time";

const numbers = new Map<number, Intl.NumberFormat>();
const clocks = new Map<string, Intl.DateTimeFormat>();

/** A number in Portuguese, with at most that many decimals. */
export function number(value: number, decimals = 0): string {
  const format = numbers.get(decimals) ?? new Intl.NumberFormat("pt-BR", { maximumFractionDigits: decimals });
  numbers.set(decimals, format);
  return format.format(value);
}

/** Whole reais, `R$ 980`. */
export const brl = (value: number) => `R$\u00a0${number(value)}`;

/** Hours of a run as on its card, `69 h 42`. */
export function hoursAndMinutes(hours: number): string {
  const minutes = Math.round(hours * HOUR_MINUTES);
  const rest = minutes % HOUR_MINUTES;
  return `${number(Math.floor(minutes / HOUR_MINUTES))} h${rest === 0 ? "" : ` ${String(rest).padStart(2, "0")}`}`;
}

/** The farm's clock, `02:14`. */
export function time(at: Date, timezone: string): string {
  const format =
    clocks.get(timezone) ??
    new Intl.DateTimeFormat("pt-BR", { timeZone: timezone, hour: "2-digit", minute: "2-digit" });
  clocks.set(timezone, format);
  return format.format(at);
}

/** A farm-day in short form: `14/05`. */
export function day(date: string): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}`;
}

/** The day and clock of the farm: `14/05 às 02:14`. */
export function dayAndTime(at: Date, timezone: string): string {
  return `${day(farmDay(at.getTime(), timezone))} às ${time(at, timezone)}`;
}

/** Time of an event for a text sent now: ` às 02:14`, with the day unless it is today. */
export function when(at: Date, now: Date, timezone: string): string {
  const today = farmDay(now.getTime(), timezone);
  return farmDay(at.getTime(), timezone) === today ? ` às ${time(at, timezone)}` : ` em ${dayAndTime(at, timezone)}`;
}

/** A duration in the most suitable unit. */
export function duration(minutes: number): string {
  if (minutes < HOUR_MINUTES) return `${number(Math.floor(minutes))} min`;
  if (minutes < 2 * DAY_MINUTES) return `${number(Math.floor(minutes / HOUR_MINUTES))} h`;
  return `${number(Math.floor(minutes / DAY_MINUTES))} dias`;
}

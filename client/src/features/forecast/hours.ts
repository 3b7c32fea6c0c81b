import { sprayQuality } from "@lamina/agronomy/eto/air";
import { type FarmDay, farmClock, farmDay, farmDayRange } from "@lamina/shared/core/farm-time";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { ForecastHourly } from "@lamina/shared/records/weather";

const DAY_MINUTES = 1440;

/** One hour of a day as forecast. */
export interface ForecastHour extends ForecastHourly {
  /** Its start. */
  at: number;
  /** Minutes of the farm's clock at its start. */
  minute: number;
}

/** The hours that the source has of a farm's day, in order. */
export function hoursOf(hourly: readonly ForecastHourly[], day: FarmDay, timeZone: string): ForecastHour[] {
  return hourly
    .map((hour) => {
      const at = Date.parse(hour.date);
      return { ...hour, at, minute: Math.floor((farmClock(at, timeZone) % (DAY_MINUTES * MINUTE_MS)) / MINUTE_MS) };
    })
    .filter(({ at }) => farmDay(at, timeZone) === day)
    .sort((a, b) => a.at - b.at);
}

/** All starts of hours of a day, with or without a forecast: what the source lacks is a gap in a chart. */
export function hourStarts(day: FarmDay, timeZone: string): number[] {
  const { from, to } = farmDayRange(day, day, timeZone);
  return Array.from({ length: Math.round((to - from) / HOUR_MS) }, (_, index) => from + index * HOUR_MS);
}

/** Above this, the wind carries the water away, km/h (domain, 4; common practice). */
export const IRRIGATION_WIND_KMH = 15;
/** Less, and drops hang in the air; more, and they drift, km/h (common practice). */
export const SPRAY_WIND_KMH = { low: 3, high: 10 } as const;
/** The reduced night tariff of irrigation, minutes of the farm's clock (domain, 4: 21:30–06:00). */
export const REDUCED_TARIFF = { from: 21 * 60 + 30, to: 6 * 60 } as const;

export type Quality = "good" | "attention" | "avoid";

/** Whether an hour suits irrigation; null where the source does not say. */
export function irrigationQuality({ windKmh }: Pick<ForecastHourly, "windKmh">): Quality | null {
  if (windKmh === null) return null;
  return windKmh < IRRIGATION_WIND_KMH ? "good" : "avoid";
}

/** Whether an hour suits spraying: Delta T, wind and rain together; null where the source does not say. */
export function hourSprayQuality({
  deltaT,
  windKmh,
  rain,
}: Pick<ForecastHourly, "deltaT" | "windKmh" | "rain">): Quality | null {
  if (deltaT === null || windKmh === null) return null;
  const isWet = (rain ?? 0) > 0;
  if (isWet || windKmh < SPRAY_WIND_KMH.low || windKmh > SPRAY_WIND_KMH.high) return "avoid";
  return sprayQuality(deltaT);
}

/** Hours in a row that are good for something. */
export interface Window {
  /** Minutes of the farm's clock; `to` is the end of the last hour. */
  from: number;
  to: number;
  hours: readonly ForecastHour[];
}

/** The good windows of a day. An hour that the source lacks ends one. */
export function windowsOf(hours: readonly ForecastHour[], quality: (hour: ForecastHour) => Quality | null): Window[] {
  const windows: (Window & { hours: ForecastHour[] })[] = [];
  for (const hour of hours) {
    if (quality(hour) !== "good") continue;
    const open = windows.slice(-1)[0];
    if (open && open.to === hour.minute) {
      open.hours.push(hour);
      open.to += 60;
    } else windows.push({ from: hour.minute, to: hour.minute + 60, hours: [hour] });
  }
  return windows;
}

/** Hours of a window that fall into the reduced tariff. */
export function reducedHours({ from, to }: Pick<Window, "from" | "to">): number {
  const overlap = (start: number, end: number) => Math.max(0, Math.min(to, end) - Math.max(from, start));
  return (overlap(0, REDUCED_TARIFF.to) + overlap(REDUCED_TARIFF.from, DAY_MINUTES)) / 60;
}

/** `HH:MM` of minutes of the clock; the end of the day is 24:00. */
export function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

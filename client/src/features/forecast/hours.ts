import { sprayQuality } from "@lamina/agronomy/eto/air";
import { type FarmDay, farmClock, farmDay, farmDayRange } from "@lamina/shared/core/farm-time";
import { DAY_MINUTES, HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { ForecastHourly } from "@lamina/shared/records/weather";

/** One hour of the forecast. */
export interface ForecastHour extends ForecastHourly {
  /** Its start. */
  at: number;
  /** Minutes of the farm's clock at its start. */
  minute: number;
}

/** The hours of a farm day that the source has, in order. */
export function hoursOf(hourly: readonly ForecastHourly[], day: FarmDay, timeZone: string): ForecastHour[] {
  return hourly
    .map((hour) => {
      const at = Date.parse(hour.date);
      return { ...hour, at, minute: Math.floor((farmClock(at, timeZone) % (DAY_MINUTES * MINUTE_MS)) / MINUTE_MS) };
    })
    .filter(({ at }) => farmDay(at, timeZone) === day)
    .sort((a, b) => a.at - b.at);
}

/** The start of each hour of a day, with or without a forecast, so that a missing hour is a gap in the chart. */
export function hourStarts(day: FarmDay, timeZone: string): number[] {
  const { from, to } = farmDayRange(day, day, timeZone);
  return Array.from({ length: Math.round((to - from) / HOUR_MS) }, (_, index) => from + index * HOUR_MS);
}

/** Above this, in km/h, the wind carries the water away (domain, 4; common practice). */
export const IRRIGATION_WIND_KMH = 15;
/** Below, in km/h, drops stay in the air; above, they drift (common practice). */
export const SPRAY_WIND_KMH = { low: 3, high: 10 } as const;
/** The reduced night tariff of irrigation, minutes of the farm's clock (domain, 4: 21:30–06:00). */
export const REDUCED_TARIFF = { from: 21 * 60 + 30, to: 6 * 60 } as const;

export type Quality = "good" | "attention" | "avoid";

/** How an hour suits irrigation; null when the wind is unknown. */
export function irrigationQuality({ windKmh }: Pick<ForecastHourly, "windKmh">): Quality | null {
  if (windKmh === null) return null;
  return windKmh < IRRIGATION_WIND_KMH ? "good" : "avoid";
}

/** How an hour suits spraying, by Delta T, wind and rain; null when Delta T or wind is unknown. */
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

export interface Window {
  /** Minutes of the farm's clock; `to` is the end of the last hour. */
  from: number;
  to: number;
  hours: readonly ForecastHour[];
}

/** The good windows of a day. A missing hour ends a window. */
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

/** Hours of a window within the reduced tariff. */
export function reducedHours({ from, to }: Pick<Window, "from" | "to">): number {
  const overlap = (start: number, end: number) => Math.max(0, Math.min(to, end) - Math.max(from, start));
  return (overlap(0, REDUCED_TARIFF.to) + overlap(REDUCED_TARIFF.from, DAY_MINUTES)) / 60;
}

/** `HH:MM` of minutes of the clock. The end of the day is 24:00. */
export function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

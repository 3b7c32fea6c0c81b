import { stressCoefficient } from "../soil/soil-water.ts";

/**
 * A day ahead if no rain falls, mm. It is no `OutlookDay`, because rain wets the ground and so raises the evaporation of
 * its own days: losses without rain must not contain it.
 */
export interface DryDay {
  etc: number;
  /** Available water of the day's root zone; absent: the same as before. */
  taw?: number;
  raw?: number;
  /** Depletion that the roots take over with the soil into which they grow that day. */
  rootsDr?: number;
  rainEff?: never;
}

/** A day ahead if the forecast rain falls, mm. */
export interface OutlookDay {
  etc: number;
  /** Effective forecast rain. */
  rainEff: number;
  /** Probability of that rain, 0 to 1; 1 when the forecast gives none. */
  rainChance?: number;
  /** Effective rain of equally probable outcomes of an ensemble, mm; used instead of `rainEff` × `rainChance`. */
  rainOutcomes?: readonly number[];
}

/** Mean effective rain of a day in mm, each outcome counted up to `mostMm`. */
export function expectedRain({ rainEff, rainChance = 1, rainOutcomes }: OutlookDay, mostMm = Infinity): number {
  if (rainOutcomes === undefined || rainOutcomes.length === 0) return rainChance * Math.min(rainEff, mostMm);
  return rainOutcomes.reduce((sum, mm) => sum + Math.min(mm, mostMm), 0) / rainOutcomes.length;
}

/** Minimum effective rain of a rainy outcome, mm. */
const RAINY_MM = 1;

/** Probability of effective rain on a day, 0 to 1. */
export function rainProbability({ rainChance = 1, rainOutcomes }: OutlookDay): number {
  if (rainOutcomes === undefined || rainOutcomes.length === 0) return rainChance;
  return rainOutcomes.filter((mm) => mm >= RAINY_MM).length / rainOutcomes.length;
}

/** Depletion in mm at the end of each day ahead without rain (FAO-56 Eq. 85, 86). */
export function projectDepletion(dr: number, taw: number, days: readonly DryDay[]): number[] {
  let [depletion, capacity] = [dr, taw];
  return days.map((day) => {
    capacity = day.taw ?? capacity;
    depletion = Math.min(capacity, depletion + (day.rootsDr ?? 0) + day.etc);
    return depletion;
  });
}

/** Sunrise and sunset on the farm's clock, h: the sun drives evapotranspiration between them. */
const SUN = { rises: 6, sets: 18 } as const;

/** Part of a day's evapotranspiration that is used up to an hour of the farm's clock: a half sine of radiation, 6 to 18 h. */
export function usedBy(hour: number): number {
  const place = (hour - SUN.rises) / (SUN.sets - SUN.rises);
  return (1 - Math.cos(Math.PI * Math.min(1, Math.max(0, place)))) / 2;
}

/** The hour of the farm's clock by which a part, 0 to 1, of a day's evapotranspiration is used. */
function hourWhenUsed(part: number): number {
  const place = Math.acos(1 - 2 * Math.min(1, Math.max(0, part))) / Math.PI;
  return SUN.rises + place * (SUN.sets - SUN.rises);
}

/**
 * Hours from `nowHour` of the first day until the depletion, without rain, reaches the readily available water, all in
 * mm; 0 when it already has. `dr` is the depletion at the first day's midnight. Each day has its own roots and readily
 * available water. The crop uses water in daylight only, so the result falls into daylight. Beyond the outlook the last day's use continues. Infinite without any use.
 */
export function hoursToCritical(dr: number, raw: number, days: readonly DryDay[], nowHour = 0): number {
  let [level, limit] = [dr, raw];
  if (level >= limit) return 0;
  const last = days.at(-1)?.etc ?? 0;
  for (let day = 0; day < days.length || last > 0; day += 1) {
    const { etc = last, rootsDr = 0, raw: ofDay = limit } = days[day] ?? {};
    limit = ofDay;
    level += rootsDr;
    const left = Math.max(0, limit - level);
    if (etc >= left) return Math.max(0, 24 * day + (etc > 0 ? hourWhenUsed(left / etc) : SUN.rises) - nowHour);
    level += etc;
    if (day > MAX_DAYS) break;
  }
  return Number.POSITIVE_INFINITY;
}

/** Maximum outlook, days. */
const MAX_DAYS = 400;

/** Soil and crop for the loss of evapotranspiration; depths in mm. */
export interface Depletion {
  dr: number;
  raw: number;
  taw: number;
}

/**
 * Evapotranspiration in mm lost to stress from `nowHour` of the first day on, cumulated at the end of each of `hours`
 * hours, without water (FAO-56 Eq. 81, 84, hour by hour of daylight).
 */
export function etLostByHour(
  { dr, raw, taw }: Depletion,
  days: readonly DryDay[],
  { hours, nowHour = 0 }: { hours: number; nowHour?: number },
): number[] {
  const begin = Math.floor(nowHour);
  const last = days.at(-1)?.etc ?? 0;
  const lost: number[] = [];
  let [level, sum] = [dr, 0];
  let [capacity, limit] = [taw, raw];
  for (let hour = 0; hour < begin + hours; hour += 1) {
    const day = days[Math.floor(hour / 24)];
    const etc = day?.etc ?? last;
    capacity = day?.taw ?? capacity;
    limit = day?.raw ?? limit;
    if (hour % 24 === 0) level = Math.min(capacity, level + (day?.rootsDr ?? 0));
    const demand = etc * (usedBy((hour % 24) + 1) - usedBy(hour % 24));
    const ks = stressCoefficient(level, capacity, limit);
    if (hour >= begin) {
      sum += (1 - ks) * demand;
      lost.push(sum);
    }
    level = Math.min(capacity, level + ks * demand);
  }
  return lost;
}

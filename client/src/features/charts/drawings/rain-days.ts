import { addDays, type FarmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import type { WeatherDaily } from "@lamina/shared/records/weather";
import type { SeriesDay } from "./series-math.ts";

/** One day of rain in mm, total and effective. Null where unknown. */
export interface RainDay {
  day: FarmDay;
  mm: number | null;
  effectiveMm: number | null;
}

/** A run of days without effective rain, both ends included. */
export interface DrySpell {
  from: FarmDay;
  to: FarmDay;
  days: number;
}

/**
 * Rain by days with its effective part. Rain below a share of the day's ETo only wets the leaves (FAO-56, page 170).
 */
export function rainDays(
  days: readonly SeriesDay[],
  weather: readonly Pick<WeatherDaily, "date" | "eto">[],
  minFracEto: number,
): RainDay[] {
  const etoOf = new Map(weather.map(({ date, eto }) => [date, eto] as const));
  return days.map(({ day, amount: mm }) => ({
    day,
    mm,
    effectiveMm: effective(mm, etoOf.get(day) ?? null, minFracEto),
  }));
}

function effective(mm: number | null, eto: number | null, minFracEto: number): number | null {
  if (mm === null || mm === 0 || minFracEto === 0) return mm;
  if (eto === null) return null;
  return mm < minFracEto * eto ? 0 : mm;
}

/** Runs of at least `least` days without effective rain. A day without data ends a run. */
export function drySpells(days: readonly RainDay[], least: number): DrySpell[] {
  const spells: DrySpell[] = [];
  for (const { day, effectiveMm } of days) {
    const spell = spells.slice(-1)[0];
    if (effectiveMm !== 0) continue;
    if (spell && addDays(spell.to, 1) === day) {
      spell.to = day;
      spell.days++;
    } else spells.push({ from: day, to: day, days: 1 });
  }
  return spells.filter((spell) => spell.days >= least);
}

/** One month of rain from its days; null when all of them are unknown. */
export interface RainMonth {
  /** Its first moment on the farm, and that of the next month. */
  at: number;
  end: number;
  mm: number | null;
  effectiveMm: number | null;
  normalMm: number | null;
}

export function rainMonths(days: readonly RainDay[], normal: readonly number[] | null, timeZone: string): RainMonth[] {
  const months = new Map<string, RainMonth>();
  for (const { day, mm, effectiveMm } of days) {
    const name = day.slice(0, 7);
    const month = months.get(name) ?? {
      at: startOfFarmDay(`${name}-01`, timeZone),
      end: startOfFarmDay(`${addDays(`${name}-28`, 4).slice(0, 7)}-01`, timeZone),
      mm: null,
      effectiveMm: null,
      normalMm: normal?.[Number(name.slice(5)) - 1] ?? null,
    };
    months.set(name, {
      ...month,
      mm: mm === null ? month.mm : (month.mm ?? 0) + mm,
      effectiveMm: effectiveMm === null ? month.effectiveMm : (month.effectiveMm ?? 0) + effectiveMm,
    });
  }
  return [...months.values()];
}

/** Normal rain of one day in mm: that of its month, spread evenly. */
export function normalOfDay(normal: readonly number[], day: FarmDay): number {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return (normal[month - 1] ?? 0) / new Date(Date.UTC(year, month, 0)).getUTCDate();
}

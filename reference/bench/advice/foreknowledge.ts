import { kcAt } from "@lamina/agronomy/crop/kc-curve";
import { effectiveRain } from "@lamina/agronomy/soil/effective-rain";
import { depletionFraction, readilyAvailableWater, stressCoefficient } from "@lamina/agronomy/soil/soil-water";
import { depthsOf, valueAt } from "./foresight.ts";
import { type Field, live, manage, morningOf, type Outcome, RULE } from "./season.ts";
import { forecastOf, type SeasonDay, skillOf } from "./weather.ts";

/** Grid of the depletion, mm; days around a date that show its usual weather; usual days taken of them. */
const STEP_MM = 3;
const AROUND_DAYS = 7;
const USUAL = 12;
/** A forecast amount is the true one times 0.7 to 1.3. */
const AMOUNTS = [0.8, 1, 1.2];

/** A possible day with its probability. */
interface Chance {
  eto: number;
  rain: number;
  part: number;
}

/**
 * The season of the best planner with the information of the advice and its accuracy: the forecast of the morning, how often it is
 * right, and the usual weather of each date (`others`: seasons of the same climate). Stochastic dynamic programming: each
 * morning backwards over the days of the forecast, and beyond them over the usual weather. It counts on later decisions,
 * but not on their better forecasts.
 */
export function bestByForecast(field: Field, others: readonly (readonly SeasonDay[])[]): Outcome {
  const { settings, weather, machine } = field;
  const tawOf = tawByDay(field);
  const depths = depthsOf(field);

  /** A day of the balance as `balanceDay` has it, without its columns: the depletion after it and its cost. */
  function after(day: number, dr: number, gross: number, { eto, rain }: Chance): { dr: number; costBrl: number } {
    const etc = kcAt(day, settings.days, settings.kc) * eto;
    const taw = tawOf[day] ?? 0;
    const raw = readilyAvailableWater(depletionFraction(settings.p, etc), taw);
    const used = stressCoefficient(Math.min(dr, taw), taw, raw) * etc;
    const wetting = effectiveRain(rain, eto, RULE) + (gross * machine.efficiencyPct) / 100;
    const next = dr - wetting + used;
    const lost = etc - used + Math.min(used, Math.max(0, next - taw));
    return { dr: Math.min(taw, Math.max(0, next)), costBrl: gross * field.waterBrl + lost * field.lossBrl };
  }

  function best(day: number, dr: number, chances: readonly Chance[], ahead: readonly number[] | undefined) {
    let [leastBrl, depth] = [Number.POSITIVE_INFINITY, 0];
    for (const gross of depths) {
      let sum = 0;
      for (const chance of chances) {
        const { dr: next, costBrl } = after(day, dr, gross, chance);
        sum += chance.part * (costBrl + valueAt(ahead, next, STEP_MM));
      }
      if (sum < leastBrl - 1e-9) [leastBrl, depth] = [sum, gross];
    }
    return { leastBrl, depth };
  }

  const values = (day: number, chances: readonly Chance[], ahead: readonly number[] | undefined) =>
    Array.from(
      { length: Math.ceil((tawOf[day] ?? 0) / STEP_MM) + 1 },
      (_, index) => best(day, index * STEP_MM, chances, ahead).leastBrl,
    );

  const usual = weather.map((_, day) => usualDays(others, day));
  const beyond: number[][] = [];
  for (let day = weather.length - 1; day >= 0; day -= 1) beyond[day] = values(day, usual[day] ?? [], beyond[day + 1]);

  return manage(field, (_field, day, { dr }) => {
    const chances = forecastOf(weather, day, field.seed).map((forecast, ahead) => {
      const skill = skillOf(ahead);
      const right = AMOUNTS.map((amount) => ({ ...forecast, rain: forecast.rain / amount, part: skill / 3 }));
      const wrong = (usual[day + ahead] ?? []).map((one) => ({ ...one, eto: forecast.eto, part: (1 - skill) / USUAL }));
      return [...right, ...wrong];
    });
    const knownDays = Math.min(chances.length, weather.length - day);
    let ahead = beyond[day + knownDays];
    for (let index = knownDays - 1; index > 0; index -= 1) ahead = values(day + index, chances[index] ?? [], ahead);
    return best(day, dr, chances[0] ?? [], ahead).depth;
  });
}

/** Available water by day, mm: root depth depends on the day alone. */
function tawByDay(field: Field): number[] {
  let state = morningOf(field);
  return field.weather.map((weather) => {
    const { row, next } = live(field, state, weather, 0);
    state = next;
    return row.taw;
  });
}

/** Days of other seasons around a date, from dry to wet, at equal distances. */
function usualDays(others: readonly (readonly SeasonDay[])[], day: number): Chance[] {
  const near = others.flatMap((season) => season.slice(Math.max(0, day - AROUND_DAYS), day + AROUND_DAYS + 1));
  const sorted = near.toSorted((one, other) => one.rain - other.rain);
  return Array.from({ length: USUAL }, (_, index) => {
    const { eto = 4, rain = 0 } = sorted[Math.floor(((index + 0.5) / USUAL) * sorted.length)] ?? {};
    return { eto, rain, part: 1 / USUAL };
  });
}

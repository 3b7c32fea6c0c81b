import { type AutoIrrigationRule, autoIrrigation, type PastDay } from "@lamina/agronomy/balance/auto-irrigation";
import { balanceDay } from "@lamina/agronomy/balance/balance";
import type { BalanceRow, BalanceState, DayInput, SeasonSettings } from "@lamina/agronomy/balance/season";
import { readilyAvailableWater, stressCoefficient, totalAvailableWater } from "@lamina/agronomy/soil/soil-water";
import { parseDate } from "../input/calendar.ts";
import type { Reader } from "../input/reader.ts";
import { text } from "../input/text.ts";

/** Numeric fields of a rule, with their ranges. */
const NUMBERS = {
  mad: [0, 1],
  madDr: [0, 1000],
  ksc: [0, 1],
  dsli: [0, 400],
  dsle: [0, 400],
  evnt: [0, 500],
  fpdep: [0, 1000],
  fpday: [0, 60],
  ietrd: [0, 400],
  ifix: [0, 500],
  itdr: [0, 1000],
  itfdr: [0, 1],
  iper: [0, 1000],
  imin: [0, 500],
  imax: [0, 500],
  fw: [0.01, 1],
} as const;

/** Fields of a rule with a fixed set of values. */
const CHOICES = { fpact: ["proceed", "cancel", "reduce"], ettyp: ["ETa", "ETc"] } as const;

/** Boolean fields; `alre` (only after the last recorded irrigation) has no effect without records. */
const SWITCHES = ["ietri", "ietre", "alre"] as const;

/** Reads `autoirrigate`: one rule or a list of them; the first rule that applies irrigates. */
export function readAutoIrrigation(
  reader: Reader,
  value: unknown,
  firstDate: number,
  efficiencyPct: number,
): AutoIrrigationRule[] {
  const sets = Array.isArray(value) ? value : [value];
  return sets.map((item: unknown, index) => {
    const path = Array.isArray(value) ? `autoirrigate[${index}]` : "autoirrigate";
    const set = reader.object(item, path);
    reader.onlyKeys(
      set,
      [...Object.keys(NUMBERS), ...Object.keys(CHOICES), ...SWITCHES, "start", "end", "idow", "ieff"],
      `${path}.`,
    );
    const numbers = Object.entries(NUMBERS).map(([name, [low, high]]) => [
      name,
      reader.optionalNumber(set[name], `${path}.${name}`, low, high),
    ]);
    const choices = Object.entries(CHOICES).map(([name, values]: [string, readonly string[]]) => {
      const value = set[name] ?? undefined;
      if (value !== undefined && !values.includes(String(value))) reader.fail(`${path}.${name}`, text.oneOf(values));
      return [name, value];
    });
    const switches = SWITCHES.map((name) => [name, reader.boolean(set[name], `${path}.${name}`)]);
    const day = (name: "start" | "end") => {
      if (set[name] === undefined || set[name] === null) return undefined;
      const date = parseDate(set[name]);
      if (date === undefined) reader.fail(`${path}.${name}`, text.badDate(set[name]));
      return date === undefined ? undefined : date - firstDate;
    };
    const efficiency = reader.optionalNumber(set.ieff, `${path}.ieff`, 1, 100);
    if (efficiency !== undefined && efficiency !== efficiencyPct) {
      reader.fail(`${path}.ieff`, text.otherEfficiency(efficiency, efficiencyPct));
    }
    const idow = set.idow === undefined ? undefined : reader.string(set.idow, `${path}.idow`);
    if (idow !== undefined && !/^[0-6]+$/.test(idow)) reader.fail(`${path}.idow`, text.weekdays);
    const weekdays = idow === undefined ? undefined : [...idow].map(Number);
    return {
      ...Object.fromEntries([...numbers, ...choices, ...switches]),
      fromDay: day("start"),
      toDay: day("end"),
      weekdays,
    };
  });
}

const weekdayOf = (date: number) => (((date + 4) % 7) + 7) % 7;

/** Runs a season with automatic irrigation, decided each morning; returns the rows and the gross depths in mm. */
export function runAutoIrrigated(
  settings: SeasonSettings,
  start: BalanceState,
  inputs: readonly DayInput[],
  rules: readonly AutoIrrigationRule[],
  firstDate: number,
  efficiencyPct: number,
): { rows: BalanceRow[]; applied: number[] } {
  let state = start;
  let daysSinceIrrigation = 0;
  const tawAtStart = totalAvailableWater(settings.soil, settings.roots.ini);
  let evening = { taw: tawAtStart, raw: readilyAvailableWater(settings.p, tawAtStart), kcActual: settings.kc.ini };
  const applied: number[] = [];
  const past: PastDay[] = [];
  const rain = inputs.map((input) => input.rain);
  const rows = inputs.map((input, day) => {
    daysSinceIrrigation += 1;
    const ksEvening = stressCoefficient(state.dr, evening.taw, evening.raw);
    const morning = {
      day,
      weekday: weekdayOf(firstDate + day),
      dr: state.dr,
      ksEvening,
      ...evening,
      eto: input.eto,
      daysSinceIrrigation,
      past,
      rainAhead: rain.slice(day),
    };
    const hit = rules
      .map((rule) => ({ rule, gross: autoIrrigation(rule, morning, efficiencyPct) }))
      .find(({ gross }) => gross !== undefined);
    const gross = hit?.gross ?? 0;
    if (gross > 0) daysSinceIrrigation = 0;
    applied.push(gross);
    const irrigation = (gross * efficiencyPct) / 100;
    const fw = gross > 0 ? (hit?.rule.fw ?? 1) : input.fw;
    const { row, next } = balanceDay(settings, state, { ...input, irrigation, ...(fw !== undefined && { fw }) });
    evening = { taw: row.taw, raw: row.raw, kcActual: row.ks * row.kcb + row.ke };
    const netRain = row.rainEff - row.runoff;
    past.push({ ETa: row.etcAdj + row.unmet, ETc: row.etc, netRain, water: netRain + row.irrNet });
    state = next;
    return row;
  });
  return { rows, applied };
}

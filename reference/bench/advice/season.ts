import { balanceDay, initialState, plateausNow, stateIn } from "@lamina/agronomy/balance/balance";
import type { DryDay } from "@lamina/agronomy/balance/depletion-outlook";
import type { BalanceState, SeasonSettings } from "@lamina/agronomy/balance/season";
import { uniformSubsoil } from "@lamina/agronomy/balance/subsoil";
import { type Fao56CropKey, fao56Crops } from "@lamina/agronomy/crop/fao56-crops";
import { kcAt, stageEnds } from "@lamina/agronomy/crop/kc-curve";
import { DEFAULT_STAGE_RULES, stageAdvice } from "@lamina/agronomy/crop/stage-rules";
import { lossPerMm } from "@lamina/agronomy/crop/yield-loss";
import type { IrrigationMachine } from "@lamina/agronomy/machine/application";
import { recommend } from "@lamina/agronomy/plan/recommendation";
import type { Recommendation } from "@lamina/agronomy/plan/recommendation-model";
import { stopOrContinue } from "@lamina/agronomy/plan/stop-run";
import { effectiveRain } from "@lamina/agronomy/soil/effective-rain";
import { forecastOf, type SeasonDay } from "./weather.ts";

/** A field with its crop, machine and weather. */
export interface Field {
  settings: SeasonSettings;
  weather: readonly SeasonDay[];
  machine: IrrigationMachine;
  /** R$ per mm and ha of evapotranspiration lost, and of gross water. */
  lossBrl: number;
  waterBrl: number;
  /** Maximum gross mm that the machine can apply in a day. */
  capacityMm: number;
  /** Storage of the whole soil at planting, % of its available water; absent: a depletion of 15 % above a full subsoil. */
  storagePct?: number;
  seed: number;
}

export interface Outcome {
  irrigationMm: number;
  drainedMm: number;
  lostMm: number;
  /** R$/ha of water and energy, and of yield lost. */
  costBrl: number;
}

/** What a manager knows on a morning. */
type Today = Pick<ReturnType<typeof live>["row"], "taw" | "raw" | "etc">;

/** Returns the gross depth in mm to begin on a day, from the state of its morning. */
type Policy = (field: Field, day: number, state: BalanceState, today: Today) => number;

/** What a season does beside its policy; absent: its runs go through, its gauge is right, and each morning has an answer. */
export interface Habits {
  /** Whether to stop a run of which a gross depth in mm is left. */
  stops?(field: Field, day: number, state: BalanceState, today: Today, leftMm: number): boolean;
  /** The rain that the balance gets instead of the true one. */
  gauge?(rain: number): number;
  isBlocked?(field: Field, day: number): boolean;
}

const BRL_KWH = 0.45;
/** Harvest of a crop without a known yield or price, R$/ha: the API's default. */
const UNKNOWN_HARVEST_BRL_HA = 8000;
const FLAT = [{ days: [0, 1, 2, 3, 4, 5, 6], from: "00:00", to: "00:00", kind: "offpeak", brlKwh: BRL_KWH }] as const;
/** Rain below a fifth of ETo is not effective. */
export const RULE = { method: "minFracEto", minFracEto: 0.2 } as const;
const DECIDED_AT_MINUTE = 7 * 60;
/** Days from planting to emergence. */
const EMERGENCE = 7;

/** A pivot of 50 ha with 240 m³/h, on a soil of 140 mm/m. */
export function fieldOf(
  key: Fao56CropKey,
  weather: readonly SeasonDay[],
  { seed, storagePct }: Pick<Field, "seed" | "storagePct">,
): Field {
  const crop: (typeof fao56Crops)[Fao56CropKey] = fao56Crops[key];
  const [ini, mid, end] = crop.kc;
  const [rootIni, rootMax] = crop.rootsCm;
  const machine: IrrigationMachine = {
    areaHa: 50.3,
    flowM3h: 240,
    efficiencyPct: 85,
    maxHoursDay: 21,
    pumpKw: 120,
    passLimitMm: 25,
    panel: { time100H: 9.5, depth100Mm: 4.53, minPercent: 10 },
  };
  const settings: SeasonSettings = {
    days: crop.days,
    kc: { ini, mid, end },
    roots: { ini: rootIni / 100, max: rootMax / 100 },
    p: crop.p,
    soil: [{ depthM: 2, fc: 0.32, wp: 0.18 }],
  };
  const total = crop.days.reduce((sum, one) => sum + one, 0);
  const etm = weather.slice(0, total).reduce((sum, { eto }, day) => sum + kcAt(day, crop.days, settings.kc) * eto, 0);
  const { ky = 1, ...worth } = crop as Partial<Record<"ky" | "yieldKgHa" | "priceBrlKg", number>>;
  const isKnown = worth.yieldKgHa !== undefined && worth.priceBrlKg !== undefined;
  const { yieldKgHa = 0, priceBrlKg = 0 } = isKnown ? worth : { yieldKgHa: UNKNOWN_HARVEST_BRL_HA, priceBrlKg: 1 };
  return {
    settings,
    weather: weather.slice(0, total),
    machine,
    lossBrl: lossPerMm({ ky, yieldKgHa, priceBrlKg, etmMm: etm }),
    waterBrl: (10 / machine.flowM3h) * machine.pumpKw * BRL_KWH,
    capacityMm: (machine.flowM3h * machine.maxHoursDay) / (10 * machine.areaHa),
    ...(storagePct !== undefined && { storagePct }),
    seed,
  };
}

export const morningOf = ({ settings, storagePct }: Field): BalanceState =>
  storagePct === undefined
    ? initialState(settings, 0.15 * 0.14 * 1000 * settings.roots.ini)
    : stateIn(settings, uniformSubsoil(storagePct));

/** Advances the balance by one day with an applied gross depth. */
export function live(
  field: Field,
  state: BalanceState,
  { eto, rain }: Pick<SeasonDay, "eto" | "rain">,
  grossMm: number,
) {
  const irrigation = grossMm * (field.machine.efficiencyPct / 100);
  return balanceDay(field.settings, state, { eto, rain: effectiveRain(rain, eto, RULE), irrigation });
}

/** A remainder of a run below this is nothing, mm. */
const MIN_MM = 0.05;

/** Simulates a season under a policy. Depth that exceeds the machine's capacity of a day continues on the next. */
export function manage(
  field: Field,
  policy: Policy,
  { stops = () => false, gauge = (rain) => rain, isBlocked = () => false }: Habits = {},
): Outcome {
  const sum = { irrigationMm: 0, drainedMm: 0, lostMm: 0, costBrl: 0 };
  let state = morningOf(field);
  // The balance by the gauge.
  let seen = state;
  let queued = 0;
  for (const [day, weather] of field.weather.entries()) {
    const seenWeather = { ...weather, rain: gauge(weather.rain) };
    const { row } = live(field, seen, seenWeather, 0);
    const hasAnswer = !isBlocked(field, day);
    if (queued >= MIN_MM && hasAnswer && stops(field, day, seen, row, queued)) queued = 0;
    let gross = Math.min(queued, field.capacityMm);
    queued -= gross;
    // A machine that is ready before the day's end takes the next decision, with the water of today counted.
    if (queued < MIN_MM && gross < field.capacityMm && hasAnswer) {
      const dr = Math.max(0, seen.dr - netOf(field, gross));
      queued = Math.max(0, policy(field, day, { ...seen, dr }, row));
      const more = Math.min(queued, field.capacityMm - gross);
      gross += more;
      queued -= more;
    }
    const today = live(field, state, weather, gross);
    seen = live(field, seen, seenWeather, gross).next;
    state = today.next;
    const lost = today.row.etc - today.row.etcAdj;
    sum.irrigationMm += gross;
    sum.drainedMm += today.row.dp;
    sum.lostMm += lost;
    sum.costBrl += gross * field.waterBrl + lost * field.lossBrl;
  }
  return sum;
}

const netOf = ({ machine }: Field, grossMm: number) => grossMm * (machine.efficiencyPct / 100);

export const toFieldCapacity: Policy = ({ machine }, _day, { dr }, { taw }) =>
  dr >= 0.5 * taw ? dr / (machine.efficiencyPct / 100) : 0;

export const tenEveryThree: Policy = (_field, day) => (day % 3 === 0 ? 10 : 0);

/** The coming days by a forecast of realistic error, with and without its rain. */
function daysAhead(field: Field, day: number, state: BalanceState) {
  const { settings, weather, seed } = field;
  const forecast = forecastOf(weather, day, seed);
  const outlook = forecast.map(({ eto, rain, chance }, ahead) => ({
    etc: kcAt(state.day + ahead, settings.days, settings.kc) * eto,
    rainEff: effectiveRain(rain, eto, RULE),
    rainChance: chance,
  }));
  const dryDays: DryDay[] = [];
  let ahead = state;
  for (const { eto } of forecast) {
    const { row, next } = live(field, ahead, { eto, rain: 0 }, 0);
    dryDays.push({ etc: row.etc, taw: row.taw, raw: row.raw, rootsDr: row.rootsDr });
    ahead = next;
  }
  return { outlook, dryDays };
}

/** Mornings of some seasons by the rule that answered, and the gross depth that it began, mm. */
export type Answers = Map<Recommendation["rule"], { mornings: number; grossMm: number }>;

/** The product's recommendation. `answers` gets the rule of each morning. */
export const adviceWith =
  (answers: Answers): Policy =>
  (field, day, state, today) => {
    const { settings, weather, machine } = field;
    const { outlook, dryDays } = daysAhead(field, day, state);
    const usual = weather
      .slice(Math.max(0, day - 7), day + 1)
      .reduce((sum, { eto }, _index, all) => sum + eto / all.length, 0);
    const kc = plateausNow(settings, state, usual);
    const end = stageEnds(settings.days)[3];
    let remaining = 0;
    for (let ahead = state.day; ahead < end; ahead += 1) remaining += kcAt(ahead, settings.days, kc) * usual;
    const stage = stageAdvice(DEFAULT_STAGE_RULES, {
      day: state.day,
      days: settings.days,
      isEmerged: day >= EMERGENCE,
      dr: state.dr,
      taw: today.taw,
      remainingEtc: remaining,
    });
    const recommendation = recommend({
      active: true,
      // One tariff all day: a run starts when it is decided.
      waitDays: 0,
      blockers: [],
      dr: state.dr,
      raw: today.raw,
      taw: today.taw,
      dp: 0,
      outlook,
      dryDays,
      expectedEtc: outlook[0]?.etc ?? today.etc,
      machine,
      tariff: FLAT.map((window) => ({ ...window, days: [...window.days] })),
      clock: { midnight: 0, weekday: day % 7, nowMinute: DECIDED_AT_MINUTE },
      stage,
      peakEtc: settings.kc.mid * usual,
      worth: { lossBrlMmHa: field.lossBrl, waterBrlM3: 0 },
    });
    // Before a further pass the card has new facts.
    const grossMm = recommendation.action === "irrigate" ? recommendation.depthPerPassMm : 0;
    const before = answers.get(recommendation.rule) ?? { mornings: 0, grossMm: 0 };
    answers.set(recommendation.rule, { mornings: before.mornings + 1, grossMm: before.grossMm + grossMm });
    return grossMm;
  };

/** The product's advice to stop a run, asked every morning. */
export const stopsByAdvice: NonNullable<Habits["stops"]> = (field, day, state, { taw, raw }, leftMm) => {
  const { machine, capacityMm, lossBrl, waterBrl } = field;
  const sector = {
    ...daysAhead(field, day, state),
    dr: state.dr,
    raw,
    taw,
    areaHa: machine.areaHa,
    netMm: netOf(field, leftMm),
    lossBrlMm: lossBrl * machine.areaHa,
    capacityMmDay: netOf(field, capacityMm),
  };
  return stopOrContinue({
    sectors: [sector],
    nowHour: DECIDED_AT_MINUTE / 60,
    hoursSince: 0,
    hoursLeft: (leftMm * machine.areaHa * 10) / machine.flowM3h,
    energyBrl: leftMm * waterBrl * machine.areaHa,
    waterBrl: 0,
  }).stops;
};

import { balanceDay, initialState, plateausNow } from "@lamina/agronomy/balance/balance";
import type { BalanceState, SeasonSettings } from "@lamina/agronomy/balance/season";
import { type Fao56CropKey, fao56Crops } from "@lamina/agronomy/crop/fao56-crops";
import { kcAt, stageEnds } from "@lamina/agronomy/crop/kc-curve";
import { DEFAULT_STAGE_RULES, stageAdvice } from "@lamina/agronomy/crop/stage-rules";
import { lossPerMm } from "@lamina/agronomy/crop/yield-loss";
import type { IrrigationMachine } from "@lamina/agronomy/machine/application";
import { recommend } from "@lamina/agronomy/plan/recommendation";
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
  seed: number;
}

export interface Outcome {
  irrigationMm: number;
  drainedMm: number;
  lostMm: number;
  /** R$/ha of water and energy, and of yield lost. */
  costBrl: number;
}

/** Returns the gross depth in mm to begin on a day, from the state of its morning. */
export type Policy = (
  field: Field,
  day: number,
  state: BalanceState,
  today: { taw: number; raw: number; etc: number },
) => number;

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
export function fieldOf(key: Fao56CropKey, weather: readonly SeasonDay[], seed: number): Field {
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
    seed,
  };
}

export const morningOf = ({ settings }: Field): BalanceState =>
  initialState(settings, 0.15 * 0.14 * 1000 * settings.roots.ini);

/** Advances the balance by one day with an applied gross depth. */
export function live(field: Field, state: BalanceState, { eto, rain }: SeasonDay, grossMm: number) {
  const irrigation = grossMm * (field.machine.efficiencyPct / 100);
  return balanceDay(field.settings, state, { eto, rain: effectiveRain(rain, eto, RULE), irrigation });
}

/** A remainder of a run below this is nothing, mm. */
const LEAST_MM = 0.05;

/** Simulates a season under a policy. Depth that exceeds the machine's capacity of a day continues on the next. */
export function manage(field: Field, policy: Policy): Outcome {
  const sum = { irrigationMm: 0, drainedMm: 0, lostMm: 0, costBrl: 0 };
  let state = morningOf(field);
  let queued = 0;
  for (const [day, weather] of field.weather.entries()) {
    const { row } = live(field, state, weather, 0);
    let gross = Math.min(queued, field.capacityMm);
    queued -= gross;
    // A machine that is ready before the day's end takes the next decision, with the water of today counted.
    if (queued < LEAST_MM && gross < field.capacityMm) {
      const dr = Math.max(0, state.dr - gross * (field.machine.efficiencyPct / 100));
      queued = Math.max(0, policy(field, day, { ...state, dr }, row));
      const more = Math.min(queued, field.capacityMm - gross);
      gross += more;
      queued -= more;
    }
    const today = live(field, state, weather, gross);
    state = today.next;
    const lost = today.row.etc - today.row.etcAdj;
    sum.irrigationMm += gross;
    sum.drainedMm += today.row.dp;
    sum.lostMm += lost;
    sum.costBrl += gross * field.waterBrl + lost * field.lossBrl;
  }
  return sum;
}

export const toFieldCapacity: Policy = ({ machine }, _day, { dr }, { taw }) =>
  dr >= 0.5 * taw ? dr / (machine.efficiencyPct / 100) : 0;

export const tenEveryThree: Policy = (_field, day) => (day % 3 === 0 ? 10 : 0);

/** The product's recommendation, with a forecast of realistic error. */
export const advice: Policy = (field, day, state, today) => {
  const { settings, weather, machine } = field;
  const outlook = forecastOf(weather, day, field.seed).map(({ eto, rain, chance }, ahead) => ({
    etc: kcAt(state.day + ahead, settings.days, settings.kc) * eto,
    rainEff: effectiveRain(rain, eto, RULE),
    rainChance: chance,
  }));
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
    expectedEtc: outlook[0]?.etc ?? today.etc,
    machine,
    tariff: FLAT.map((window) => ({ ...window, days: [...window.days] })),
    clock: { midnight: 0, weekday: day % 7, nowMinute: DECIDED_AT_MINUTE },
    stage,
    peakEtc: settings.kc.mid * usual,
    worth: { lossBrlMmHa: field.lossBrl, waterBrlM3: 0 },
  });
  // Before a further pass the card has new facts.
  return recommendation.action === "irrigate" ? recommendation.depthPerPassMm : 0;
};

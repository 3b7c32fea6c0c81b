import { kcMax as upperKc } from "../crop/kc-climate.ts";
import { developmentAt, type KcPlateaus, kcAt, stageAt } from "../crop/kc-curve.ts";
import { NOTHING_SEEN, seasonPlateaus, seeDay } from "../crop/kc-season.ts";
import { canopyOn } from "../crop/observed-canopy.ts";
import { cropHeight, rootDepth } from "../crop/root-growth.ts";
import {
  canopyCover,
  evaporationCoefficient,
  evaporationReduction,
  exposedWettedFraction,
  surfaceDepletion,
  wettedFraction,
} from "../soil/evaporation.ts";
import { curveNumber, runoff } from "../soil/runoff.ts";
import {
  depletionFraction,
  readilyAvailableWater,
  stressCoefficient,
  totalAvailableWater,
} from "../soil/soil-water.ts";
import type { BalanceRow, BalanceState, DayInput, DualSettings, SeasonSettings } from "./season.ts";
import { deficitBetween, refilled, type Subsoil, subsoilBelow } from "./subsoil.ts";

/** Climate for which Eq. 72 needs no correction. */
const NEUTRAL_CLIMATE = { u2: 2, rhMin: 45 } as const;
/** Crop height where none is known, m. */
const DEFAULT_HEIGHT_M = 1;

/**
 * State at the start of a season with a depletion in mm, above a subsoil at field capacity (pyfao56's wet start); a
 * surface is dry unless it is known to be wet (FAO-56 page 153).
 */
export function initialState(settings: SeasonSettings, dr: number, de = settings.dual?.layer.tew ?? 0): BalanceState {
  return { day: 0, dr, de, rootM: settings.roots.ini, heightM: settings.dual?.height.ini ?? 0, fw: 1 };
}

/** State at the start of a season in a soil that is known from the surface down. */
export function stateIn(settings: SeasonSettings, soil: Subsoil, de?: number): BalanceState {
  const { ini } = settings.roots;
  const dr = deficitBetween(settings.soil, soil, 0, ini);
  return { ...initialState(settings, dr, de), subsoil: subsoilBelow(soil, ini) };
}

/**
 * One day of the water balance (FAO-56 Eq. 69–88). Order: coefficients, ETc, p, Ks from the depletion at the START of the
 * day, percolation, depletion at its end (see `wetting` for the other order). Roots grow into the subsoil as it is, and
 * water that leaves them fills it before any percolates. Always closes:
 * dr = yesterday's dr + rootsDr − rainEff + runoff − irrNet − capillaryRise + etcAdj + toSubsoil + dp + adjustment, and
 * subsoilDr = yesterday's subsoilDr − rootsDr − toSubsoil.
 */
export function balanceDay(
  settings: SeasonSettings,
  state: BalanceState,
  input: DayInput,
): { row: BalanceRow; next: BalanceState } {
  const { days, dual } = settings;
  const { day } = state;
  const plateaus = plateausNow(settings, state, input.eto);
  const curve = { kc: kcAt(day, days, plateaus), development: developmentAt(day, days, settings.kc) };
  const canopy = canopyOn(curve, coveredCrop(settings, plateaus), { before: state.canopy, cover: input.cover });
  const { kc: kcb, development } = canopy ?? curve;
  const rootM = rootDepth(settings.roots, development, state.rootM);
  const { subsoil = [] } = state;
  const rootsDr = deficitBetween(settings.soil, subsoil, state.rootM, rootM);
  const drStart = state.dr + rootsDr;
  const runoffMm = input.runoff ?? rainRunoff(settings, state.de, input.rain);
  const infiltrated = input.rain - runoffMm;

  const surface = dual
    ? surfaceDay(settings, dual, state, { ...input, rain: infiltrated }, development, kcb)
    : undefined;
  const ke = surface?.ke ?? 0;
  const kc = kcb + ke;
  const etc = kc * input.eto;

  const taw = totalAvailableWater(settings.soil, rootM);
  const p = settings.pConstant ? settings.p : depletionFraction(settings.p, etc);
  const raw = readilyAvailableWater(p, taw);
  const wetting = infiltrated + input.irrigation;
  const atDawn = settings.wetting === "dawn";
  const ks = stressCoefficient(atDawn ? Math.max(0, drStart - wetting) : drStart, taw, raw);
  const demanded = (ks * kcb + ke) * input.eto;

  const drained = Math.max(wetting - (atDawn ? 0 : demanded) - drStart, 0);
  const deepestM = Math.max(rootM, settings.roots.max);
  const room = deficitBetween(settings.soil, subsoil, rootM, deepestM);
  const toSubsoil = Math.min(drained, room);
  const dp = drained - toSubsoil;
  const beforeRise = drStart - wetting + demanded + drained;
  const capillaryRise = Math.min(input.capillaryRise ?? 0, Math.max(0, beforeRise));
  const uncut = beforeRise - capillaryRise;
  const unmet = Math.min(demanded, Math.max(0, uncut - taw));
  const dr = Math.min(taw, Math.max(0, input.adjustedDr ?? uncut));

  const row: BalanceRow = {
    day,
    stage: stageAt(day, days),
    kc,
    kcb,
    canopyKc: kcb - curve.kc,
    ke,
    de: surface?.de ?? 0,
    fw: surface?.fw ?? state.fw,
    rootCm: 100 * rootM,
    eto: input.eto,
    etc,
    etcAdj: demanded - unmet,
    unmet,
    ks,
    rainEff: input.rain,
    runoff: runoffMm,
    irrNet: input.irrigation,
    capillaryRise,
    taw,
    p,
    raw,
    dr,
    rootsDr,
    toSubsoil,
    dp,
    subsoilTaw: totalAvailableWater(settings.soil, deepestM) - taw,
    subsoilDr: room - toSubsoil,
    storagePct: (100 * (taw - dr)) / taw,
    adjustment: dr - (uncut - unmet),
  };
  const seen = settings.climate && {
    seen: seeDay(state.seen ?? NOTHING_SEEN, day, days, {
      ...input,
      wettedPart: input.fw,
    }),
  };
  const heightM = surface?.heightM ?? state.heightM;
  const below = refilled(settings.soil, subsoil, rootM, drained);
  const next = { day: day + stepOf(settings, input), dr, de: row.de, rootM, heightM, fw: row.fw };
  const carried = { ...(below.length > 0 && { subsoil: below }), ...(canopy && { canopy: canopy.next }) };
  return { row, next: { ...next, ...carried, ...seen } };
}

/** The crop as a cover that was seen needs it. */
function coveredCrop({ roots, heightM = DEFAULT_HEIGHT_M }: SeasonSettings, plateaus: KcPlateaus) {
  return { plateaus, heightM, isAnnual: roots.ini < roots.max };
}

/** The coefficients of a day's curve: tabulated, or adapted to the season's own weather. ETo in mm/d. */
export function plateausNow({ kc, climate, days }: SeasonSettings, state: BalanceState, eto: number): KcPlateaus {
  if (climate === undefined) return kc;
  return seasonPlateaus(kc, climate, state.seen ?? NOTHING_SEEN, { position: state.day, lengths: days, eto });
}

/** Advance of a day on the curve. */
function stepOf({ thermal }: SeasonSettings, { degreeDays }: DayInput): number {
  return thermal === undefined ? 1 : (degreeDays ?? thermal.usual);
}

/** A whole season, day after day from its initial state. */
export function runSeason(settings: SeasonSettings, start: BalanceState, inputs: readonly DayInput[]): BalanceRow[] {
  let state = start;
  return inputs.map((input) => {
    const { row, next } = balanceDay(settings, state, input);
    state = next;
    return row;
  });
}

function rainRunoff(settings: SeasonSettings, de: number, rain: number): number {
  if (settings.curveNumber2 === undefined) return 0;
  return runoff(rain, curveNumber(settings.curveNumber2, de, settings.dual?.layer));
}

/** Ke and the surface layer of a day (FAO-56 Eq. 71–79). */
function surfaceDay(
  settings: SeasonSettings,
  dual: DualSettings,
  state: BalanceState,
  input: DayInput,
  development: number,
  kcb: number,
) {
  const { u2 = NEUTRAL_CLIMATE.u2, rhMin = NEUTRAL_CLIMATE.rhMin } = input;
  const heightM = cropHeight(dual.height, development, state.heightM);
  const ceiling = upperKc(kcb, u2, rhMin, heightM, settings.surface);
  const cover = canopyCover(kcb, settings.kc.ini, ceiling, heightM);
  const fw = input.fw ?? wettedFraction(state.fw, input.rain, input.irrigation);
  const few = exposedWettedFraction(cover, fw);
  const { rain, irrigation, eto } = input;
  const deSeen = settings.wetting === "dawn" ? Math.max(0, state.de - rain - irrigation / fw) : state.de;
  const kr = evaporationReduction(deSeen, dual.layer);
  const ke = evaporationCoefficient(kr, ceiling, kcb, few);
  const de = surfaceDepletion({ de: state.de, rain, irrigation, fw, few, evaporation: ke * eto, tew: dual.layer.tew });
  return { ke, de, fw, heightM };
}

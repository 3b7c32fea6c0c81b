import type { KcPlateaus } from "./kc-curve.ts";

/** A cover of the ground that was seen, as its departure from the curve. JSON: each day passes it to the next. */
export interface SeenCanopy {
  /** Density coefficient that was seen, minus that of the curve on the same day. */
  departure: number;
  /** Age on the next day to be computed, days. */
  ageDays: number;
}

/** Days for which an observation counts in full, and on which it has lost its weight (†): start values without a source. */
const FULL_DAYS = 7;
const LAST_DAYS = 28;
/** Kc of bare soil without wettings, under a crop that never leaves the ground bare (FAO-56 chapter 9). */
const KC_DRY_SOIL = 0.15;
/** Cover from which on an annual crop counts as fully grown in height (Melton et al. 2012, IEEE JSTARS 5(6), p. 1709). */
const COVER_OF_GROWN = 0.7;

const part = (value: number) => Math.min(1, Math.max(0, value));

/**
 * Green cover of the ground, 0 to 1, by NDVI: the line of 18 crops on 49 fields, r² 0.96 (Johnson & Trout 2012, Remote
 * Sensing 4(2), p. 439).
 */
export function coverFromNdvi(ndvi: number): number {
  return part(1.26 * ndvi - 0.18);
}

/**
 * Density coefficient Kd, 0 to 1, of an effective cover (0 to 1) and a height in m (FAO-56 Eq. 98; Allen & Pereira 2009,
 * Irrigation Science 28, p. 17).
 */
export function densityCoefficient(cover: number, heightM: number): number {
  return Math.min(1, 2 * cover, cover ** (1 / (1 + heightM)));
}

/** Weight of an observation, 0 to 1, by its age in days. */
export function canopyWeight(ageDays: number): number {
  return part((LAST_DAYS - ageDays) / (LAST_DAYS - FULL_DAYS));
}

/** The crop whose cover was seen. */
interface CoveredCrop {
  plateaus: KcPlateaus;
  /** Height of the grown crop, m. */
  heightM: number;
  /** Whether the crop leaves the ground bare at first. */
  isAnnual: boolean;
}

/**
 * Coefficients without cover and under full cover. An annual crop has those of its curve. The table of a perennial is for
 * its usual cover, so its full one follows from the height (FAO-56 Eq. 100).
 */
function limits({ plateaus: { ini, mid }, heightM, isAnnual }: CoveredCrop): { bare: number; full: number } {
  if (isAnnual) return { bare: ini, full: mid };
  return { bare: Math.min(ini, KC_DRY_SOIL), full: Math.max(mid, Math.min(1 + 0.1 * heightM, 1.2)) };
}

/** Coefficient of a cover (0 to 1): Kc min + Kd (Kc full − Kc min) (FAO-56 Eq. 98). */
export function kcOfCover(cover: number, crop: CoveredCrop): number {
  const { bare, full } = limits(crop);
  return bare + seenDensity(cover, crop) * (full - bare);
}

function seenDensity(cover: number, { heightM, isAnnual }: CoveredCrop): number {
  return densityCoefficient(cover, heightM * (isAnnual ? Math.min(1, cover / COVER_OF_GROWN) : 1));
}

/** A day of the curve: its coefficient, and the development from `developmentAt`, 0 to 1. */
interface CurveDay {
  kc: number;
  development: number;
}

/**
 * The canopy of a day: an observation of the day (cover, 0 to 1), else the departure of an earlier one, which fades with
 * its age. `kc` and `development` replace those of the curve. Undefined without an observation that still counts.
 */
export function canopyOn(
  { kc, development }: CurveDay,
  crop: CoveredCrop,
  { before, cover }: { before?: SeenCanopy | undefined; cover?: number | undefined },
) {
  const { bare, full } = limits(crop);
  const range = full - bare;
  if (range <= 0) return undefined;
  const seen = cover === undefined ? before : { departure: seenDensity(cover, crop) - (kc - bare) / range, ageDays: 0 };
  const weight = seen === undefined ? 0 : canopyWeight(seen.ageDays);
  if (seen === undefined || weight === 0) return undefined;
  const change = weight * seen.departure;
  const next: SeenCanopy = { ...seen, ageDays: seen.ageDays + 1 };
  return {
    kc: Math.max(Math.min(bare, kc), kc + change * range),
    development: crop.isAnnual ? part(development + change) : development,
    next,
  };
}

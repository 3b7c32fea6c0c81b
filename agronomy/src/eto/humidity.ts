import { saturationVapourPressure } from "./air.ts";

export interface HumidityRecord {
  /** Actual vapour pressure, kPa. */
  ea?: number | undefined;
  /** Dew point, °C. */
  tDew?: number | undefined;
  /** Psychrometer: dry and wet bulb, °C, and its coefficient (kPa/°C, already multiplied by the pressure). */
  psychrometer?: { tDry: number; tWet: number; coefficient: number } | undefined;
  /** Relative humidities, %. */
  rhMax?: number | undefined;
  rhMin?: number | undefined;
  rhMean?: number | undefined;
}

/** How the actual vapour pressure was found, best first. */
export type HumiditySource =
  | "vapourPressure"
  | "dewPoint"
  | "psychrometer"
  | "rhMaxMin"
  | "rhMax"
  | "rhMean"
  | "rhMin"
  | "minimumTemperature";

interface VapourPressure {
  /** Actual vapour pressure, kPa. */
  ea: number;
  source: HumiditySource;
}

/** ea in kPa from the dew point in °C (FAO-56 Eq. 14). */
export const vapourPressureFromDewPoint = saturationVapourPressure;

/** Psychrometer types and their coefficient a_psy in 1/°C (FAO-56 Eq. 16). */
export const PSYCHROMETER = { ventilated: 0.000662, naturallyVentilated: 0.0008, indoor: 0.0012 } as const;

/** ea in kPa from dry and wet bulb in °C and γ_psy = a_psy·P in kPa/°C (FAO-56 Eq. 15 and 16). */
export function vapourPressureFromPsychrometer(tDryC: number, tWetC: number, coefficient: number): number {
  return saturationVapourPressure(tWetC) - coefficient * (tDryC - tWetC);
}

/** ea in kPa from both extremes of the relative humidity in % (FAO-56 Eq. 17). */
export function vapourPressureFromRhMaxMin(tMaxC: number, tMinC: number, rhMax: number, rhMin: number): number {
  return (saturationVapourPressure(tMinC) * rhMax + saturationVapourPressure(tMaxC) * rhMin) / 200;
}

/** ea in kPa from the maximum relative humidity in %, when the minimum is doubtful (FAO-56 Eq. 18). */
function vapourPressureFromRhMax(tMinC: number, rhMax: number): number {
  return (saturationVapourPressure(tMinC) * rhMax) / 100;
}

/** ea in kPa from the mean relative humidity in %, less accurate (FAO-56 Eq. 19). */
export function vapourPressureFromRhMean(tMaxC: number, tMinC: number, rhMean: number): number {
  return (rhMean / 100) * ((saturationVapourPressure(tMaxC) + saturationVapourPressure(tMinC)) / 2);
}

/**
 * ea in kPa from the best available humidity, in the order of FAO-56 (chapter 3, "Actual vapour pressure"). Without any
 * humidity, the dew point is taken as Tmin less `dewPointDepression` °C (FAO-56 Eq. 48; 2 °C in arid places).
 */
export function actualVapourPressure(
  tMaxC: number,
  tMinC: number,
  record: HumidityRecord,
  dewPointDepression = 0,
): VapourPressure {
  const { ea, tDew, psychrometer, rhMax, rhMin, rhMean } = record;
  if (ea !== undefined) return { ea, source: "vapourPressure" };
  if (tDew !== undefined) return { ea: vapourPressureFromDewPoint(tDew), source: "dewPoint" };
  if (psychrometer !== undefined) {
    const { tDry, tWet, coefficient } = psychrometer;
    return { ea: vapourPressureFromPsychrometer(tDry, tWet, coefficient), source: "psychrometer" };
  }
  if (rhMax !== undefined && rhMin !== undefined) {
    return { ea: vapourPressureFromRhMaxMin(tMaxC, tMinC, rhMax, rhMin), source: "rhMaxMin" };
  }
  if (rhMax !== undefined) return { ea: vapourPressureFromRhMax(tMinC, rhMax), source: "rhMax" };
  if (rhMean !== undefined) return { ea: vapourPressureFromRhMean(tMaxC, tMinC, rhMean), source: "rhMean" };
  if (rhMin !== undefined) return { ea: (saturationVapourPressure(tMaxC) * rhMin) / 100, source: "rhMin" };
  return { ea: vapourPressureFromDewPoint(tMinC - dewPointDepression), source: "minimumTemperature" };
}

/** Minimum relative humidity in % from the vapour pressure in kPa and Tmax in °C (FAO-56 Eq. 63 and 64). */
export function minimumRelativeHumidity(ea: number, tMaxC: number): number {
  return Math.min(100, (100 * ea) / saturationVapourPressure(tMaxC));
}

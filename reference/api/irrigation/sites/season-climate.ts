import { type KcPlateaus, type StageDays, stageEnds } from "@lamina/agronomy/crop/kc-curve";
import type { ClimateRules, StageClimate } from "@lamina/agronomy/crop/kc-season";
import { growingDegreeDays, saturationVapourPressure } from "@lamina/agronomy/eto/air";
import { vapourPressureFromRhMean } from "@lamina/agronomy/eto/humidity";
import { evaporationLayer } from "@lamina/agronomy/soil/evaporation-layer";
import type { SoilLayer } from "@lamina/agronomy/soil/soil-water";
import { addDays, type FarmDay } from "@lamina/shared/core/farm-time";
import { type Climate, type MonthNormal, normalsAt } from "../../weather/climate/normals.ts";
import type { SectorContext, SectorSeason } from "./sectors.ts";

/** The climate of the tabulated coefficients (FAO-56 chapter 6): no correction. */
const TABULATED: StageClimate = { u2: 2, rhMin: 45 };
/** Sampling interval of a stage, days: normals are monthly. */
const SAMPLE_DAYS = 10;
/** A soil with less evaporable water in its upper 10 cm is coarse, mm (FAO-56 Table 19, Annex 7). */
const COARSE_TEW_MM = 15;
/** Degrees of an ordinary day of the growing season without normals, °C·d. */
const TYPICAL_DEGREE_DAYS = 14;

type Crop = SectorSeason["crop"];
type Place = Pick<SectorContext["farm"], "lat" | "lon">;

/** Degrees of a usual day for a crop's curve, °C·d: by the normals of the months after planting. */
export function usualDegreeDays({ tBase, tUpper }: Crop, planted: FarmDay, { lat, lon }: Place): number {
  const climate = normalsAt(lat, lon);
  if (climate === null || tBase === null) return TYPICAL_DEGREE_DAYS;
  const months = [0, 30, 60, 90].map((days) => monthOf(climate, addDays(planted, days)));
  const degrees = months.map(({ tMax, tMin }) => growingDegreeDays(tMax, tMin, tBase, tUpper ?? undefined));
  return Math.max(1, degrees.reduce((sum, one) => sum + one, 0) / degrees.length);
}

/**
 * Rules for adapting the coefficients of a season to its weather. Without a height, mid-season and end remain as
 * tabulated. The initial stage remains as tabulated without a Kcb ini, its lower limit, and under a perennial's cover.
 * Coefficients that a person gave to the season are not adapted, because they are already local.
 */
export function climateRules(
  { season, crop }: SectorSeason,
  place: Place,
  given: { days: StageDays; layers: readonly SoilLayer[]; isDual: boolean; own: KcPlateaus },
): ClimateRules | undefined {
  const { days, layers, isDual, own } = given;
  const isOwn = !isDual && (own.ini !== crop.kcIni || own.mid !== crop.kcMid || own.end !== crop.kcEnd);
  if (isOwn) return undefined;
  const climate = normalsAt(place.lat, place.lon);
  const ends = stageEnds(days);
  const usual = (from: number, to: number) =>
    climate ? meanOf(monthsBetween(climate, season.plantingDate, from, to)) : TABULATED;
  const isAnnual = crop.rootIniCm < crop.rootMaxCm;
  const wetting = !isDual && isAnnual && crop.kcbIni !== null;
  if (crop.heightM === null && !wetting) return undefined;
  const rain = climate ? rainOf(monthsBetween(climate, season.plantingDate, 0, ends[0])) : undefined;
  return {
    expectedDays: days,
    ...(crop.heightM !== null && {
      grown: { heightM: crop.heightM, mid: usual(ends[1], ends[2]), late: usual(ends[2], ends[3]) },
    }),
    ...(wetting && {
      wetting: {
        leastKc: crop.kcbIni ?? 0,
        texture: evaporationLayer(layers).tew < COARSE_TEW_MM ? ("coarse" as const) : ("fine" as const),
        ...(rain && { rain }),
      },
    }),
  };
}

const monthOf = (climate: Climate, day: FarmDay): MonthNormal => {
  const normal = climate[Number(day.slice(5, 7)) - 1];
  if (normal === undefined) throw new RangeError(`No month of the year: ${day}`);
  return normal;
};

function monthsBetween(climate: Climate, planted: FarmDay, from: number, to: number): MonthNormal[] {
  const months: MonthNormal[] = [];
  for (let day = from; day === from || day < to; day += SAMPLE_DAYS)
    months.push(monthOf(climate, addDays(planted, Math.round(day))));
  return months;
}

function meanOf(months: readonly MonthNormal[]): StageClimate {
  const sum = months.map(stageClimate).reduce((a, b) => ({ u2: a.u2 + b.u2, rhMin: a.rhMin + b.rhMin }));
  return { u2: sum.u2 / months.length, rhMin: sum.rhMin / months.length };
}

/** The afternoon's humidity from the day's mean vapour pressure (FAO-56 Eq. 19). */
function stageClimate({ tMax, tMin, rhMean, wind2m }: MonthNormal): StageClimate {
  const ea = vapourPressureFromRhMean(tMax, tMin, rhMean);
  return { u2: wind2m, rhMin: (100 * ea) / saturationVapourPressure(tMax) };
}

/** Mean days of a month, for the interval of its rains. */
const MONTH_DAYS = 30.4;

function rainOf(months: readonly MonthNormal[]): { intervalDays: number; depthMm: number } {
  const days = months.reduce((sum, { rainDays }) => sum + rainDays, 0);
  const rain = months.reduce((sum, month) => sum + month.rain, 0);
  return { intervalDays: (MONTH_DAYS * months.length) / days, depthMm: rain / days };
}

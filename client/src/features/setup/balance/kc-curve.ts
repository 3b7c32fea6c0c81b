import { type KcPlateaus, type StageDays, singlePlateaus, stageEnds } from "@lamina/agronomy/crop/kc-curve";
import { kcOfCover } from "@lamina/agronomy/crop/observed-canopy";
import { daysBetween, type FarmDay } from "@lamina/shared/core/farm-time";

/** The four stages' lengths in days and the three plateaus of a crop coefficient (FAO-56, chapter 6). */
export interface KcCurve {
  days: StageDays;
  kc: KcPlateaus;
}

/** Crop height where none is known, m, as in the balance. */
const DEFAULT_HEIGHT_M = 1;

interface CropCurve {
  stages?: readonly Stage[];
  kcIni?: number;
  kcMid?: number;
  kcEnd?: number;
}

interface Stage {
  days?: number | undefined;
  kc?: number | undefined;
}

/** A cover that was seen: its day on the curve, and the coefficient that it means. */
export interface SeenKc {
  date: FarmDay;
  day: number;
  kc: number;
  coverPct: number;
}

/** The covers that were seen of a season, oldest first. */
export function seenOn(
  { days, kc }: KcCurve,
  crop: { heightM?: number | undefined; rootIniCm?: number; rootMaxCm?: number },
  observations: readonly { date: FarmDay; cover: number }[],
  planting: FarmDay,
): SeenKc[] {
  const { heightM = DEFAULT_HEIGHT_M, rootIniCm = 0, rootMaxCm = 1 } = crop;
  const last = stageEnds(days)[3];
  return observations
    .map(({ date, cover }) => ({
      date,
      day: daysBetween(planting, date),
      kc: kcOfCover(cover, { plateaus: kc, heightM, isAnnual: rootIniCm < rootMaxCm }),
      coverPct: 100 * cover,
    }))
    .filter(({ day }) => day >= 0 && day <= last)
    .sort((one, other) => one.day - other.day);
}

/**
 * The curve of a season: of its own stages if it has them, otherwise of the crop's. Undefined while a part is missing.
 */
export function curveOf(
  { stages, kcIni = Number.NaN, kcMid = Number.NaN, kcEnd = Number.NaN }: CropCurve,
  seasonStages?: readonly Stage[] | null,
): KcCurve | undefined {
  const ownStages = seasonStages && seasonStages.length > 0 ? seasonStages : undefined;
  const used = ownStages ?? stages ?? [];
  const [a, b, c, d] = used.map(({ days }) => days);
  if (!isLength(a) || !isLength(b) || !isLength(c) || !isLength(d) || used.length !== 4) return undefined;
  // A season's missing coefficient is not replaced by the crop's.
  const written = ownStages?.map(({ kc = Number.NaN }) => ({ kc }));
  const kc = singlePlateaus({ kcIni, kcMid, kcEnd }, written);
  return [kc.ini, kc.mid, kc.end].every(Number.isFinite) ? { days: [a, b, c, d], kc } : undefined;
}

function isLength(days: number | undefined): days is number {
  return days !== undefined && days > 0;
}

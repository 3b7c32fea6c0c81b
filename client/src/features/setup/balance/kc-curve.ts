import { type KcPlateaus, type StageDays, singlePlateaus } from "@lamina/agronomy/crop/kc-curve";

/** The four stages' lengths in days and the three plateaus of a crop coefficient (FAO-56, chapter 6). */
export interface KcCurve {
  days: StageDays;
  kc: KcPlateaus;
}

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

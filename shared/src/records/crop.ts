import * as z from "zod";
import { daysBetween, isFarmDay } from "../core/farm-time.ts";
import { Day, Id, Name, Percent, quantity, storedRecord } from "../core/record.ts";
import type { BrokenRule, Partly } from "../rules/rule.ts";

/** A growth stage: initial, development, mid-season, late season (FAO-56, chapter 6). */
export const CropStage = z.object({ name: Name, days: quantity("dias", 1, 400), kc: quantity("", 0, 2) });
export type CropStage = z.infer<typeof CropStage>;
/** A stage of a season, which may be given in degree days. */
const SeasonStage = CropStage.extend({ days: quantity("dias ou °C·dia", 1, 3000) });

/** Own fields of a crop (domain, 10). Kc values are FAO-56's, basal ones for the dual method. */
export const CropFields = z.object({
  name: Name,
  /** Only the lengths are used; the coefficients of a crop are the three plateaus below. */
  stages: z.array(CropStage.partial({ kc: true })).length(4),
  // FAO-56 Table 12 has Kc of 0.15 to 1.25, mid-season from 0.3 (pineapple); climate and wetting add some tenths.
  kcIni: quantity("", 0.1, 1.5),
  kcMid: quantity("", 0.25, 1.5),
  kcEnd: quantity("", 0.1, 1.5),
  kcbIni: quantity("", 0, 2).optional(),
  kcbMid: quantity("", 0, 2).optional(),
  kcbEnd: quantity("", 0, 2).optional(),
  // FAO-56 Table 22: no crop's roots stay above 20 cm; 3 m is the deepest.
  rootIniCm: quantity("cm", 3, 300),
  rootMaxCm: quantity("cm", 20, 300),
  p: quantity("", 0.1, 0.8),
  heightM: quantity("m", 0.01, 20).optional(),
  tBase: quantity("°C", -5, 25).optional(),
  /** Temperature above which a day gains no further degree days. */
  tUpper: quantity("°C", 15, 45).optional(),
  /** Lengths of the stages in degree days above `tBase`, for seasons counted in degree days. */
  stageDegrees: z
    .array(quantity("°C·dia", 10, 3000))
    .length(4)
    .nullish(),
  /** Yield response factor (FAO-33), yield without stress, and price. */
  ky: quantity("", 0.1, 2).optional(),
  /** Yield response by stage (FAO-33), instead of `ky` in each stage. */
  kyStages: z
    .array(quantity("", 0.1, 2))
    .length(4)
    .nullish(),
  yieldKgHa: quantity("kg/ha", 10, 300_000).optional(),
  priceBrlKg: quantity("R$/kg", 0.01, 1000).optional(),
  /** Part of the AFD at which irrigation starts, by stage. */
  allowedPct: z
    .array(quantity("% da AFD", 10, 100))
    .length(4)
    .nullish(),
  /** Part of the CAD that may be used up at maturity. */
  maturityPct: quantity("% da CAD", 20, 100).optional(),
  /** Net depth of an irrigation before emergence. */
  emergenceMm: quantity("mm", 2, 40).optional(),
});
export const Crop = storedRecord(CropFields);
export type Crop = z.infer<typeof Crop>;

const SeasonStatus = z.enum(["planned", "active", "closed"]);
export const InitialWater = z.enum(["carried", "full", "dry", "measured"]);
export type InitialWater = z.infer<typeof InitialWater>;
/** Single crop coefficient, or dual (Kcb + Ke, FAO-56 chapter 7). */
const KcMethod = z.enum(["single", "dual"]);

export const SeasonFields = z.object({
  sectorId: Id,
  cropId: Id,
  name: Name.optional(),
  plantingDate: Day,
  emergenceDate: Day.nullish(),
  harvestDate: Day.nullish(),
  /** Replaces the crop's stages for this season. */
  stages: z.array(SeasonStage).length(4).nullish(),
  /**
   * The soil at planting: what the last season, the rain since and a deep probe left (the default; `full` where none is
   * known), field capacity, the wilting point, or `initialMoisturePct`. With that number alone it is `measured`.
   */
  initialWater: InitialWater.optional(),
  /** Storage at planting, in % of CAD, at every depth. */
  initialMoisturePct: Percent.nullish(),
  pOverride: quantity("", 0.1, 0.8).nullish(),
  kcMethod: KcMethod.default("single"),
  /** Whether the lengths of the stages are days or degree days (°C·day). */
  stageUnit: z.enum(["days", "degree-days"]).optional(),
  /** Replaces the crop's yield. */
  yieldKgHa: quantity("kg/ha", 10, 300_000).nullish(),
  priceBrlKg: quantity("R$/kg", 0.01, 1000).nullish(),
  status: SeasonStatus.default("planned"),
});
export const Season = storedRecord(SeasonFields);
export type Season = z.infer<typeof Season>;

/** Rules across the fields of a crop. */
export function checkCrop({ rootIniCm, rootMaxCm }: Partly<z.output<typeof CropFields>>): BrokenRule[] {
  const isBelow = rootIniCm !== undefined && rootMaxCm !== undefined && rootMaxCm < rootIniCm;
  return isBelow ? [{ field: "rootMaxCm", id: "below-initial" }] : [];
}

/**
 * Maximum season: longer than any crop between two harvests; limited because each day of a season is a row of its
 * balance.
 */
const LONGEST_SEASON_DAYS = 5 * 366;

/** Rules across the days of a season; each day is already valid by itself. */
export function checkSeason({
  plantingDate,
  emergenceDate,
  harvestDate,
  stages,
  stageUnit,
  initialWater,
  initialMoisturePct,
}: Partly<
  Pick<
    z.output<typeof SeasonFields>,
    "plantingDate" | "emergenceDate" | "harvestDate" | "stages" | "stageUnit" | "initialWater" | "initialMoisturePct"
  >
>): BrokenRule[] {
  const rules: BrokenRule[] = [];
  if (initialWater === "measured" && initialMoisturePct == null)
    rules.push({ field: "initialMoisturePct", id: "required" });
  if (!plantingDate || !isFarmDay(plantingDate)) return rules;
  const length = stages?.reduce((sum, { days }) => sum + days, 0) ?? 0;
  if (stageUnit !== "degree-days" && length > LONGEST_SEASON_DAYS)
    rules.push({ field: "stages", id: "too-long", maximum: LONGEST_SEASON_DAYS });
  if (emergenceDate && emergenceDate < plantingDate) rules.push({ field: "emergenceDate", id: "before-planting" });
  if (harvestDate && harvestDate <= plantingDate) rules.push({ field: "harvestDate", id: "before-planting" });
  if (harvestDate && isFarmDay(harvestDate) && daysBetween(plantingDate, harvestDate) > LONGEST_SEASON_DAYS)
    rules.push({ field: "harvestDate", id: "too-long", maximum: LONGEST_SEASON_DAYS });
  return rules;
}

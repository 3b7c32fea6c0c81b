import { plateausNow } from "@lamina/agronomy/balance/balance";
import { isStartPrice, isStartYield } from "@lamina/agronomy/crop/fao56-crops";
import { kcAt, type StageDays, stageEnds } from "@lamina/agronomy/crop/kc-curve";
import {
  DEFAULT_STAGE_RULES,
  EMERGENCE_DAYS,
  isPerennial,
  type StageAdvice,
  type StageRules,
  stageAdvice,
} from "@lamina/agronomy/crop/stage-rules";
import { growthPeriod, lossPerMm } from "@lamina/agronomy/crop/yield-loss";
import type { ScarceWater, Worth } from "@lamina/agronomy/plan/recommendation-model";
import { addDays, daysBetween, type FarmDay } from "@lamina/shared/core/farm-time";
import type { ClientSettings } from "../../../farms/settings/service.ts";
import type { DayRecord } from "../../balance/day-record.ts";
import type { BalanceRecord } from "../../balance/rows.ts";
import { seasonSettings } from "../../sites/season-settings.ts";
import type { SectorContext, SectorSeason } from "../../sites/sectors.ts";

/** ETo when it is unknown, mm/d (FAO-56 Table 22 tabulates p at 5 mm/d of ETc). */
const TYPICAL_ETO = 5;
/**
 * Defaults of a crop: Ky 1, so that the loss is proportional; and R$ 8 000 per ha, an ordinary grain harvest. The
 * screen shows them as defaults.
 */
const DEFAULT_KY = 1;
export const DEFAULT_PRODUCE_BRL_HA = 8000;

/** Values of season and crop for a decision. */
export interface SeasonFacts {
  stage: StageAdvice;
  worth: Worth;
  /** Whether a person entered Ky, yield and price: those of the library, such as the floor price, are start values. */
  isWorthKnown: boolean;
  /** R$/kg of the decision; null where it takes the default worth of a hectare. */
  priceBrlKg: number | null;
  /** Use in mm/d of the peak stage, if it has not passed yet. */
  peakEtc: number | null;
}

interface SeasonToday {
  site: SectorContext;
  settings: ClientSettings;
  today: FarmDay;
  season: SectorSeason | undefined;
  last: BalanceRecord | undefined;
  drNow: number;
  /** Of a budget that does not cover every need. */
  budget?: ScarceWater | undefined;
  /** The last days, of which the mean ETo is the usual one. */
  past: readonly Pick<DayRecord, "eto">[];
}

/** Stage rules, worth of a millimetre and peak use of a sector in season. */
export function seasonFacts(state: SeasonToday): SeasonFacts | undefined {
  const { season: planted, site, last, drNow, today, settings } = state;
  if (planted === undefined) return undefined;
  const { season, crop } = planted;
  const engine = seasonSettings(planted, site, settings);
  const { days } = engine;
  const eto = usualEto(state);
  const day = last?.state.day ?? 0;
  const kc = last ? plateausNow(engine, last.state, eto) : engine.kc;
  const end = stageEnds(days)[3];
  const step = engine.thermal?.usual ?? 1;
  const use = (from: number, to = end) => {
    let sum = 0;
    for (let ahead = from; ahead <= to; ahead += step) sum += kcAt(ahead, days, kc) * eto;
    return sum;
  };
  const livesOn = isPerennial(crop);
  const { harvestDate } = season;
  const harvest = harvestDate === null ? Number.POSITIVE_INFINITY : day + step * daysBetween(today, harvestDate);
  const emergence = season.emergenceDate ?? addDays(season.plantingDate, EMERGENCE_DAYS);
  const stage = stageAdvice(rulesOf(crop), {
    day,
    days,
    isEmerged: livesOn || emergence <= today,
    dr: drNow,
    taw: last?.taw ?? 0,
    // A crop returns no water on the day of its harvest.
    remainingEtc: livesOn ? Number.POSITIVE_INFINITY : use(day, Math.min(end, harvest - step)),
    isHarvestKnown: harvest < end,
    isPerennial: livesOn,
  });
  const { lossBrlMmHa, isWorthKnown, priceBrlKg } = worthOn(planted, { day, days, step, use });
  return {
    stage,
    worth: { lossBrlMmHa, waterBrlM3: settings.advice.waterBrlM3, ...(state.budget && { budget: state.budget }) },
    isWorthKnown,
    priceBrlKg,
    peakEtc: day <= stageEnds(days)[2] ? kc.mid * eto : null,
  };
}

interface CurvePlace {
  /** Position on the curve, its lengths and the step of a day. */
  day: number;
  days: StageDays;
  step: number;
  /** Unstressed use in mm between two positions. */
  use: (from: number, to: number) => number;
}

/** What a mm of lost evapotranspiration costs on a day of the curve, and whether a person entered its values. */
export function worthOn({ season, crop }: SectorSeason, { day, days, step, use }: CurvePlace) {
  const price = season.priceBrlKg ?? crop.priceBrlKg;
  const produce = season.yieldKgHa ?? crop.yieldKgHa;
  const period = crop.kyStages
    ? growthPeriod(day, days, crop.kyStages)
    : { ky: crop.ky ?? DEFAULT_KY, from: 0, to: stageEnds(days)[3] };
  const isStart =
    (season.priceBrlKg === null && price !== null && isStartPrice(price)) ||
    (season.yieldKgHa === null && produce !== null && isStartYield(produce));
  const isWorthKnown = (crop.kyStages ?? crop.ky) !== null && price !== null && produce !== null && !isStart;
  const lossBrlMmHa = lossPerMm({
    ky: period.ky,
    yieldKgHa: price !== null && produce !== null ? produce : DEFAULT_PRODUCE_BRL_HA,
    priceBrlKg: price !== null && produce !== null ? price : 1,
    // The last day of a stage belongs to that stage.
    etmMm: use(period.from === 0 ? 0 : period.from + step, period.to),
  });
  return { lossBrlMmHa, isWorthKnown, priceBrlKg: price !== null && produce !== null ? price : null };
}

/** Mean ETo of the last known days, mm/d. */
function usualEto({ past }: Pick<SeasonToday, "past">): number {
  const known = past.flatMap(({ eto }) => eto ?? []);
  return known.length > 0 ? known.reduce((sum, eto) => sum + eto, 0) / known.length : TYPICAL_ETO;
}

function rulesOf(crop: SectorSeason["crop"]): StageRules {
  const [initial = 100, development = 100, mid = 100, late = 100] = crop.allowedPct ?? [];
  return {
    allowedPct: [initial, development, mid, late],
    maturityPct: crop.maturityPct ?? DEFAULT_STAGE_RULES.maturityPct,
    emergenceMm: crop.emergenceMm ?? DEFAULT_STAGE_RULES.emergenceMm,
  };
}

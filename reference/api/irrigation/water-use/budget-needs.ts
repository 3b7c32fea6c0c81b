import { kcAt, stageEnds } from "@lamina/agronomy/crop/kc-curve";
import { volumeOf } from "@lamina/agronomy/machine/pivot";
import type { BudgetNeed } from "@lamina/agronomy/plan/season-budget";
import { addDays, daysBetween, type FarmDay, farmDays } from "@lamina/shared/core/farm-time";
import type { ClientSettings } from "../../farms/settings/service.ts";
import { normalsAt } from "../../weather/climate/normals.ts";
import { worthOn } from "../decisions/state/season-facts.ts";
import { seasonSettings } from "../sites/season-settings.ts";
import type { SectorContext, SectorSeason } from "../sites/sectors.ts";
import { type BudgetUnit, takenPerM3 } from "./budget-units.ts";

const MONTH_DAYS = 30.4;

/** A stage of a sector's season that a budget covers, with what it wants. */
export interface StageNeed extends BudgetNeed {
  site: SectorContext;
  cropName: string;
  stage: number;
  from: FarmDay;
  to: FarmDay;
  /** R$ that a net mm saves on a hectare. */
  brlMmHa: number;
  /** What a net mm on the whole sector takes of the budget. */
  perMm: number;
  isWorthKnown: boolean;
}

interface Frame {
  settings: ClientSettings;
  unit: BudgetUnit;
  eto: number;
  from: FarmDay;
  to: FarmDay;
}

/**
 * The stages of a season within a budget's days. A stage wants its unstressed use, by the usual ETo, less the region's mean
 * rain, over Ea; a mm is worth what its loss would cost (FAO-33). A machine that takes nothing of the budget has none.
 */
export function stagesOf(
  site: SectorContext,
  planted: SectorSeason,
  { settings, unit, eto, from, to }: Frame,
): StageNeed[] {
  const { season, crop } = planted;
  const { days, kc, thermal } = seasonSettings(planted, site, settings);
  const step = thermal?.usual ?? 1;
  const climate = normalsAt(site.farm.lat, site.farm.lon);
  const rainOn = (date: FarmDay) => (climate?.[Number(date.slice(5, 7)) - 1]?.rain ?? 0) / MONTH_DAYS;
  const etcOn = (position: number) => kcAt(position, days, kc) * eto;
  const use = (begins: number, until: number) => {
    let sum = 0;
    for (let position = begins; position <= until; position += step) sum += etcOn(position);
    return sum;
  };
  const ends = stageEnds(days).map((end) => Math.round(end / step));
  const ea = site.pivot.efficiencyPct / 100;
  const perMm = (takenPerM3(unit, site, settings) * volumeOf(1, site.areaHa)) / ea;
  if (perMm <= 0) return [];
  return ends.flatMap((end, stage): StageNeed[] => {
    const begins = addDays(season.plantingDate, stage === 0 ? 0 : (ends[stage - 1] ?? 0) + 1);
    const first = begins > from ? begins : from;
    const last = [addDays(season.plantingDate, end), to, season.harvestDate ?? to].reduce((a, b) => (a < b ? a : b));
    if (first > last) return [];
    const all = farmDays(first, last);
    const position = (date: FarmDay) => step * daysBetween(season.plantingDate, date);
    const netMm = all.reduce((sum, date) => sum + etcOn(position(date)) - rainOn(date), 0);
    const { lossBrlMmHa, isWorthKnown } = worthOn(planted, { day: position(first), days, step, use });
    return [
      {
        ...{ site, stage, from: first, to: last, isWorthKnown, cropName: crop.name },
        brlMmHa: lossBrlMmHa,
        perMm,
        amount: perMm * Math.max(0, netMm),
        brlEach: (lossBrlMmHa * site.areaHa) / perMm,
      },
    ];
  });
}

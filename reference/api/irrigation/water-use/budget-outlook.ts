import { kcAt, stageEnds } from "@lamina/agronomy/crop/kc-curve";
import { type BudgetNeed, dayWithout, spreadBudget } from "@lamina/agronomy/plan/season-budget";
import { addDays, daysBetween, type FarmDay, farmDay, farmDays } from "@lamina/shared/core/farm-time";
import { round } from "@lamina/shared/core/units";
import type { BudgetOutlook } from "@lamina/shared/records/season/season-budget";
import { and, eq, gte, isNotNull, lt } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { clientSettings } from "../../farms/settings/service.ts";
import type { seasonBudgets } from "../../schema/irrigation.ts";
import { weatherDays } from "../../schema/weather.ts";
import { normalsAt } from "../../weather/climate/normals.ts";
import { worthOn } from "../decisions/state/season-facts.ts";
import { seasonSettings } from "../sites/season-settings.ts";
import { loadSeasons, loadSectors, type SectorContext, type SectorSeason } from "../sites/sectors.ts";
import { type UseSources, waterBetween } from "./service.ts";

type Budget = typeof seasonBudgets.$inferSelect;

/** ETo without any weather, mm/d (FAO-56 Table 22 tabulates p at 5 mm/d of ETc). */
const TYPICAL_ETO = 5;
/** Days of weather whose mean ETo is the usual one of the coming days. */
const USUAL_DAYS = 30;
const MONTH_DAYS = 30.4;

/** A stage of a sector's season that a budget covers, with what it wants. */
interface StageNeed extends BudgetNeed {
  site: SectorContext;
  cropName: string;
  stage: number;
  from: FarmDay;
  to: FarmDay;
  isWorthKnown: boolean;
}

/**
 * Spreads what is left of a budget over the rest of its seasons. A stage wants its unstressed use, by the usual ETo, less
 * the region's mean rain, over Ea; a mm is worth what its loss would cost (FAO-33).
 */
export async function budgetOutlook(sources: UseSources, budget: Budget, now: Date): Promise<BudgetOutlook> {
  const { database } = sources;
  const { clientId, farmId, pivotIds, from, to } = budget;
  const sites = await loadSectors(database, pivotIds.length > 0 ? { pivotIds } : { farmIds: [farmId] });
  const settings = (await clientSettings(database, [clientId])).get(clientId);
  const [first] = sites;
  const today = farmDay(now.getTime(), first?.farm.timezone ?? "UTC");
  const seasons = await loadSeasons(
    database,
    sites.map(({ sector }) => sector._id),
  );
  const eto = await usualEto(database, farmId, today);
  const start = from > today ? from : today;
  const needs = sites.flatMap((site) =>
    (seasons.get(site.sector._id) ?? [])
      .filter(({ season }) => season.status !== "closed")
      .flatMap((planted) => (settings ? stagesOf(site, planted, { settings, eto, from: start, to }) : [])),
  );
  const areaHa = sites.reduce((sum, site) => sum + site.areaHa, 0);
  const budgetM3 = budget.m3 ?? 10 * (budget.mm ?? 0) * areaHa;
  const usedM3 = today < from ? 0 : await usedBy(sources, budget, sites, today < to ? today : to, now);
  const left = Math.max(0, budgetM3 - usedM3);
  const { shares, shadowBrlM3 } = spreadBudget(left, needs);
  const ends = dayWithout(
    left,
    needs.map((need) => ({ m3: need.m3, fromDay: daysBetween(start, need.from), toDay: daysBetween(start, need.to) })),
  );
  return {
    budgetM3: round(budgetM3, 0),
    usedM3: round(usedM3, 0),
    needM3: round(
      needs.reduce((sum, { m3 }) => sum + m3, 0),
      0,
    ),
    shadowBrlM3: round(shadowBrlM3, 3),
    endsOn: ends === undefined ? null : addDays(start, ends),
    isWorthKnown: needs.every(({ isWorthKnown }) => isWorthKnown),
    stages: needs.map(({ site, m3, brlM3, cropName, stage, from: begins, to: until }, index) => {
      const perMm = 10 * site.areaHa;
      return {
        ...{ pivotId: site.pivot._id, sectorId: site.sector._id, cropName, stage, from: begins, to: until },
        needMm: round(m3 / perMm, 1),
        givenMm: round((shares[index]?.givenM3 ?? 0) / perMm, 1),
        brlMm: round(brlM3 * perMm, 2),
        lossBrl: round(shares[index]?.lossBrl ?? 0, 2),
      };
    }),
  };
}

interface Frame {
  settings: Parameters<typeof seasonSettings>[2];
  eto: number;
  from: FarmDay;
  to: FarmDay;
}

/** The stages of a season within a budget's days. */
function stagesOf(site: SectorContext, planted: SectorSeason, { settings, eto, from, to }: Frame): StageNeed[] {
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
        m3: (10 * site.areaHa * Math.max(0, netMm)) / ea,
        // A gross m³ is a tenth of a mm on a hectare, of which Ea reaches the roots.
        brlM3: (lossBrlMmHa * ea) / 10,
      },
    ];
  });
}

async function usedBy(
  sources: UseSources,
  { clientId, farmId, from }: Budget,
  sites: readonly SectorContext[],
  to: FarmDay,
  now: Date,
): Promise<number> {
  const own = new Set(sites.map(({ pivot }) => pivot._id));
  const { pumping } = await waterBetween(sources, { clientIds: [clientId], farmIds: [farmId] }, { from, to }, now);
  return pumping.filter(({ pivotId }) => own.has(pivotId)).reduce((sum, { m3 }) => sum + m3, 0);
}

async function usualEto(database: Database, farmId: string, today: FarmDay): Promise<number> {
  const rows = await database
    .select({ eto: weatherDays.eto })
    .from(weatherDays)
    .where(
      and(
        eq(weatherDays.farmId, farmId),
        gte(weatherDays.date, addDays(today, -USUAL_DAYS)),
        lt(weatherDays.date, today),
        isNotNull(weatherDays.eto),
      ),
    );
  const known = rows.flatMap(({ eto }) => eto ?? []);
  return known.length > 0 ? known.reduce((sum, one) => sum + one, 0) / known.length : TYPICAL_ETO;
}

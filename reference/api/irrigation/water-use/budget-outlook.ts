import { type BudgetPlan, dayWithout, spreadBudget } from "@lamina/agronomy/plan/season-budget";
import { addDays, daysBetween, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { round } from "@lamina/shared/core/units";
import type { BudgetOutlook } from "@lamina/shared/records/season/season-budget";
import { and, eq, gte, isNotNull, lt } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { type ClientSettings, clientSettings } from "../../farms/settings/service.ts";
import { weatherDays } from "../../schema/weather.ts";
import { loadSeasons, loadSectors, type SectorContext } from "../sites/sectors.ts";
import { type StageNeed, stagesOf } from "./budget-needs.ts";
import { amountOf, type Budget, type BudgetUnit, takenBy, unitOf } from "./budget-units.ts";
import { type UseSources, waterBetween } from "./service.ts";

/** ETo without any weather, mm/d (FAO-56 Table 22 tabulates p at 5 mm/d of ETc). */
const TYPICAL_ETO = 5;
/** Days of weather whose mean ETo is the usual one of the coming days. */
const USUAL_DAYS = 30;

/** What is left of a budget, spread over the rest of its seasons. */
interface BudgetSpread extends BudgetPlan {
  unit: BudgetUnit;
  amount: number;
  used: number;
  /** The day that used it up. */
  usedUpOn: FarmDay | undefined;
  /** First day of the needs. */
  start: FarmDay;
  /** In the order of the shares. */
  needs: readonly StageNeed[];
}

export async function budgetSpread(sources: UseSources, budget: Budget, now: Date): Promise<BudgetSpread> {
  const { database } = sources;
  const { clientId, farmId, pivotIds, from, to } = budget;
  const sites = await loadSectors(database, pivotIds.length > 0 ? { pivotIds } : { farmIds: [farmId] });
  const settings = (await clientSettings(database, [clientId])).get(clientId);
  const today = farmDay(now.getTime(), sites[0]?.farm.timezone ?? "UTC");
  const seasons = await loadSeasons(
    database,
    sites.map(({ sector }) => sector._id),
  );
  const eto = await usualEto(database, farmId, today);
  const start = from > today ? from : today;
  const unit = unitOf(budget);
  const needs = sites.flatMap((site) =>
    (seasons.get(site.sector._id) ?? [])
      .filter(({ season }) => season.status !== "closed")
      .flatMap((planted) => (settings ? stagesOf(site, planted, { settings, unit, eto, from: start, to }) : [])),
  );
  const amount = amountOf(
    budget,
    sites.reduce((sum, { areaHa }) => sum + areaHa, 0),
  );
  const until = today < to ? today : to;
  const byDay = today < from || !settings ? [] : await takenByDay(sources, budget, { sites, settings, until }, now);
  let used = 0;
  let usedUpOn: FarmDay | undefined;
  for (const { day, taken } of byDay) {
    used += taken;
    if (used >= amount) usedUpOn ??= day;
  }
  return { unit, amount, used, usedUpOn, start, needs, ...spreadBudget(amount - used, needs) };
}

/** A budget with what it gives to which stage, when it ends and what one more unit would save. */
export async function budgetOutlook(sources: UseSources, budget: Budget, now: Date): Promise<BudgetOutlook> {
  const spread = await budgetSpread(sources, budget, now);
  const { unit, amount, used, usedUpOn, start, needs, shares, shadowBrl } = spread;
  const ends = dayWithout(
    Math.max(0, amount - used),
    needs.map(({ amount: wanted, from, to }) => ({
      amount: wanted,
      fromDay: daysBetween(start, from),
      toDay: daysBetween(start, to),
    })),
  );
  return {
    unit,
    budget: round(amount, 0),
    used: round(used, 0),
    need: round(
      needs.reduce((sum, need) => sum + need.amount, 0),
      0,
    ),
    shadowBrl: round(shadowBrl, 3),
    endsOn: usedUpOn ?? (ends === undefined ? null : addDays(start, ends)),
    isWorthKnown: needs.every(({ isWorthKnown }) => isWorthKnown),
    stages: needs.map(({ site, cropName, stage, from, to, ...need }, index) => {
      const ea = site.pivot.efficiencyPct / 100;
      const grossMm = (taken: number) => round(taken / need.perMm / ea, 1);
      return {
        ...{ pivotId: site.pivot._id, sectorId: site.sector._id, cropName, stage, from, to },
        needMm: grossMm(need.amount),
        givenMm: grossMm(shares[index]?.given ?? 0),
        brlMm: round(need.brlMmHa * site.areaHa * ea, 2),
        lossBrl: round(shares[index]?.lossBrl ?? 0, 2),
      };
    }),
  };
}

/** What the machines of a budget took of it on each day until now, by day. */
async function takenByDay(
  sources: UseSources,
  budget: Budget,
  { sites, settings, until }: { sites: readonly SectorContext[]; settings: ClientSettings; until: FarmDay },
  now: Date,
): Promise<{ day: FarmDay; taken: number }[]> {
  const { clientId, farmId, from } = budget;
  const siteOf = new Map(sites.map((site) => [site.pivot._id, site] as const));
  const { pumping } = await waterBetween(
    sources,
    { clientIds: [clientId], farmIds: [farmId] },
    { from, to: until },
    now,
  );
  return pumping
    .flatMap((one) => {
      const site = siteOf.get(one.pivotId);
      return site ? [{ day: one.day, taken: takenBy(unitOf(budget), one, site, settings) }] : [];
    })
    .sort((one, other) => (one.day < other.day ? -1 : 1));
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

import type { WetRun } from "@lamina/agronomy/machine/wet-run";
import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { DayPlan, PlanItem } from "@lamina/shared/records/day-plan";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { and, gt, max } from "drizzle-orm";
import { anyOf } from "../../../core/database/arrays.ts";
import type { Database } from "../../../core/database/open.ts";
import { longWork } from "../../../core/precedence.ts";
import type { RecordEntity } from "../../../core/record-changed.ts";
import { auditEntries } from "../../../schema/audit.ts";
import { waterSources } from "../../../schema/farms.ts";
import type { Outages } from "../../sites/out-of-service.ts";
import { runsUnderWay } from "../../waterings/run-store.ts";
import { withoutBalance } from "../advice/explain.ts";
import type { SectorState } from "../state/sector-state.ts";
import { commandedOf } from "./commanded.ts";
import type { StoredDecision } from "./day-decisions.ts";
import { blockedPivots, type FarmPermit, type FoundPlan, type PlanFacts, planQuestion } from "./plan-question.ts";
import { PlanSearches } from "./plan-searches.ts";
import { createPlanThread } from "./plan-thread.ts";
import { withStopAdvice } from "./stop-advice.ts";

export interface FarmPlan extends DayPlan {
  farmId: string;
}

/** Limits of the water that some farms may still draw. */
export interface DrawLimits {
  permits: FarmPermit[];
  /** Those of today, without the runs in progress. */
  recorded: FarmPermit[];
  /** Hours of the plan's first day in which each system pumped. */
  hoursToday: ReadonlyMap<string, number>;
}

/** The passed part of a run in progress, ms since 1970 UTC. */
export interface RunningSpan {
  from: number;
  to: number;
}

/** The remaining limits of some farms, by farm its client, with the runs in progress by system, and the plan's first day by farm. */
export type PermitLimits = (
  owners: ReadonlyMap<string, string>,
  now: Date,
  running?: ReadonlyMap<string, RunningSpan>,
  days?: ReadonlyMap<string, FarmDay>,
) => Promise<DrawLimits>;

interface PlanOptions {
  now: Date;
  /** By farm. */
  decisions: ReadonlyMap<string, StoredDecision>;
  /** By system. */
  outages: Outages;
  isTrial?: boolean;
}

const said = ({ choices, userName, updatedAt }: StoredDecision) => ({
  by: userName,
  at: updatedAt.toISOString(),
  choices: [...choices],
});

/** Plans of the day, each searched once per input, on a separate thread; a change of the input cancels the search. */
export function createPlans(database: Database, permitLimits: PermitLimits) {
  const thread = createPlanThread();
  const searches = new PlanSearches();

  /**
   * One plan per farm; `states` are all sectors of these farms. A plan that is only tried is not stored, and cancels
   * nothing. `permits`: the remaining limits without the runs in progress.
   */
  async function plansOf(
    states: readonly SectorState[],
    recommendations: ReadonlyMap<string, Recommendation>,
    { now, decisions, outages, isTrial = false }: PlanOptions,
  ): Promise<{ plans: FarmPlan[]; permits: FarmPermit[] }> {
    const byFarm = Map.groupBy(states, ({ site }) => site.farm._id);
    const farmIds = [...byFarm.keys()];
    if (farmIds.length === 0) return { plans: [], permits: [] };
    const owners = new Map(states.map(({ site: { farm } }) => [farm._id, farm.clientId] as const));
    const pivotIds = [...new Set(states.map(({ site }) => site.pivot._id))];
    const runs = await runsUnderWay(database, pivotIds);
    const commanded = await commandedOf(database, pivotIds, now);
    const givenOf = (own: readonly SectorState[]) =>
      own.flatMap(({ site }) => recommendations.get(site.sector._id) ?? []);
    const days = new Map(
      [...byFarm].flatMap(([farmId, own]) => {
        const given = givenOf(own).map(({ date }): FarmDay => date);
        return given.length > 0 ? [[farmId, given.reduce((a, b) => (a > b ? a : b))] as const] : [];
      }),
    );
    const begins = new Map(
      [...byFarm].map(([farmId, own]) => {
        const given = givenOf(own);
        const computedAt = given.map((one) => one.computedAt).reduce((a, b) => (a > b ? a : b), "");
        return [farmId, beginOf(new Date(computedAt || now), runsOf(runs, own), now)] as const;
      }),
    );
    // What a run in progress draws after the beginning of the plan is in the plan.
    const running = new Map(
      states.flatMap(({ site: { pivot } }) => {
        const run = runs.get(pivot._id);
        const to = begins.get(pivot.farmId)?.getTime() ?? now.getTime();
        return run ? [[pivot._id, { from: run.startAt, to }] as const] : [];
      }),
    );
    const [changes, sources, { permits, recorded, hoursToday }] = await Promise.all([
      lastChanges(database, [...new Set(states.map(({ site }) => site.sector.clientId))], begins),
      database
        .select({
          id: waterSources._id,
          farmId: waterSources.farmId,
          name: waterSources.name,
          flowM3h: waterSources.capacityM3h,
        })
        .from(waterSources)
        .where(anyOf(waterSources.farmId, farmIds)),
      permitLimits(owners, now, running, days),
    ]);
    const planOf = async (farmId: string, own: readonly SectorState[]): Promise<FarmPlan[]> => {
      const given = givenOf(own);
      const date = days.get(farmId);
      if (own[0] === undefined || date === undefined) return [];
      const farmRuns = runsOf(runs, own);
      const decision = decisions.get(farmId)?.date === date ? decisions.get(farmId) : undefined;
      const from = begins.get(farmId) ?? now;
      const changed = changes.get(own[0].site.sector.clientId) ?? from;
      const facts = {
        date,
        from,
        earliest: isTrial ? now : new Date(Math.max(from.getTime(), changed.getTime())),
        states: own,
        recommendations,
        sources: sources.filter((source) => source.farmId === farmId),
        permits: permits.filter((permit) => permit.farmId === farmId),
        runs: farmRuns,
        hoursToday,
        outages,
        commanded: new Map([...commanded].filter(([pivotId]) => own.some(({ site }) => site.pivot._id === pivotId))),
        choices: new Map((decision?.choices ?? []).map((choice) => [choice.pivotId, choice])),
      };
      const { stops = [], ...plan } = isTrial ? await tryOut(facts) : await search(farmId, facts, given, now);
      const unplaced = [...plan.unplaced, ...blockedPivots(own, recommendations)];
      const advised = (item: PlanItem) => {
        const run = farmRuns.get(item.pivotId);
        const system = own.filter(({ site }) => site.pivot._id === item.pivotId);
        return item.underWay && run
          ? withStopAdvice(item, { states: system, run, now, decision: decisions.get(farmId), stops, farm: own })
          : item;
      };
      const items = plan.items.some(({ underWay }) => underWay) ? plan.items.map(advised) : plan.items;
      return [{ ...plan, items, unplaced, farmId, ...(decision && { decision: said(decision) }) }];
    };
    const plans: Promise<FarmPlan[]>[] = [];
    const turn = longWork();
    for (const [farmId, own] of byFarm) {
      const plan = planOf(farmId, own);
      // One that fails during a turn fails below.
      plan.catch(() => {});
      plans.push(plan);
      await turn();
    }
    return { plans: (await Promise.all(plans)).flat(), permits: recorded };
  }

  async function tryOut(facts: PlanFacts): Promise<FoundPlan> {
    const { input, answer } = planQuestion(facts);
    return answer(await thread.plan(input).plan);
  }

  async function search(
    farmId: string,
    facts: PlanFacts,
    given: readonly Recommendation[],
    now: Date,
  ): Promise<FoundPlan> {
    const systems = facts.states.map(({ site }) => [
      site.sector._id,
      site.pivot.updatedAt,
      site.sector.updatedAt,
      site.pivot._id,
    ]);
    // A run's end is known from its second report on, and the better the more it has swept: at each doubling.
    const running = [...facts.runs].map(([pivotId, { startAt, sweptDeg }]) => [
      pivotId,
      startAt,
      Math.ceil(Math.log2(1 + sweptDeg)),
    ]);
    // The remaining volume of a permit changes with every minute of pumping, so it is compared in steps.
    const permits = facts.permits.map(({ m3Left, hoursUsedToday, nextMonth, ...rest }) => [
      rest,
      steps(m3Left),
      hoursUsedToday && 1,
      nextMonth && [nextMonth.startMinute, steps(nextMonth.m3Left), nextMonth.daysLeft],
    ]);
    const { tariff, contract, advice } = facts.states[0]?.settings ?? {};
    const ranToday = systems.map(([, , , pivotId]) => Math.floor(facts.hoursToday?.get(String(pivotId)) ?? 0));
    const stated = given.map(inputOf);
    const key = JSON.stringify([
      stated,
      facts.sources,
      systems,
      tariff,
      contract,
      advice,
      running,
      ranToday,
      permits,
      systems.map(([, , , pivotId]) => facts.outages?.get(String(pivotId)) ?? null),
      [...(facts.choices?.values() ?? [])],
      [...(facts.commanded?.values() ?? [])].map(({ start, setting }) => [start?._id, setting?._id, setting?.order]),
    ]);
    return searches.plan(farmId, key, (isNext) => {
      const { input, answer } = planQuestion({ ...facts, ...(isNext && { earliest: now }) });
      const { plan, cancel } = thread.plan(input);
      return { plan: plan.then(answer), cancel };
    });
  }

  return { plansOf, close: thread.close };
}

/**
 * The facts of a recommendation that a plan depends on: not its time, its rank and the present balance, and of one that
 * asks for no water only the depth, because each message of a contradicted probe changes its reasons.
 */
function inputOf({ computedAt: _at, priority: _rank, ...fact }: Recommendation): Partial<Recommendation> {
  const { sectorId, date, action, grossMm } = fact;
  const reasons = withoutBalance(fact.reasons);
  return action === "irrigate" ? { ...fact, reasons } : { sectorId, date, action, grossMm };
}

const runsOf = (runs: ReadonlyMap<string, WetRun>, own: readonly SectorState[]) =>
  new Map([...runs].filter(([pivotId]) => own.some(({ site }) => site.pivot._id === pivotId)));

/** The plan begins when its recommendations were computed or, if a machine has started since, now. */
function beginOf(computedAt: Date, runs: ReadonlyMap<string, WetRun>, now: Date): Date {
  return [...runs.values()].some(({ startAt }) => startAt > computedAt.getTime()) ? now : computedAt;
}

/** Records that a plan depends on, beside its recommendations. */
const OF_PLAN = [
  "WaterSource",
  "WaterPermit",
  "Pivot",
  "MachineCalibration",
  "OutOfService",
  "PivotSector",
  "Tariff",
  "Config",
  "Watering",
  "DayPlan",
] satisfies (RecordEntity | "DayPlan")[];

/** When people or the program last changed such a record, by client, since the first of some plans began. */
async function lastChanges(
  database: Database,
  clientIds: readonly string[],
  begins: ReadonlyMap<string, Date>,
): Promise<Map<string, Date>> {
  const since = new Date(Math.min(...[...begins.values()].map((begin) => begin.getTime())));
  const { clientId, date, entity } = auditEntries;
  const rows = await database
    .select({ clientId, date: max(date) })
    .from(auditEntries)
    .where(and(anyOf(clientId, clientIds), gt(date, since), anyOf(entity, OF_PLAN)))
    .groupBy(clientId);
  return new Map(rows.flatMap((row) => (row.clientId && row.date ? [[row.clientId, row.date] as const] : [])));
}

/** Step of a remaining volume: some hours of a pump. */
const STEP_M3 = 500;
const steps = (m3: number | undefined) => (m3 === undefined ? null : Math.floor(m3 / STEP_M3));

import { addDays, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Balance, Projection } from "@lamina/shared/records/balance";
import type { DayDecision, DayPlan, SentDecision } from "@lamina/shared/records/day-plan";
import { LAST_ZONE } from "@lamina/shared/records/farm";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import type { MachineDay } from "@lamina/shared/views/machine-day";
import type { Context } from "../../core/context.ts";
import type { SectorFilter } from "../../farms/sector-filter.ts";
import type { Caller } from "../../http/caller.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import type { Balances } from "../balance/service.ts";
import type { Settling } from "../balance/settling.ts";
import { loadOutages } from "../sites/out-of-service.ts";
import { findSectors } from "../sites/sectors.ts";
import { backfillRecommendations } from "./advice/backfill.ts";
import { createCurrentRecommendations } from "./advice/current-recommendation.ts";
import { isWatered, rankByUrgency } from "./advice/recommendation-schedule.ts";
import { withLinks } from "./advice/source-links.ts";
import { latestRecommendations, type StoredRecommendation, unplannedClients } from "./advice/store.ts";
import { machineDays } from "./machine-days.ts";
import {
  decisionsOf,
  requireOwnPivots,
  type StoredDecision,
  storeDecision,
  withRunsLet,
} from "./plan/day-decisions.ts";
import { recordDayRuns } from "./plan/day-runs.ts";
import { withDecidedDepths } from "./plan/decided-depths.ts";
import type { FarmPermit } from "./plan/plan-question.ts";
import { withPlans } from "./plan/planned.ts";
import { createPlans, type FarmPlan, type PermitLimits } from "./plan/plans.ts";
import { type BudgetPrices, withBudgets } from "./state/budget-prices.ts";
import { withContradictions } from "./state/contradictions.ts";
import { projectedRows, projectionOf } from "./state/projection.ts";
import { loadStates, type SectorState } from "./state/sector-state.ts";
import { loadSummaries } from "./state/sensor-summaries.ts";
import type { NamedSummary } from "./state/sensor-summary.ts";

/** The state of some sectors, their machines' day, and their recommendations. */
interface Overview {
  states: SectorState[];
  /** Of the machines of these sectors. */
  machines: MachineDay[];
  /** By sector. */
  recommendations: Map<string, Recommendation>;
  plans: FarmPlan[];
  /** Remaining limits of the farms' permits, without the runs in progress. */
  permits: FarmPermit[];
  /** Summaries of their monitors, by sector. */
  summaries: ReadonlyMap<string, NamedSummary[]>;
}

const NOTHING: Overview = {
  states: [],
  machines: [],
  recommendations: new Map(),
  plans: [],
  permits: [],
  summaries: new Map(),
};

/** A run that is not stored this long after its recommendation belongs to one that was withdrawn. */
const UNPLANNED_MS = 10 * MINUTE_MS;

/** Recommendations, plans and projections of sectors. Reads include every change that was marked before. */
export interface Decisions {
  /** Computes the marked sectors of the clients of some sectors. A read does this by itself. */
  upToDate(filter: SectorFilter): Promise<void>;
  overview(filter: SectorFilter): Promise<Overview>;
  /** The states alone, for callers that need no recommendation. */
  states(filter: SectorFilter): Promise<SectorState[]>;
  /** The plan of a farm's day with some choices; stores nothing. Undefined for a farm without recommendations. */
  tryPlan(decision: DayDecision): Promise<DayPlan | undefined>;
  /** Stores a person's choices for a farm's day. @throws HttpProblem 400 for a machine of another farm */
  decidePlan(caller: Caller, decision: SentDecision & { clientId: string }): Promise<void>;
  /** Seven days ahead of a sector; undefined when the sector does not exist. */
  projection(sectorId: string, grossMm?: number): Promise<Projection | undefined>;
  /** Seven days ahead of each sector. */
  projections(states: readonly SectorState[]): Map<string, Projection>;
  /** Expected ETc of today, mm; null without a balance. */
  expectedEtc(state: SectorState): number | null;
  /** Balance rows between two days, both included; rows from today on are projected with the forecast rain. */
  balanceAhead(sectorId: string, from: FarmDay, to: FarmDay): Promise<Balance[]>;
  /** Summaries of the monitors of some sectors, by sector. */
  sensorSummaries(states: readonly SectorState[]): Promise<Map<string, NamedSummary[]>>;
  /** Clients with a new recommendation whose run in the plan is not stored yet. */
  unplanned(): Promise<string[]>;
  /** Writes the recommendations of past mornings for clients whose history was imported at once. */
  backfill(clientIds: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface DecisionSources {
  telemetry: Pick<Telemetry, "latest" | "hourAggregates">;
  balances: Balances;
  settling: Settling;
  permitLimits: PermitLimits;
  budgetPrices: BudgetPrices;
}

export function createDecisions(
  { database, clock, events, log }: Pick<Context, "database" | "clock" | "events" | "log">,
  { telemetry, balances, settling, permitLimits, budgetPrices }: DecisionSources,
): Decisions {
  const plans = createPlans(database, permitLimits);
  const currentRecommendations = createCurrentRecommendations();

  async function projection(sectorId: string, grossMm?: number): Promise<Projection | undefined> {
    const own = { sectorIds: [sectorId] };
    await settling.upToDate(own);
    const [state] = await loadStates(database, [own], clock.now());
    return state && projectionOf(state, grossMm);
  }

  /** The recommendations of whole farms, with the depths that a person decided. */
  async function rankedOf(farmIds: readonly string[], decisions: ReadonlyMap<string, StoredDecision>, now: Date) {
    const loaded = await loadStates(database, [{ farmIds }], now);
    const { states: seen, summaries } = await withContradictions({ database, telemetry }, loaded, now);
    const states = await withBudgets(budgetPrices, seen, now);
    const since = states.map(({ today }) => addDays(today, -1)).reduce((a, b) => (a < b ? a : b), "9999-12-31");
    const sectorIds = states.map(({ site }) => site.sector._id);
    const stored = await latestRecommendations(database, sectorIds, since);
    const current = currentRecommendations(states, (id) => stored.get(id)?.recommendation, now);
    const decided = withDecidedDepths(current, states, ({ site }) => {
      const decision = decisions.get(site.farm._id);
      const isOfDay = decision?.date === current.get(site.sector._id)?.date;
      return isOfDay ? decision?.choices.find(({ pivotId }) => pivotId === site.pivot._id) : undefined;
    });
    const ranked = new Map(rankByUrgency([...decided.values()]).map((one) => [one.sectorId, one] as const));
    return { states, summaries, stored, ranked };
  }

  /** Stores the runs that are shown. A failure must not hide them: the job tries again. */
  async function recordShown(
    shown: Iterable<Recommendation>,
    stored: ReadonlyMap<string, StoredRecommendation>,
    states: readonly SectorState[],
  ): Promise<void> {
    const watered = new Set(states.filter(isWatered).map(({ site }) => site.sector._id));
    await recordDayRuns(database, shown, stored, (sectorId) => watered.has(sectorId)).catch((error: unknown) =>
      log.error({ err: error }, "runs of the day not stored"),
    );
  }

  return {
    upToDate: settling.upToDate,
    projection,
    projections: (states) => new Map(states.map((state) => [state.site.sector._id, projectionOf(state)] as const)),
    expectedEtc: (state) => {
      const outlook = state.outlook.filter(({ date }) => date <= state.today);
      return projectedRows({ ...state, outlook }, { rain: true })[0]?.etc ?? null;
    },
    sensorSummaries: (states) => loadSummaries({ database, telemetry }, states, clock.now()),
    backfill: (clientIds) => backfillRecommendations(database, clientIds, clock.now()),
    unplanned: () => unplannedClients(database, new Date(clock.now().getTime() - UNPLANNED_MS)),
    close: plans.close,

    async states(filter) {
      await settling.upToDate(filter);
      return loadStates(database, [filter], clock.now());
    },

    async overview(filter) {
      await settling.upToDate(filter);
      const now = clock.now();
      const wanted = await findSectors(database, filter);
      const farmIds = [...new Set(wanted.map(({ farmId }) => farmId))];
      if (farmIds.length === 0) return NOTHING;
      // A plan always covers a whole farm, also when only a part of it is requested.
      const decisions = await decisionsOf(database, farmIds);
      const { states, summaries, stored, ranked } = await rankedOf(farmIds, decisions, now);
      const outages = await loadOutages(database, farmIds, now);
      const { plans: farmPlans, permits } = await plans.plansOf(states, ranked, { now, decisions, outages });
      const pivotOf = new Map(states.map(({ site }) => [site.sector._id, site.pivot._id] as const));
      const asked = new Set(wanted.map(({ sectorId }) => sectorId));
      const shown = [...withPlans(ranked, farmPlans, pivotOf).values()];
      await recordShown(shown, stored, states);
      const linked = withLinks(rankByUrgency(shown), states, summaries);
      const recommendations = new Map(linked.map((one) => [one.sectorId, one] as const));
      const machineIds = new Set(wanted.map(({ sectorId }) => pivotOf.get(sectorId)));
      const ofMachines = states.filter(({ site }) => machineIds.has(site.pivot._id));
      return {
        states: states.filter(({ site }) => asked.has(site.sector._id)),
        machines: machineDays(ofMachines, { recommendations, summaries, plans: farmPlans, permits, outages, now }),
        recommendations: new Map([...recommendations].filter(([sectorId]) => asked.has(sectorId))),
        plans: farmPlans,
        permits,
        summaries,
      };
    },

    async tryPlan(decision) {
      await requireOwnPivots(database, decision);
      await settling.upToDate({ farmIds: [decision.farmId] });
      const now = clock.now();
      const tried = new Map([[decision.farmId, { ...decision, userName: "", updatedAt: now }]]);
      const { states, ranked } = await rankedOf([decision.farmId], tried, now);
      const outages = await loadOutages(database, [decision.farmId], now);
      const { plans: tries } = await plans.plansOf(states, ranked, { now, decisions: tried, outages, isTrial: true });
      return tries[0];
    },

    async decidePlan(caller, decision) {
      await requireOwnPivots(database, decision);
      const before = (await decisionsOf(database, [decision.farmId])).get(decision.farmId);
      const choices = withRunsLet(decision, before);
      await storeDecision(database, caller, { ...decision, choices, now: clock.now() });
      const sectors = await findSectors(database, { farmIds: [decision.farmId] });
      const sectorIds = sectors.map(({ sectorId }) => sectorId);
      await events.emit("recommendation", { clientId: decision.clientId, sectorIds });
    },

    async balanceAhead(sectorId, from, to) {
      const past = await balances.rows(sectorId, from, to);
      // Days that have ended in every zone need no projection.
      if (to < farmDay(clock.now().getTime(), LAST_ZONE)) return past;
      const ahead = (await projection(sectorId))?.withRain ?? [];
      return [...past, ...ahead.filter(({ date }) => date >= from && date <= to)];
    },
  };
}

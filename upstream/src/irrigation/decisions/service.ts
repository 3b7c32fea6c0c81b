import { addDays, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { LAST_ZONE } from "@lamina/shared/records/farm";
import type { Balance, Projection, Recommendation } from "@lamina/shared/records/irrigation";
import type { Context } from "../../core/context.ts";
import type { SectorFilter } from "../../farms/sector-filter.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import type { Balances } from "../balance/service.ts";
import type { Settling } from "../balance/settling.ts";
import { loadSectors } from "../sites/sectors.ts";
import { recommendPast } from "./advice/backfill.ts";
import { createCurrentRecommendation } from "./advice/current-recommendation.ts";
import { rankByUrgency } from "./advice/recommendation-schedule.ts";
import { latestRecommendations } from "./advice/store.ts";
import { withPlans } from "./plan/planned.ts";
import { createPlans, type FarmPlan, type PermitLimits } from "./plan/plans.ts";
import { withContradictions } from "./state/contradictions.ts";
import { projectionOf } from "./state/projection.ts";
import { loadStates, type SectorState } from "./state/sector-state.ts";
import { loadSummaries } from "./state/sensor-summaries.ts";
import type { NamedSummary } from "./state/sensor-summary.ts";

/** The state of some sectors, and their recommendations. */
interface Overview {
  states: SectorState[];
  /** By sector. */
  recommendations: Map<string, Recommendation>;
  /** Plans of the whole farms. */
  plans: FarmPlan[];
  /** Summaries of their monitors, by sector. */
  summaries: ReadonlyMap<string, NamedSummary[]>;
}

const NOTHING: Overview = { states: [], recommendations: new Map(), plans: [], summaries: new Map() };

/** Recommendations, plans and projections of sectors. Reads include every change that was marked before. */
export interface Decisions {
  /** Computes what is marked of the clients of some sectors; the reads do it themselves. */
  upToDate(filter: SectorFilter): Promise<void>;
  overview(filter: SectorFilter): Promise<Overview>;
  /** The states alone, for callers that need no recommendation. */
  states(filter: SectorFilter): Promise<SectorState[]>;
  /** Seven days ahead of a sector; undefined when the sector does not exist. */
  projection(sectorId: string, grossMm?: number): Promise<Projection | undefined>;
  /** Seven days ahead of each sector. */
  projections(states: readonly SectorState[]): Map<string, Projection>;
  /** Balance rows between two days, both included; rows from today on are projected with the forecast rain. */
  balanceAhead(sectorId: string, from: FarmDay, to: FarmDay): Promise<Balance[]>;
  /** Summaries of the monitors of some sectors, by sector. */
  sensorSummaries(states: readonly SectorState[]): Promise<Map<string, NamedSummary[]>>;
  /** Writes the recommendations of past mornings for clients whose history was imported at once. */
  backfill(clientIds: readonly string[]): Promise<void>;
  /** Ends searches of plans. */
  close(): Promise<void>;
}

interface DecisionSources {
  telemetry: Pick<Telemetry, "latest" | "hourAggregates">;
  balances: Balances;
  settling: Settling;
  permitLimits: PermitLimits;
}

export function createDecisions(
  { database, clock }: Pick<Context, "database" | "clock">,
  { telemetry, balances, settling, permitLimits }: DecisionSources,
): Decisions {
  const plans = createPlans(database, permitLimits);
  const currentRecommendation = createCurrentRecommendation();

  async function projection(sectorId: string, grossMm?: number): Promise<Projection | undefined> {
    const own = { sectorIds: [sectorId] };
    await settling.upToDate(own);
    const [state] = await loadStates(database, [own], clock.now());
    return state && projectionOf(state, grossMm);
  }

  return {
    upToDate: settling.upToDate,
    projection,
    projections: (states) => new Map(states.map((state) => [state.site.sector._id, projectionOf(state)] as const)),
    sensorSummaries: (states) => loadSummaries({ database, telemetry }, states, clock.now()),
    backfill: (clientIds) => recommendPast(database, clientIds, clock.now()),
    close: plans.close,

    async states(filter) {
      await settling.upToDate(filter);
      return loadStates(database, [filter], clock.now());
    },

    async overview(filter) {
      await settling.upToDate(filter);
      const now = clock.now();
      const wanted = await loadSectors(database, filter);
      const farmIds = [...new Set(wanted.map(({ farm }) => farm._id))];
      if (farmIds.length === 0) return NOTHING;
      // A plan always covers a whole farm, also when only a part of it is requested.
      const loaded = await loadStates(database, [{ farmIds }], now);
      const { states, summaries } = await withContradictions({ database, telemetry }, loaded, now);
      const since = states.map(({ today }) => addDays(today, -1)).reduce((a, b) => (a < b ? a : b), "9999-12-31");
      const sectorIds = states.map(({ site }) => site.sector._id);
      const stored = sectorIds.length > 0 ? await latestRecommendations(database, sectorIds, since) : new Map();
      const current = states.flatMap(
        (state) => currentRecommendation(state, stored.get(state.site.sector._id), now) ?? [],
      );
      const ranked = new Map(rankByUrgency(current).map((one) => [one.sectorId, one] as const));
      const farmPlans = await plans.plansOf(states, ranked, now);
      const pivotOf = new Map(states.map(({ site }) => [site.sector._id, site.pivot._id] as const));
      const asked = new Set(wanted.map(({ sector }) => sector._id));
      const planned = [...withPlans(ranked, farmPlans, pivotOf).values()].filter(({ sectorId }) => asked.has(sectorId));
      return {
        states: states.filter(({ site }) => asked.has(site.sector._id)),
        recommendations: new Map(rankByUrgency(planned).map((one) => [one.sectorId, one] as const)),
        plans: farmPlans,
        summaries,
      };
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

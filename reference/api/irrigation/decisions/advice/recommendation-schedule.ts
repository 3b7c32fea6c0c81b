import { addDays, farmDay, farmMoment } from "@lamina/shared/core/farm-time";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import type { Context } from "../../../core/context.ts";
import type { DomainEvents } from "../../../core/domain-events.ts";
import { longWork } from "../../../core/precedence.ts";
import type { RecordChanged, RecordEntity } from "../../../core/record-changed.ts";
import type { DecidedClient } from "../../balance/settling.ts";
import { loadSectors } from "../../sites/sectors.ts";
import { blockersOf } from "../state/blockers.ts";
import { type BudgetPrices, withBudgets } from "../state/budget-prices.ts";
import { type EvidenceSources, withContradictions } from "../state/contradictions.ts";
import { loadStates, type SectorState } from "../state/sector-state.ts";
import { buildRecommendations } from "./build-recommendation.ts";
import {
  CHANGED,
  clientsDue,
  type DecisionTime,
  lookAgain,
  markChanged,
  nextTime,
  saveTimes,
  sectorsDue,
} from "./decision-times.ts";
import { latestRecommendations, saveRecommendations } from "./store.ts";

/** Records on which the decisions of all sectors of their client depend. */
const OF_CLIENT: ReadonlySet<string> = new Set([
  "Tariff",
  "Config",
  "Detection",
  "WaterPermit",
  "SeasonBudget",
] satisfies RecordEntity[]);

/** How old a current recommendation may be, days: farms' days differ by at most this. */
const CURRENT_DAYS = 2;

/** Recommends at the client's decision time, and again when the inputs change before the day ends. */
interface RecommendationSchedule {
  /** Marks sectors that have changed since their recommendation. */
  sectorsChanged(sectorIds: readonly string[]): Promise<void>;
  forecastChanged(event: DomainEvents["forecast"]): Promise<void>;
  recordsChanged(changes: readonly RecordChanged[]): Promise<void>;
  readingsStored(event: DomainEvents["readings"]): Promise<void>;
  /** Decides for all changed sectors of a client. */
  decideChanged(clientId: string): Promise<readonly DecidedClient[]>;
  /** Clients with a due sector. */
  clients(): Promise<readonly string[]>;
  /** Decides for a client where it is time, or where data became stale or fresh again. */
  decideDue(clientId: string): Promise<readonly DecidedClient[]>;
}

/** Sets the rank by urgency within these: 1 reaches stress first. */
export function rankByUrgency(given: readonly Recommendation[]): Recommendation[] {
  const hours = ({ hoursToCritical }: Recommendation) => hoursToCritical ?? Number.POSITIVE_INFINITY;
  const order = [...given].sort((a, b) => hours(a) - hours(b));
  const rank = new Map(order.map((recommendation, index) => [recommendation, index + 1] as const));
  return given.map((recommendation) => ({ ...recommendation, priority: rank.get(recommendation) ?? 0 }));
}

export function createRecommendationSchedule(
  { database, clock }: Pick<Context, "database" | "clock">,
  telemetry: EvidenceSources["telemetry"],
  budgetPrices: BudgetPrices,
): RecommendationSchedule {
  /** Decides for all sectors of the systems of some sectors, because those of one system share a run. */
  async function decide(looked: readonly DecisionTime[]): Promise<DecidedClient[]> {
    if (looked.length === 0) return [];
    const now = clock.now();
    const changed = new Set(looked.filter(({ isChanged }) => isChanged).map(({ sectorId }) => sectorId));
    const sites = await loadSectors(database, { sectorIds: looked.map(({ sectorId }) => sectorId) });
    const pivotIds = [...new Set(sites.map(({ pivot }) => pivot._id))];
    const all = await loadStates(database, [{ pivotIds }], now);
    const loaded = all.filter(({ season }) => season !== undefined);
    const { states: seen, summaries } = await withContradictions({ database, telemetry }, loaded, now);
    const states = await withBudgets(budgetPrices, seen, now);
    const sectorIds = states.map(({ site }) => site.sector._id);
    const since = addDays(farmDay(now.getTime(), "UTC"), -CURRENT_DAYS);
    const stored = new Map(
      [...(await latestRecommendations(database, sectorIds, since))].map(
        ([id, { recommendation }]) => [id, recommendation] as const,
      ),
    );
    const changedSystems = new Set(
      all.filter(({ site }) => changed.has(site.sector._id)).map(({ site }) => site.pivot._id),
    );
    const isOfChanged = ({ site }: SectorState) => changedSystems.has(site.pivot._id);
    const first = states.filter((state) => isDue(state, stored.get(state.site.sector._id), isOfChanged(state), now));
    const systems = new Set(first.map(({ site }) => site.pivot._id));
    const due = states.filter(({ site }) => systems.has(site.pivot._id));
    const watered = new Set(due.filter(isWatered).map(({ site }) => site.sector._id));
    await saveRecommendations(database, rankByUrgency(await decideInTurns(due, now)), (id) => watered.has(id));
    const stateOf = new Map(states.map((state) => [state.site.sector._id, state] as const));
    const next = all.map((state) => {
      const id = state.site.sector._id;
      const withEvidence = stateOf.get(id) ?? state;
      const at = nextTime(state, (summaries.get(id)?.length ?? 0) > 0, now);
      return [id, { at, isBlocked: blockersOf(withEvidence, now).length > 0 }] as const;
    });
    await saveTimes(database, looked, new Map(next));
    const clients = Map.groupBy(due, ({ site }) => site.sector.clientId);
    return [...clients].map(([clientId, own]) => ({ clientId, sectorIds: own.map(({ site }) => site.sector._id) }));
  }

  return {
    sectorsChanged: (sectorIds) => markChanged(database, { sectorIds }),
    forecastChanged: ({ farmId }) => markChanged(database, { farmIds: [farmId] }),
    async recordsChanged(changes) {
      const own = changes.filter(({ entity }) => OF_CLIENT.has(entity));
      const clientIds = [...new Set(own.map(({ clientId }) => clientId))];
      if (clientIds.length > 0) await markChanged(database, { clientIds });
    },
    readingsStored: (event) => lookAgain(database, event, clock.now()),
    decideChanged: async (clientId) => decide(await sectorsDue(database, clientId, clock.now(), CHANGED)),
    clients: () => clientsDue(database, clock.now()),
    decideDue: async (clientId) => decide(await sectorsDue(database, clientId, clock.now())),
  };
}

/** Today's recommendations of the sectors of whole systems, computed in turns with other calls. */
async function decideInTurns(due: readonly SectorState[], now: Date): Promise<Recommendation[]> {
  const turn = longWork();
  const decided: Recommendation[] = [];
  for (const own of Map.groupBy(due, ({ site }) => site.pivot._id).values()) {
    decided.push(...buildRecommendations(own, now));
    await turn();
  }
  return decided;
}

/** Whether water was applied today. */
export const isWatered = ({ outlook, today }: SectorState) =>
  outlook.some(({ date, irrGross }) => date === today && irrGross > 0);

/** Less water does not withdraw yesterday's recommendation before the new one, mm. */
const MIN_WATER_MM = 1;

/**
 * Yesterday's recommendation is valid until the decision time, unless the water that it asked for, or rain, has come
 * in the night.
 */
function isDue(state: SectorState, stored: Recommendation | undefined, isChanged: boolean, now: Date): boolean {
  const { today, site, settings, drNow } = state;
  if (stored === undefined) return true;
  const decision = farmMoment(today, settings.decisionTime, site.farm.timezone);
  if (now.getTime() >= decision && Date.parse(stored.computedAt) < decision) return true;
  if (stored.date >= today) return isChanged || (blockersOf(state, now)[0]?.key ?? null) !== stored.blockedBy;
  const dr = stored.reasons.find(({ key }) => key === "dr")?.value;
  return isChanged && stored.action === "irrigate" && typeof dr === "number" && drNow < dr - MIN_WATER_MM;
}

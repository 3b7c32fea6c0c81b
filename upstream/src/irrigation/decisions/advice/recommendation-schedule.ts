import { addDays, farmDay, farmMoment } from "@lamina/shared/core/farm-time";
import type { Recommendation } from "@lamina/shared/records/irrigation";
import { asc } from "drizzle-orm";
import type { Context } from "../../../core/context.ts";
import type { DomainEvents } from "../../../core/events.ts";
import type { RecordChanged } from "../../../core/record-changed.ts";
import type { SectorFilter } from "../../../farms/sector-filter.ts";
import { seasons } from "../../../schema/irrigation.ts";
import type { DecidedClient } from "../../balance/settling.ts";
import { loadSectors } from "../../sites/sectors.ts";
import { blockersOf } from "../state/blockers.ts";
import { type EvidenceSources, withContradictions } from "../state/contradictions.ts";
import { loadStates, type SectorState } from "../state/sector-state.ts";
import { buildRecommendations } from "./build-recommendation.ts";
import { latestRecommendations, saveRecommendations } from "./store.ts";

/** How old a current recommendation may be, days: farms' days differ by at most this. */
const STANDING_DAYS = 2;

/** Recommends at the client's decision time, and again when the inputs change before the day ends. */
interface RecommendationSchedule {
  /** Marks sectors that have changed since their recommendation. */
  sectorsChanged(sectorIds: readonly string[]): void;
  forecastChanged(event: DomainEvents["forecast"]): void;
  recordsChanged(changes: readonly RecordChanged[]): void;
  /** Decides for all changed sectors. */
  decideChanged(): Promise<readonly DecidedClient[]>;
  /** Clients with seasons. */
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
): RecommendationSchedule {
  const changed = { sectors: new Set<string>(), farms: new Set<string>(), clients: new Set<string>() };

  function takeChanged(): SectorFilter[] {
    const [sectorIds, farmIds, clientIds] = [[...changed.sectors], [...changed.farms], [...changed.clients]];
    for (const set of Object.values(changed)) set.clear();
    return [
      ...(sectorIds.length > 0 ? [{ sectorIds }] : []),
      ...(farmIds.length > 0 ? [{ farmIds }] : []),
      ...(clientIds.length > 0 ? [{ clientIds }] : []),
    ];
  }

  /** All sectors of the systems with a changed sector. */
  async function wholeSystems(filters: readonly SectorFilter[]): Promise<readonly SectorFilter[]> {
    const sites = await loadSectors(database, ...filters);
    return [{ pivotIds: [...new Set(sites.map(({ pivot }) => pivot._id))] }];
  }

  async function decideWhere(filters: readonly SectorFilter[], isChanged: boolean): Promise<DecidedClient[]> {
    const now = clock.now();
    const loaded = (await loadStates(database, filters, now)).filter(({ season }) => season !== undefined);
    const { states } = await withContradictions({ database, telemetry }, loaded, now);
    const sectorIds = states.map(({ site }) => site.sector._id);
    const since = addDays(farmDay(now.getTime(), "UTC"), -STANDING_DAYS);
    const stored = await latestRecommendations(database, sectorIds, since);
    const first = states.filter((state) => isDue(state, stored.get(state.site.sector._id), isChanged, now));
    // Sectors of one system share a run, so they are decided together.
    const systems = new Set(first.map(({ site }) => site.pivot._id));
    const due = states.filter(({ site }) => systems.has(site.pivot._id));
    const watered = new Set(due.filter(isWatered).map(({ site }) => site.sector._id));
    await saveRecommendations(database, rankByUrgency(buildRecommendations(due, now)), (id) => watered.has(id));
    const clients = Map.groupBy(due, ({ site }) => site.sector.clientId);
    return [...clients].map(([clientId, own]) => ({ clientId, sectorIds: own.map(({ site }) => site.sector._id) }));
  }

  return {
    sectorsChanged(sectorIds) {
      for (const sectorId of sectorIds) changed.sectors.add(sectorId);
    },
    forecastChanged: ({ farmId }) => void changed.farms.add(farmId),
    recordsChanged(changes) {
      for (const { clientId, entity } of changes)
        if (entity === "Tariff" || entity === "Config" || entity === "Detection") changed.clients.add(clientId);
    },
    async decideChanged() {
      const filters = takeChanged();
      return filters.length === 0 ? [] : decideWhere(await wholeSystems(filters), true);
    },
    async clients() {
      const rows = await database
        .selectDistinct({ clientId: seasons.clientId })
        .from(seasons)
        .orderBy(asc(seasons.clientId));
      return rows.map(({ clientId }) => clientId);
    },
    decideDue: (clientId) => decideWhere([{ clientIds: [clientId] }], false),
  };
}

/** Whether water was applied today. */
const isWatered = ({ outlook, today }: SectorState) =>
  outlook.some(({ date, irrGross }) => date === today && irrGross > 0);

function isDue(state: SectorState, stored: Recommendation | undefined, isChanged: boolean, now: Date): boolean {
  const { today, site, settings } = state;
  if (stored === undefined) return true;
  if (stored.date < today) return now.getTime() >= farmMoment(today, settings.decisionTime, site.farm.timezone);
  return isChanged || (blockersOf(state, now)[0]?.key ?? null) !== stored.blockedBy;
}

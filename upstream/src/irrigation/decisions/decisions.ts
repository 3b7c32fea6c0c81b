import { addDays, farmDay, farmMoment } from "@lamina/shared/farm-time";
import type { Recommendation } from "@lamina/shared/irrigation";
import { inArray, or, type SQL } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { pivotSectors, pivots } from "../../schema/farms.ts";
import { blockersOf } from "./blockers.ts";
import { decide } from "./decide.ts";
import { loadStates, type SectorState } from "./sector-state.ts";
import { latestRecommendations, saveRecommendations } from "./store.ts";

/** No farm's day is further than this from another's: how old a standing recommendation may be, days. */
const STANDING_DAYS = 2;

/** Recommends at the client's hour of decision, and again when what it stands on changes before the day ends. */
export interface Decisions {
  /** Notes sectors whose state is no longer what was decided on. */
  changed(sectorIds: readonly string[]): void;
  /** Decides where inputs changed since the last time. */
  decideChanged(): Promise<readonly DecidedClient[]>;
  /** Decides wherever it is time, or data became stale or fresh again. */
  decideDue(): Promise<readonly DecidedClient[]>;
}

export interface DecidedClient {
  clientId: string;
  sectorIds: string[];
}

/** What stands for a sector now: what was said, unless its data have become stale since. */
export function standing(
  state: SectorState,
  stored: Recommendation | undefined,
  now: Date,
): Recommendation | undefined {
  if (stored === undefined || state.season === undefined || stored.date < addDays(state.today, -1)) return undefined;
  const blocked = blockersOf(state, now)[0];
  return blocked === undefined || stored.blockedBy !== null ? stored : decide(state, now);
}

/** Sets the order of urgency within these: 1 is the soonest to reach stress. */
export function prioritized(given: readonly Recommendation[]): Recommendation[] {
  const hours = ({ hoursToCritical }: Recommendation) => hoursToCritical ?? Number.POSITIVE_INFINITY;
  const order = [...given].sort((a, b) => hours(a) - hours(b));
  return given.map((recommendation) => ({ ...recommendation, priority: order.indexOf(recommendation) + 1 }));
}

export function createDecisions({
  database,
  clock,
  events,
}: Pick<Context, "database" | "clock" | "events">): Decisions {
  const changed = { sectors: new Set<string>(), farms: new Set<string>(), clients: new Set<string>() };
  const noteSectors = (sectorIds: readonly string[]) => {
    for (const sectorId of sectorIds) changed.sectors.add(sectorId);
  };
  events.on("balance", ({ sectorIds }) => noteSectors(sectorIds));
  events.on("forecast", ({ farmId }) => void changed.farms.add(farmId));
  events.on("record", ({ clientId, entity }) => {
    if (entity === "Tariff" || entity === "Config") changed.clients.add(clientId);
  });

  function takeChanged(): SQL | undefined {
    const [sectorIds, farmIds, clientIds] = [[...changed.sectors], [...changed.farms], [...changed.clients]];
    for (const set of Object.values(changed)) set.clear();
    return or(
      ...(sectorIds.length > 0 ? [inArray(pivotSectors._id, sectorIds)] : []),
      ...(farmIds.length > 0 ? [inArray(pivots.farmId, farmIds)] : []),
      ...(clientIds.length > 0 ? [inArray(pivotSectors.clientId, clientIds)] : []),
    );
  }

  async function decideWhere(condition: SQL | undefined, isChanged: boolean): Promise<DecidedClient[]> {
    const now = clock.now();
    const states = (await loadStates(database, condition, now)).filter(({ season }) => season !== undefined);
    const sectorIds = states.map(({ site }) => site.sector._id);
    const since = addDays(farmDay(now.getTime(), "UTC"), -STANDING_DAYS);
    const stored = await latestRecommendations(database, sectorIds, since);
    const due = states.filter((state) => isDue(state, stored.get(state.site.sector._id), isChanged, now));
    const watered = new Set(due.filter(isWatered).map(({ site }) => site.sector._id));
    await saveRecommendations(database, prioritized(due.map((state) => decide(state, now))), (id) => watered.has(id));
    const clients = Map.groupBy(due, ({ site }) => site.sector.clientId);
    return [...clients].map(([clientId, own]) => ({ clientId, sectorIds: own.map(({ site }) => site.sector._id) }));
  }

  return {
    changed: noteSectors,
    async decideChanged() {
      const condition = takeChanged();
      return condition === undefined ? [] : decideWhere(condition, true);
    },
    decideDue: () => decideWhere(undefined, false),
  };
}

/** Whether water was put on today. */
const isWatered = ({ outlook, today }: SectorState) =>
  outlook.some(({ date, irrGross }) => date === today && irrGross > 0);

function isDue(state: SectorState, stored: Recommendation | undefined, isChanged: boolean, now: Date): boolean {
  const { today, site, settings } = state;
  if (stored === undefined) return true;
  if (stored.date < today) return now.getTime() >= farmMoment(today, settings.decisionTime, site.farm.timezone);
  return isChanged || (blockersOf(state, now)[0]?.key ?? null) !== stored.blockedBy;
}

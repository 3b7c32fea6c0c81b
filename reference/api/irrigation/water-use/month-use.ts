import { addDays, farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import type { Events } from "../../core/events.ts";
import type { RecordEntity } from "../../core/record-changed.ts";
import { type MonthSum, monthSums } from "./permit-use.ts";
import type { Pumping } from "./pumping.ts";
import {
  loadPermits,
  loadSystems,
  type OwnPermit,
  pumpedUnder,
  type System,
  type UseSources,
  waterBetween,
} from "./service.ts";

/** A permit with what its systems pumped, and the sums of its months. */
export interface SummedPermit extends OwnPermit {
  pumping: readonly Pumping[];
  months: readonly MonthSum[];
}

/** What a client's systems pumped from the first of the month until now. */
export interface MonthUse {
  systems: readonly System[];
  /** By system. */
  pumping: ReadonlyMap<string, readonly Pumping[]>;
  permits: readonly SummedPermit[];
}

/** The use of this month, kept by client until a record that it depends on changes. */
export interface MonthUses {
  of(clientId: string, now: Date): Promise<MonthUse>;
  /** Evicts all, because events of other processes may have been missed. */
  clear(): void;
}

/** Records that the use of a month depends on. Those of meters are not among them: see {@link createMonthUses}. */
const FACTS: ReadonlySet<RecordEntity> = new Set([
  "Watering",
  "Farm",
  "Pivot",
  "MachineCalibration",
  "PivotSector",
  "WaterPermit",
  "Device",
  "Sensor",
  "Client",
]);

interface Kept {
  until: number;
  use: MonthUse;
}

/**
 * To be made before other listeners, because an event clears the sums before the others take their time. The use of a
 * client with a flow meter is not kept: it changes with each reading, and the rollups have its hours.
 */
export function createMonthUses(sources: UseSources & { events: Pick<Events, "onAnywhere"> }): MonthUses {
  const byClient = new Map<string, Promise<Kept>>();
  sources.events.onAnywhere(["record"], ({ clientId, entity }) => {
    // With the one that is being added up, which may have read what was there before.
    if (entity === undefined || FACTS.has(entity)) byClient.delete(clientId);
  });

  return {
    clear: () => byClient.clear(),

    async of(clientId, now) {
      const cached = await byClient.get(clientId);
      if (cached !== undefined && now.getTime() < cached.until) return cached.use;
      const added = addUp(sources, clientId, now);
      byClient.set(clientId, added);
      const forget = () => byClient.get(clientId) === added && byClient.delete(clientId);
      added.then(({ until }) => until <= now.getTime() && forget(), forget);
      return (await added).use;
    },
  };
}

/** Adds up the month's use, with the moment at which time alone changes it. */
export async function addUp(sources: UseSources, clientId: string, now: Date): Promise<Kept> {
  const { database } = sources;
  const scope = { clientIds: [clientId] };
  const today = farmDay(now.getTime(), "UTC");
  const from = `${farmDay(now.getTime() - DAY_MS, "UTC").slice(0, 7)}-01`;
  const { pumping, until } = await waterBetween(sources, scope, { from, to: addDays(today, 1) }, now);
  const systems = await loadSystems(database, scope);
  const permits = (await loadPermits(database, scope, systems)).map((permit): SummedPermit => {
    const ofPermit = pumpedUnder(permit, pumping);
    return { ...permit, pumping: ofPermit, months: monthSums(ofPermit) };
  });
  return {
    until: Math.min(until, startOfFarmDay(addDays(today, 1), "UTC")),
    use: { systems, pumping: Map.groupBy(pumping, ({ pivotId }) => pivotId), permits },
  };
}

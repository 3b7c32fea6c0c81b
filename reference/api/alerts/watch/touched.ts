import { eq } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import type { Events } from "../../core/events.ts";
import type { RecordEntity } from "../../core/record-changed.ts";
import { pivotSectors, pivots } from "../../schema/farms.ts";
import { devices, sensors } from "../../schema/telemetry.ts";
import { isWatchedWeather } from "./weather.ts";

/** Ids that events named since the last evaluation. */
export interface Touched {
  /** Clients with a change of their records, which any watch may concern. */
  clientIds: Set<string>;
  /** Farms with a new forecast. */
  farmIds: Set<string>;
  /** Pivots with a report of their panel, or a step of a command. */
  pivotIds: Set<string>;
  /** Sectors with a new balance, and with a new recommendation. */
  sectorIds: Set<string>;
  decidedIds: Set<string>;
  /** Sensors with new readings. */
  sensorIds: Set<string>;
  /** Clients of all these. */
  ownerIds: Set<string>;
}

/** Places to look at, by what the watches need: the farms of weather, the pivots of panels and of recommendations. */
export interface Places {
  weatherIds: ReadonlySet<string>;
  panelIds: ReadonlySet<string>;
  sectorIds: ReadonlySet<string>;
  decidedIds: ReadonlySet<string>;
  deviceIds: ReadonlySet<string>;
  /** All farms and pivots of them. */
  farmIds: ReadonlySet<string>;
  pivotIds: ReadonlySet<string>;
}

/** Records without an alert of their own: their balance or recommendation follows, and the client's next evaluation has the permits. */
const FOLLOWED: ReadonlySet<RecordEntity> = new Set(["Watering", "Rain", "Detection"]);

/** Collects the records that events affect. */
export function collectTouched(events: Events) {
  let touched = nothing();
  const note = (clientId: string, kind: keyof Touched, ids: readonly string[]) => {
    touched.ownerIds.add(clientId);
    for (const id of ids) touched[kind].add(id);
  };
  events.on("record", ({ entity, clientId, after }) => {
    // A command takes some steps a minute, and concerns its machine alone.
    if (entity === "PivotCommand") note(clientId, "pivotIds", [String(after?.pivotId)]);
    else if (FOLLOWED.has(entity)) touched.ownerIds.add(clientId);
    else touched.clientIds.add(clientId);
  });
  events.on("forecast", ({ clientId, farmId }) => note(clientId, "farmIds", [farmId]));
  events.on("pivotStatus", ({ clientId, pivotId }) => note(clientId, "pivotIds", [pivotId]));
  events.on("balance", ({ clientId, sectorIds }) => note(clientId, "sectorIds", sectorIds));
  events.on("recommendation", ({ clientId, sectorIds }) => note(clientId, "decidedIds", sectorIds));
  events.on("readings", ({ clientId, sensorIds }) => note(clientId, "sensorIds", sensorIds));
  function take(): Touched {
    const taken = touched;
    touched = nothing();
    return taken;
  }
  return {
    take,
    /** As text, for a task; undefined when nothing is left to evaluate. */
    serialize(taken: Touched): string | undefined {
      if (Object.values(taken).every(({ size }) => size === 0)) return undefined;
      return JSON.stringify(Object.fromEntries(Object.entries(taken).map(([kind, ids]) => [kind, [...ids]])));
    },
    parse(text: string): Touched {
      const given: Record<keyof Touched, string[]> = JSON.parse(text);
      const ids = Object.entries(given).map(([kind, of]) => [kind, new Set(of)]);
      return { ...nothing(), ...Object.fromEntries(ids) };
    },
    /** Puts back records whose evaluation failed. */
    putBack(given: Partial<Touched>): void {
      for (const [kind, ids] of Object.entries(given)) for (const id of ids) touched[kind as keyof Touched].add(id);
    },
  };
}

const nothing = (): Touched => ({
  clientIds: new Set(),
  farmIds: new Set(),
  pivotIds: new Set(),
  sectorIds: new Set(),
  decidedIds: new Set(),
  sensorIds: new Set(),
  ownerIds: new Set(),
});

/** Finds the places of touched ids; undefined when nothing but whole clients was touched. */
export async function placesOf(database: Database, touched: Touched): Promise<Places | undefined> {
  const { farmIds, pivotIds, sectorIds, decidedIds, sensorIds } = touched;
  if ([farmIds, pivotIds, sectorIds, decidedIds, sensorIds].every(({ size }) => size === 0)) return undefined;
  const columns = { deviceId: devices._id, farmId: devices.farmId };
  const heard = await database
    .select({ ...columns, variable: sensors.variable })
    .from(sensors)
    .innerJoin(devices, eq(devices._id, sensors.deviceId))
    .where(anyOf(sensors._id, sensorIds));
  const panels = await database.select(columns).from(devices).where(anyOf(devices.pivotId, pivotIds));
  const sectors = await database
    .select({ sectorId: pivotSectors._id, pivotId: pivotSectors.pivotId })
    .from(pivotSectors)
    .where(anyOf(pivotSectors._id, [...sectorIds, ...decidedIds]));
  const allPivots = new Set([...pivotIds, ...sectors.map(({ pivotId }) => pivotId)]);
  const owners = await database.select({ farmId: pivots.farmId }).from(pivots).where(anyOf(pivots._id, allPivots));
  const weather = heard.filter(({ variable }) => isWatchedWeather(variable));
  return {
    weatherIds: new Set([...farmIds, ...weather.map(({ farmId }) => farmId)]),
    panelIds: pivotIds,
    sectorIds,
    decidedIds: new Set(sectors.filter(({ sectorId }) => decidedIds.has(sectorId)).map(({ pivotId }) => pivotId)),
    deviceIds: new Set([...heard, ...panels].map(({ deviceId }) => deviceId)),
    farmIds: new Set([...farmIds, ...[...heard, ...panels, ...owners].map(({ farmId }) => farmId)]),
    pivotIds: allPivots,
  };
}

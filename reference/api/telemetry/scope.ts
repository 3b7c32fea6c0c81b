import type { Access } from "@lamina/shared/access/rights";
import type { ReadScreen } from "@lamina/shared/doors/gateway";
import { and, eq } from "drizzle-orm";
import { anyOf } from "../core/database/arrays.ts";
import type { Database } from "../core/database/open.ts";
import { ofFarms } from "../farms/sector-filter.ts";
import { type Caller, mayOnClient } from "../http/caller.ts";
import { HttpProblem, problems } from "../http/problem.ts";
import type { notFoundText } from "../http/text.ts";
import { pivotSectors, pivots } from "../schema/farms.ts";
import { devices, gateways, monitors, sensors } from "../schema/telemetry.ts";
import { gather } from "./gather.ts";

/** Maximum sensors of one answer: more than any chart shows, few enough for memory. */
const MAX_SENSORS = 100;

/** The caller, and the right that the call requires. */
interface Call {
  caller: Caller;
  access: Access | null;
}

interface OnFarm {
  clientId: string;
  farmId: string;
}

/**
 * Finds the records of a call, if the caller may make the call on them. Records of another client, or on a farm outside
 * the caller's, give 404. A missing right gives 403.
 */
export type Scope = ReturnType<typeof createScope>;
export function createScope(database: Database) {
  function require<Found extends OnFarm>(
    { caller, access }: Call,
    found: Found | undefined,
    what: keyof typeof notFoundText,
  ): Found {
    const farmIds = found && caller.clients.get(found.clientId)?.farmIds;
    if (found === undefined || farmIds === undefined || (farmIds.length > 0 && !farmIds.includes(found.farmId)))
      throw problems.notFound(what);
    if (!mayOnClient(caller, access, found.clientId)) throw problems.forbidden();
    return found;
  }

  const { _id, clientId, farmId, serial } = devices;
  const deviceColumns = { _id, clientId, farmId, serial };
  /** Devices send by the hundred, so that those of the same turn are looked up together. */
  const bySerial = gather(async (serials) => {
    const rows = await database.select(deviceColumns).from(devices).where(anyOf(serial, serials));
    return new Map(rows.map((row) => [row.serial, row] as const));
  });

  return {
    async device(call: Call, id: string) {
      const [found] = await database.select(deviceColumns).from(devices).where(eq(_id, id));
      return require(call, found, "device");
    },

    /** A client, for what belongs to none of its farms. */
    wholeClient({ caller, access }: Call, ofClient: string): void {
      if (!caller.clients.has(ofClient)) throw problems.notFound("client");
      if (!mayOnClient(caller, access, ofClient)) throw problems.forbidden();
    },

    async gateway({ caller, access }: Call, id: string): Promise<void> {
      const [found] = await database
        .select({ clientId: gateways.clientId, farmId, reads: gateways.reads })
        .from(gateways)
        .leftJoin(devices, eq(_id, gateways.deviceId))
        .where(eq(gateways._id, id));
      if (found === undefined) throw problems.notFound("gateway");
      const { clientId: client, farmId: farm } = found;
      if (farm !== null) require({ caller, access }, { clientId: client, farmId: farm }, "gateway");
      const rights = caller.clients.get(client);
      if (rights === undefined) throw problems.notFound("gateway");
      if (!mayOnClient(caller, access, client)) throw problems.forbidden();
      // A key reads what its maker may see.
      const isHidden = (screen: ReadScreen) => !mayOnClient(caller, { screen, action: "view" }, client);
      if (access?.action !== "view" && found.reads.some(isHidden)) throw problems.forbidden();
      // Without a device it sends for all farms of its client.
      if (farm === null && access?.action !== "view" && rights.farmIds.length > 0) throw problems.forbidden("allFarms");
    },

    async deviceBySerial(call: Call, serial: string) {
      return require(call, (await bySerial([serial])).get(serial), "device");
    },

    /** The serials of devices on which the caller may not make the call, each with the reason. */
    async refusedSerials(
      call: Call,
      serials: readonly string[],
    ): Promise<ReadonlyMap<string, "not-found" | "forbidden">> {
      const found = await bySerial(serials);
      const refused = new Map<string, "not-found" | "forbidden">();
      for (const one of serials) {
        try {
          require(call, found.get(one), "device");
        } catch (error) {
          if (!(error instanceof HttpProblem)) throw error;
          refused.set(one, error.statusCode === 403 ? "forbidden" : "not-found");
        }
      }
      return refused;
    },

    /**
     * The ids of a comma-separated list, without repetitions: all must be visible sensors, else 404.
     * @throws HttpProblem 400 for more sensors than one answer may contain
     */
    async sensors(call: Call, list: string): Promise<string[]> {
      const ids = [...new Set(list.split(",").filter(Boolean))];
      if (ids.length > MAX_SENSORS) throw tooMany();
      const rows = await database
        .select({ _id: sensors._id, clientId: sensors.clientId, farmId })
        .from(sensors)
        .innerJoin(devices, eq(_id, sensors.deviceId))
        .where(anyOf(sensors._id, ids));
      const byId = new Map(rows.map((row) => [row._id, row] as const));
      for (const id of ids) require(call, byId.get(id), "sensor");
      return ids;
    },

    /** Those of some sensors that the caller may see, in order. */
    async seenSensors({ caller }: Call, ids: readonly string[]): Promise<string[]> {
      const rows = await database
        .select({ _id: sensors._id, clientId: sensors.clientId, farmId })
        .from(sensors)
        .innerJoin(devices, eq(_id, sensors.deviceId))
        .where(anyOf(sensors._id, ids));
      const seen = rows.filter((row) => {
        const farmIds = caller.clients.get(row.clientId)?.farmIds;
        return farmIds !== undefined && (farmIds.length === 0 || farmIds.includes(row.farmId));
      });
      const permittedIds = new Set(seen.map((row) => row._id));
      return ids.filter((id) => permittedIds.has(id));
    },

    async monitor(call: Call, id: string) {
      const [found] = await database
        .select({ clientId: monitors.clientId, farmId: pivots.farmId, sensorIds: monitors.sensorIds })
        .from(monitors)
        .innerJoin(pivotSectors, eq(pivotSectors._id, monitors.sectorId))
        .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
        .where(eq(monitors._id, id));
      return require(call, found, "monitor");
    },

    async pivot(call: Call, id: string) {
      const [found] = await database
        .select({ clientId: pivots.clientId, farmId: pivots.farmId })
        .from(pivots)
        .where(eq(pivots._id, id));
      return require(call, found, "pivot");
    },

    /** Ids of a client's pivots that the caller may see. */
    async pivotsOfClient({ caller, access }: Call, ofClient: string): Promise<string[]> {
      const rights = caller.clients.get(ofClient);
      if (rights === undefined) throw problems.notFound("client");
      if (!mayOnClient(caller, access, ofClient)) throw problems.forbidden();
      const farmIds = [...rights.farmIds];
      const rows = await database
        .select({ _id: pivots._id })
        .from(pivots)
        .where(and(eq(pivots.clientId, ofClient), ofFarms(pivots.farmId, farmIds)));
      return rows.map((row) => row._id);
    },
  };
}

const tooMany = () => problems.validation([{ field: "IDs", id: "too-big", maximum: MAX_SENSORS }]);

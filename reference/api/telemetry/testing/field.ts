import { MINUTE_MS } from "@lamina/shared/core/time";
import type { TelemetryBatch } from "@lamina/shared/records/readings";
import type { Variable } from "@lamina/shared/records/telemetry";
import { afterAll, beforeAll, describe } from "vitest";
import { openTestDatabase } from "../../../testing/pglite.ts";
import { postgresAvailable, runsOnPglite, startPostgres, type TestServer } from "../../../testing/postgres.ts";
import { quietLog } from "../../../testing/quiet-log.ts";
import { type Database, openDatabase } from "../../core/database/open.ts";
import type { DomainEvents } from "../../core/domain-events.ts";
import { createEvents } from "../../core/events.ts";
import { clients } from "../../schema/clients.ts";
import { farms, pivots } from "../../schema/farms.ts";
import { devices, sensors } from "../../schema/telemetry.ts";
import { upsertSensorTypes } from "../sensor-types/store.ts";
import { createTelemetry, type Telemetry, type TelemetryContext } from "../service.ts";

export const NOW = new Date("2026-05-14T12:00:00Z");
/** Three hours behind UTC. */
export const TIMEZONE = "America/Sao_Paulo";
const TIMES = { createdAt: NOW, updatedAt: NOW };

/** A field with devices, and the service that receives their telemetry. */
export interface TestField {
  database: Database;
  context: TelemetryContext;
  telemetry: Telemetry;
  clock: { at: Date };
  emitted: { name: keyof DomainEvents; event: unknown }[];
  /** Starts or ends an outage of the service's database. */
  outage(isAway: boolean): Promise<void>;
  addDevice(device?: Partial<typeof devices.$inferInsert>): Promise<string>;
  addSensor(deviceId: string, variable: Variable, more?: Partial<typeof sensors.$inferInsert>): Promise<string>;
}

export const FARM = "farm";
export const PIVOT = "pivot";
export const CLIENT = "client";

type Outage = TestField["outage"];

/** Adds a client with one farm and one pivot to an empty database. */
async function layField(database: Database, outage: Outage, used = database): Promise<TestField> {
  await upsertSensorTypes(database, NOW);
  await database.insert(clients).values({ ...TIMES, _id: CLIENT, name: "Cliente", typeChart: 1, timezone: TIMEZONE });
  const place = { lat: -20.3, lon: -48.3 };
  await database
    .insert(farms)
    .values({ ...TIMES, ...place, _id: FARM, clientId: CLIENT, name: "Fazenda", altitude: 517, timezone: TIMEZONE });
  await database.insert(pivots).values({
    ...TIMES,
    ...place,
    _id: PIVOT,
    clientId: CLIENT,
    farmId: FARM,
    name: "Pivô 01",
    kind: "pivot",
    radiusM: 400,
    angleStart: 0,
    angleEnd: 360,
    flowM3h: 180,
    minPercent: 10,
    maxHoursDay: 21,
    efficiencyPct: 85,
  });
  const clock = { at: NOW };
  const emitted: TestField["emitted"] = [];
  const events = createEvents((error) => {
    throw error;
  });
  for (const name of ["readings", "pivotStatus"] as const)
    events.on(name, (event) => void emitted.push({ name, event }));
  const context: TelemetryContext = { database: used, events, log: quietLog, clock: { now: () => clock.at } };
  const telemetry = createTelemetry(context);

  return {
    database,
    context,
    telemetry,
    clock,
    emitted,
    outage,
    async addDevice(device = {}) {
      const _id = crypto.randomUUID();
      const own = { farmId: FARM, sensorTypeId: "weather-station", intervalMin: 15, maintenance: false };
      await database.insert(devices).values({ ...TIMES, ...own, _id, clientId: CLIENT, serial: _id, ...device });
      return device._id ?? _id;
    },
    async addSensor(deviceId, variable, more = {}) {
      const _id = crypto.randomUUID();
      const own = { unit: "u", calibA: 0, calibB: 1 };
      await database.insert(sensors).values({ ...TIMES, ...own, _id, clientId: CLIENT, deviceId, variable, ...more });
      return _id;
    },
  };
}

/**
 * Runs a suite on PostgreSQL and, by {@link runsOnPglite}, on PGlite, one field for
 * all of its tests.
 */
export function describeField(name: string, suite: (field: () => TestField) => void, { isDialect = false } = {}): void {
  if (runsOnPglite(isDialect)) {
    describe(`${name} on PGlite`, () => {
      let field: TestField;
      let close: () => Promise<void>;
      beforeAll(async () => {
        const opened = await openTestDatabase();
        close = opened.close;
        const breakable = breakableDatabase(opened.database);
        field = await layField(opened.database, breakable.outage, breakable.database);
      });
      afterAll(async () => {
        await field?.telemetry.close();
        await close?.();
      });
      suite(() => field);
    });
  }

  // A missing server skips the suite on a laptop, and fails in CI.
  describe.skipIf(!postgresAvailable && !process.env.CI)(`${name} on PostgreSQL`, () => onServer(suite));
}

function onServer(suite: (field: () => TestField) => void): void {
  let server: TestServer;
  let field: TestField;
  let close: () => Promise<void>;
  beforeAll(async () => {
    server = await startPostgres();
    const url = await server.createMigratedDatabase();
    const opened = await openDatabase({ url });
    close = opened.close;
    field = await layField(opened.database, (isAway) => server.outage(url, isAway));
  });
  afterAll(async () => {
    await field?.telemetry.close();
    await close?.();
    await server?.stop();
  });
  suite(() => field);
}

/** PGlite cannot be away, so a proxy in front of it fails instead. */
function breakableDatabase(database: Database): { database: Database; outage: Outage } {
  let isDown = false;
  const fail = () => {
    throw new Error("connection lost");
  };
  return {
    database: new Proxy(database, {
      get: (target, key) => {
        const member = Reflect.get(target, key);
        if (typeof member !== "function") return member;
        return isDown ? fail : member.bind(target);
      },
    }),
    outage: async (isAway) => {
      isDown = isAway;
    },
  };
}

/** A batch of one variable: `[minutes after a moment, value]`. */
export function batchOf(
  serial: string,
  variable: Variable,
  start: Date,
  points: readonly (readonly [minutes: number, value: number])[],
): TelemetryBatch {
  const readings = points.map(([minutes, value]) => ({
    variable,
    date: new Date(start.getTime() + minutes * MINUTE_MS).toISOString(),
    value,
  }));
  return { serial, readings };
}

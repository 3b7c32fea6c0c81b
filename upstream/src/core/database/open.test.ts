import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sensorTypes } from "../../schema/sensor-types.ts";
import { sensorTypeCatalogue } from "../../telemetry/sensor-types/catalogue.ts";
import { upsertSensorTypes } from "../../telemetry/sensor-types/store.ts";
import { postgresAvailable, startPostgres, type TestServer } from "../../testing/postgres.ts";
import { openDatabase } from "./open.ts";

const NOW = new Date("2026-05-14T12:00:00.123Z");

describe("PGlite", { timeout: 60_000 }, () => {
  it("keeps its data, to the millisecond, between two openings", async () => {
    const directory = await mkdtemp(join(tmpdir(), "database-"));
    for (const at of [NOW, new Date(NOW.getTime() + 1)]) {
      const { database, close } = await openDatabase({ directory });
      await upsertSensorTypes(database, at);
      const rows = await database.select().from(sensorTypes);
      expect(rows).toHaveLength(sensorTypeCatalogue.length);
      expect(rows[0]?.createdAt).toEqual(NOW);
      await close();
    }
    await rm(directory, { recursive: true });
  });
});

describe.skipIf(!postgresAvailable && !process.env.CI)("PostgreSQL", { timeout: 60_000 }, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server?.stop());

  it("is migrated once when replicas start together", async () => {
    const url = await server.createDatabase();
    const opened = await Promise.all([openDatabase({ url }), openDatabase({ url }), openDatabase({ url })]);
    await Promise.all(opened.map(({ database }) => upsertSensorTypes(database, NOW)));
    expect(await opened[0]?.database.$count(sensorTypes)).toBe(sensorTypeCatalogue.length);
    await Promise.all(opened.map(({ close }) => close()));
  });

  it("survives an outage during a transaction, and continues after it", async () => {
    const url = await server.createDatabase();
    const { database, close } = await openDatabase({ url });
    const broken = database.transaction(async (transaction) => {
      await upsertSensorTypes(transaction, NOW);
      await server.outage(url, true);
      // By now the idle connection was found dead.
      await upsertSensorTypes(transaction, NOW);
    });
    await expect(broken).rejects.toThrow();
    await server.outage(url, false);
    expect(await database.$count(sensorTypes)).toBe(0);
    await close();
  });

  it("rolls back a failed transaction", async () => {
    const { database, close } = await openDatabase({ url: await server.createDatabase() });
    await upsertSensorTypes(database, NOW);
    const failing = database.transaction(async (transaction) => {
      await transaction.delete(sensorTypes).where(eq(sensorTypes._id, "rain-gauge"));
      throw new Error("in the middle");
    });
    await expect(failing).rejects.toThrow("in the middle");
    expect(await database.$count(sensorTypes)).toBe(sensorTypeCatalogue.length);
    await close();
  });
});

it("names the unreachable server, without the password", async () => {
  const opening = openDatabase({ url: "postgres://lamina:segredo@127.0.0.1:1/lamina" });
  await expect(opening).rejects.toThrow(/^cannot reach the database at 127\.0\.0\.1:1: ECONNREFUSED$/);
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { type AttachableClock, TestClock } from "pg-boss";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { inLongRun } from "../../../../scripts/testing/long.ts";
import { copyEmptyDatabase } from "../../../testing/pglite.ts";
import { postgresAvailable, startPostgres, type TestServer } from "../../../testing/postgres.ts";
import { databaseSecrets, fileSecrets } from "../../app/secrets.ts";
import { secrets } from "../../schema/secrets.ts";
import { sensorTypes } from "../../schema/sensor-types.ts";
import { sensorTypeCatalogue } from "../../telemetry/sensor-types/catalogue.ts";
import { upsertSensorTypes } from "../../telemetry/sensor-types/store.ts";
import { createEvents, type Notice } from "../events.ts";
import { openTasks, type Task, type Tasks } from "../tasks.ts";
import { openDatabase } from "./open.ts";
import { joinProcesses } from "./processes.ts";
import { MAX_ATTEMPTS } from "./repeated.ts";

const log = pino({ level: "silent" });
const NOW = new Date("2026-05-14T12:00:00.123Z");
/** Of the database driver, among others. */
const warnings: string[] = [];
process.on("warning", ({ message }) => warnings.push(message));

describe("PGlite", () => {
  it("keeps its data, to the millisecond, between two openings", async () => {
    const directory = await mkdtemp(join(tmpdir(), "database-"));
    await copyEmptyDatabase(directory);
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

describe.skipIf(!postgresAvailable && !process.env.CI)("PostgreSQL", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
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

  it("makes a transaction again that was ended for another one", async () => {
    const { database, close } = await openDatabase({ url: await server.createDatabase() });
    await database.execute(sql`create table halves (name text primary key, count integer not null)`);
    await database.execute(sql`insert into halves values ('one', 0), ('other', 0)`);
    let met = 0;
    const both = async (order: readonly string[]) =>
      database.transaction(async (transaction) => {
        for (const [index, name] of order.entries()) {
          await transaction.execute(sql`update halves set count = count + 1 where name = ${name}`);
          if (index > 0) continue;
          met++;
          // The first attempts have a lock each and want the other's.
          await vi.waitFor(() => expect(met).toBeGreaterThan(1));
        }
      });
    await Promise.all([both(["one", "other"]), both(["other", "one"])]);
    expect(met).toBeGreaterThan(2);
    const { rows } = await database.execute(sql`select count from halves`);
    expect(rows).toEqual([{ count: 2 }, { count: 2 }]);
    let attempts = 0;
    const hopeless = database.transaction(async (transaction) => {
      attempts++;
      await transaction.execute(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`);
    });
    await expect(hopeless).rejects.toThrow();
    expect(attempts).toBe(MAX_ATTEMPTS);
    await close();
  });

  it("gives back the connection of a transaction that cannot begin", async () => {
    const { database, close } = await openDatabase({ url: await server.createDatabase() });
    // More than the pool has.
    for (let outage = 0; outage < 12; outage++) {
      const { rows } = await database.execute(sql`select pg_backend_pid() as pid`);
      server.terminate(Number(rows[0]?.pid));
      await expect(database.transaction(async () => {})).rejects.toThrow("begin");
    }
    expect(await database.$count(sensorTypes)).toBe(0);
    await close();
  });

  it("has one process without a common key, or several with one", async () => {
    const url = await server.createDatabase();
    const join = (isShared: boolean) => joinProcesses({ url }, { isShared, log, waitMs: 50 });
    const only = await join(false);
    await expect(join(false)).rejects.toThrow(/^Another process uses this database: .*SECRET_KEY_FILE/);
    await expect(join(true)).rejects.toThrow(/^A process without SECRET_KEY_FILE uses this database/);
    await only.close();
    const [first, second] = [await join(true), await join(true)];
    await expect(join(false)).rejects.toThrow(/^Another process/);
    await first.close();
    await second.close();
  });

  it("carries events to other processes with the transaction that causes them", async () => {
    const url = await server.createDatabase();
    const opened = await openDatabase({ url });
    const [here, there] = await Promise.all(
      [true, true].map((isShared) => joinProcesses({ url }, { isShared, log, retryMs: 50 })),
    );
    if (here === undefined || there === undefined) throw new Error("two processes");
    const heard: (Notice | "missed")[] = [];
    const far = createEvents(() => {}, there);
    far.onAnywhere(["weather", "record"], (notice) => void heard.push(notice));
    there.listen(far.receive, () => void heard.push("missed"));
    here.listen(
      () => expect.fail("own events come back"),
      () => {},
    );
    const near = createEvents(() => {}, here);
    const weather = (clientId: string) => ({ clientId, farmId: "f", from: "2026-11-01" });
    const failing = opened.database.transaction(async (transaction) => {
      await near.emitWithin(transaction, "weather", [weather("undone")]);
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    await opened.database.transaction((transaction) =>
      near.emitWithin(transaction, "weather", [weather("done"), weather("done")]),
    );
    await near.emit("weather", weather("later"));
    await near.emit("record", { clientId: "c", entity: "Farm", recordId: "f" });
    await vi.waitFor(() => expect(heard).toHaveLength(3));
    expect(heard).toEqual([
      { name: "weather", clientId: "done", farmIds: ["f"] },
      { name: "weather", clientId: "later", farmIds: ["f"] },
      { name: "record", clientId: "c", entity: "Farm", farmIds: ["f"] },
    ]);
    // A connection that breaks may have missed some.
    await server.outage(url, true);
    await server.outage(url, false);
    await vi.waitFor(() => expect(heard).toHaveLength(4));
    expect(heard.at(-1)).toBe("missed");
    await Promise.all([here.close(), there.close(), opened.close()]);
  });

  it("sends one query at a time on a connection, which the next version of the driver requires", async () => {
    const url = await server.createDatabase();
    const here = await joinProcesses({ url }, { isShared: true, log, retryMs: 50 });
    const events = createEvents(() => {}, here);
    await Promise.all(
      ["a", "b", "c"].map((clientId) => events.emit("record", { clientId, entity: "Farm", recordId: "f" })),
    );
    const tasks = await openTasks({ server: { url } }, { log, clock: new TestClock(NOW) });
    await Promise.all(["a", "b", "c", "d"].map((key) => tasks.add([{ job: "balance", key }])));
    await Promise.all([tasks.close(), here.close()]);
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });

  it("gives a task to one process, and to the next when that one ends", async () => {
    const url = await server.createDatabase();
    const [first, second] = [
      await joinProcesses({ url }, { isShared: true, log, retryMs: 50 }),
      await joinProcesses({ url }, { isShared: true, log, retryMs: 50 }),
    ];
    const begun: string[] = [];
    const begin = (name: string) => async () => {
      begun.push(name);
      return async () => void begun.push(`${name} ended`);
    };
    await first.lead("ingest", begin("first"));
    await second.lead("ingest", begin("second"));
    expect(begun).toEqual(["first"]);
    await first.close();
    await vi.waitFor(() => expect(begun).toEqual(["first", "second"]));
    await second.close();
  });

  it("reconnects after an outage during the start of a task, and begins the task once", async () => {
    const url = await server.createDatabase();
    const [other, one] = [
      await joinProcesses({ url }, { isShared: true, log, retryMs: 50 }),
      await joinProcesses({ url }, { isShared: true, log, retryMs: 50 }),
    ];
    const end = async () => {};
    const missed = vi.fn();
    const held = Promise.withResolvers<void>();
    const begin = vi.fn(async () => {
      await held.promise;
      return end;
    });
    one.listen(() => {}, missed);
    await other.lead("ingest", async () => end);
    // One waits for this task, so it looks for it again and again.
    await one.lead("ingest", async () => end);
    const led = one.lead("simulator", begin);
    await vi.waitFor(() => expect(begin).toHaveBeenCalled());
    await server.outage(url, true);
    await server.outage(url, false);
    held.resolve();
    await led.catch(() => {});
    await vi.waitFor(() => expect(missed).toHaveBeenCalledOnce());
    expect(begin).toHaveBeenCalledOnce();
    await Promise.all([one.close(), other.close()]);
  });

  it("keeps secrets that only the installation's key opens", async () => {
    const { database, close } = await openDatabase({ url: await server.createDatabase() });
    const make = vi.fn(async () => crypto.randomUUID());
    const [key, directory] = ["k".repeat(32), "/nonexistent"];
    const options = { directory, hasData: false, log: console };
    const secret = (name: string) => ({ name, make, isWhole: (text: string) => text.length === 36, effect: "" });
    const own = { ...options, secretKey: key };
    const [one, other] = [databaseSecrets(database, own), databaseSecrets(database, own)];
    const both = await Promise.all([one(secret("token")), other(secret("token"))]);
    expect(new Set(both).size).toBe(1);
    expect(await other(secret("token"))).toBe(both[0]);
    expect(await one(secret("another"))).not.toBe(both[0]);
    const stored = await database.select().from(secrets);
    expect(JSON.stringify(stored)).not.toContain(both[0]);
    const stranger = databaseSecrets(database, { ...options, secretKey: "j".repeat(32) });
    await expect(stranger(secret("token"))).rejects.toThrow(/^SECRET_KEY_FILE is not the key/);
    const stricter = { ...secret("token"), isWhole: () => false };
    await expect(one(stricter)).rejects.toThrow(/^The secret token in the database is damaged: delete it/);
    await expect(fileSecrets(database, directory, options)).rejects.toThrow(/encrypted: set SECRET_KEY_FILE/);
    await close();
  });

  it.each([1, ...inLongRun(2, 3)])(
    "gives each task to one process, and those of killed ones to others within 30 s (seed %i)",
    async (seed) => {
      const url = await server.createDatabase();
      const clock = new TestClock(NOW);
      const random = randomOf(seed);
      const finished: string[] = [];
      const wrong: string[] = [];
      const killedAt = new Map<string, number>();
      const opened: Tasks[] = [];

      /** A process whose timers stop when it is killed. */
      async function openProcess() {
        let isAlive = true;
        const own: AttachableClock = {
          now: () => clock.now(),
          setTimeout: (work, ms) => clock.setTimeout(() => isAlive && work(), ms),
          setInterval: (work, ms) => clock.setInterval(() => isAlive && work(), ms),
          clearTimeout: (timer) => clock.clearTimeout(timer),
          clearInterval: (timer) => clock.clearInterval(timer),
          attach: (target) => clock.attach(target),
        };
        const tasks = await openTasks({ server: { url } }, { log, clock: own });
        opened.push(tasks);
        const kill = () => {
          isAlive = false;
        };
        return { tasks, kill };
      }

      /** One task of a process, which completes, fails, or is killed; an idle process does nothing. */
      async function step(index: number, outcome: "done" | "failed" | "killed") {
        const { tasks, kill } = processes[index] as Awaited<ReturnType<typeof openProcess>>;
        const killed = Promise.withResolvers<string>();
        const perform = async ({ key = "" }: Task) => {
          const waitedMs = clock.now() - (killedAt.get(key) ?? clock.now());
          if (waitedMs > 30_000) wrong.push(`${key} waited ${waitedMs} ms`);
          killedAt.delete(key);
          if (outcome === "failed") throw new Error("a fault");
          if (outcome === "killed") {
            killedAt.set(key, clock.now());
            kill();
            killed.resolve("killed");
            await new Promise(() => {});
          }
          finished.push(key);
        };
        const ended = await Promise.race([tasks.doNext(perform).then(() => "ended"), killed.promise]);
        if (ended === "killed") processes[index] = await openProcess();
      }

      const processes = [await openProcess(), await openProcess()];
      const keys = Array.from({ length: 12 }, (_, index) => `client-${index}`);
      await processes[0]?.tasks.add(keys.map((key) => ({ job: "balance", key })));
      // Added again while they wait: still one each.
      await processes[1]?.tasks.add(keys.map((key) => ({ job: "balance", key })));
      for (let turn = 0; turn < 18; turn++) {
        const chance = random();
        await step(turn % 2, chance < 0.2 ? "killed" : chance < 0.35 ? "failed" : "done");
        if (turn % 3 === 0) await clock.tick(5_000);
      }
      for (let round = 0; round < 40 && finished.length < keys.length; round++) {
        await clock.tick(5_000);
        for (const _key of keys) await Promise.all([step(0, "done"), step(1, "done")]);
      }
      expect(wrong).toEqual([]);
      expect([...finished].sort()).toEqual([...keys].sort());
      expect(killedAt.size).toBe(0);
      expect(await processes[0]?.tasks.counts()).toEqual({ waiting: 0, active: 0, dead: 0 });
      await Promise.all(opened.map((tasks) => tasks.close()));
    },
  );

  it("lists a task that failed every time as a dead letter, once", async () => {
    const url = await server.createDatabase();
    const clock = new TestClock(NOW);
    const failed: string[] = [];
    const tasks = await openTasks({ server: { url } }, { log, clock, failed: (job) => void failed.push(job) });
    const fails = async () => {
      throw new Error("no such farm");
    };
    for (const _time of [1, 2]) {
      await tasks.add([{ job: "balance", key: "c" }]);
      for (let attempt = 0; attempt < 10; attempt++) {
        await tasks.doNext(fails);
        await clock.setTime(clock.now() + 300_000);
      }
    }
    expect(failed).toHaveLength(12);
    expect(await tasks.dead()).toEqual([
      { job: "balance", key: "c", failedAt: expect.any(String), times: 2, reason: "no such farm" },
    ]);
    expect(await tasks.counts()).toMatchObject({ dead: 1, waiting: 0 });
    await tasks.clearDead();
    expect(await tasks.dead()).toEqual([]);
    await tasks.close();
  });

  it("says that a database is missing", async () => {
    const missing = (await server.createDatabase()).replace(/[^/]+$/, "none");
    await expect(openDatabase({ url: missing })).rejects.toThrow(/^The database none at .*3D000.*create it/);
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

it("names the unreachable server, without the password, and what to do", async () => {
  const opening = openDatabase({ url: "postgres://lamina:segredo@127.0.0.1:1/lamina" });
  await expect(opening).rejects.toThrow(
    /^The database lamina at 127\.0\.0\.1:1 cannot be used \(ECONNREFUSED\): .* DATABASE_URL\.$/,
  );
});

/** Numbers from 0 to 1, the same for each seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { and, eq, gt } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { isLong, isLongFor } from "../../../scripts/testing/long.ts";
import { type RunningApi, start } from "../../api/app/start.ts";
import type { Clock } from "../../api/core/clock.ts";
import { readConfig } from "../../api/core/config.ts";
import { createEvents } from "../../api/core/events.ts";
import { simulations } from "../../api/schema/simulator.ts";
import { devices, pivotStatuses, readings, sensors } from "../../api/schema/telemetry.ts";
import { startOfTests, startTestApi, type TestApi } from "../../testing/api.ts";
import { copyEmptyDatabase } from "../../testing/pglite.ts";
import { quietLog } from "../../testing/quiet-log.ts";
import { demo } from "../demo.ts";
import { demoClientIds } from "../farm/clients.ts";
import { AS_SET, createSimulation } from "./simulation.ts";
import { startSimulator } from "./simulator.ts";
import { loadState } from "./store.ts";
import type { OpenUplink } from "./uplink.ts";
import { loadLayouts } from "./world/layout.ts";

/** Days in which the machines draw from their sources. */
const DRAWN_DAYS = isLong ? 10 : 4;
/** Pivots and the linear machine. */
const PANELS = 8;

describe("the living demo farm", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ environment: { DEMO_HISTORY_DAYS: "1" } });
  });
  afterAll(() => api?.close());

  it("sends through the broker, each device at its interval, and the messages are stored", async () => {
    const { database, services, simulator, clock } = api;
    const count = async () => [await database.$count(readings), await database.$count(pivotStatuses)] as const;
    const [readingsBefore, statusesBefore] = await count();
    for (let minute = 0; minute < 15; minute++) {
      clock.advance(MINUTE_MS);
      await simulator?.tick();
    }
    const counts = services.telemetry.counts();
    expect(counts).toMatchObject({ rejected: 0, garbage: 0, duplicate: 0, waiting: 0 });
    const [readingsAfter, statusesAfter] = await count();
    expect(statusesAfter - statusesBefore).toBe(PANELS * 15);
    expect(readingsAfter - readingsBefore).toBe(counts.stored - PANELS * 15);
    // Three stations send every five minutes, the others every fifteen.
    expect(readingsAfter - readingsBefore).toBeGreaterThan(3 * 3 * 8);
    const now = clock.now().getTime();
    const [station] = await database.select().from(devices).where(eq(devices.serial, "EM-RO-01"));
    expect(now - (station?.lastSeen?.getTime() ?? 0)).toBeLessThan(5 * MINUTE_MS);
  });

  it("catches up after the computer was asleep", async () => {
    const { database, simulator, clock } = api;
    const lastAwake = clock.now();
    clock.advance(6 * HOUR_MS);
    await simulator?.tick();
    const stored = await database
      .select({ at: readings.at })
      .from(readings)
      .innerJoin(sensors, eq(sensors.number, readings.sensor))
      .where(and(eq(sensors._id, "demo-em-ro-01-airTemp"), gt(readings.at, lastAwake)));
    expect(stored.length).toBeGreaterThanOrEqual(23);
  });

  it("continues without a device with a renewed secret, and without a deleted farm", async () => {
    const { database, services, simulator, clock } = api;
    await services.telemetry.rotateSecret("demo-em-ro-01", { userId: null, userName: "ana" });
    await api.send("/Farm/Delete?ID=demo-fazenda-buriti", { token: await api.login("ana"), method: "DELETE" });
    const heard = async (serial: string) =>
      (await database.select().from(devices).where(eq(devices.serial, serial)))[0]?.lastSeen?.getTime() ?? 0;
    const before = clock.now().getTime();
    for (let minute = 0; minute < 6; minute++) {
      clock.advance(MINUTE_MS);
      await simulator?.tick();
    }
    expect(await heard("EM-RO-01")).toBeLessThanOrEqual(before);
    expect(await heard("EM-BE-01")).toBeGreaterThan(before);
    expect(await heard("EM-BU-01")).toBe(0);
  });

  it("is the same for the same seed, and differs for another", async () => {
    const layouts = await loadLayouts(api.database, demoClientIds, api.clock.now());
    const epoch = Date.parse("2026-05-14T05:14:00Z");
    const story = (seed: number) => {
      const simulation = createSimulation(layouts, { seed, epoch });
      const state = simulation.begin(epoch);
      return Array.from({ length: 48 }, (_, hour) => simulation.step(state, epoch + (hour + 1) * HOUR_MS, AS_SET));
    };
    expect(story(7)).toEqual(story(7));
    expect(story(7)).not.toEqual(story(8));
  });

  it("draws from the sources at most their capacity", async () => {
    const layouts = await loadLayouts(api.database, demoClientIds, api.clock.now());
    // Of the current seasons.
    const epoch = api.clock.now().getTime();
    const simulation = createSimulation(layouts, { seed: 7, epoch });
    const state = simulation.begin(epoch);
    const running = new Set<string>();
    for (let hour = 1; hour <= 24 * DRAWN_DAYS; hour++) {
      simulation.step(state, epoch + hour * HOUR_MS, AS_SET);
      for (const { farm, systems, capacities } of layouts) {
        const used = new Map<string, number>();
        for (const { pivot } of systems) {
          if (!state.farms[farm._id]?.machines[pivot._id]?.run) continue;
          running.add(pivot._id);
          used.set(pivot.waterSourceId ?? "", (used.get(pivot.waterSourceId ?? "") ?? 0) + pivot.flowM3h);
        }
        for (const [source, flow] of used) expect(flow).toBeLessThanOrEqual(capacities.get(source) ?? 0);
      }
    }
    expect(running.size).toBeGreaterThan(0);
  });

  it("resumes from its own state, and restarts from an older version's or a damaged one", async () => {
    const { database, clock } = api;
    const log = { ...quietLog, warn: vi.fn(), error: vi.fn() };
    await api.simulator?.close();
    const events = createEvents(() => {});
    const context = { database, clock, events, log };
    const sent: string[] = [];
    const openUplink: OpenUplink = () => ({ send: async (serial) => void sent.push(serial), close: async () => {} });
    const startOn = async (state?: unknown) => {
      if (state !== undefined) await database.update(simulations).set({ state });
      sent.length = 0;
      const simulator = await startSimulator(context, { clientIds: demoClientIds, seed: 7, openUplink }, HOUR_MS);
      clock.advance(15 * MINUTE_MS);
      await simulator?.tick();
      await simulator?.close();
      return (await loadState(database))?.state;
    };
    const own = await startOn();
    expect(log.warn).not.toHaveBeenCalled();
    const before = await database.$count(readings);
    const older = { ...own, version: 0, farms: { "demo-fazenda-rio-de-ondas": { hour: 3 } } };
    for (const state of [older, "?"]) {
      log.warn.mockClear();
      const begun = await startOn(state);
      expect(log.warn).toHaveBeenCalledTimes(1);
      expect(Object.keys(begun?.farms ?? {}).sort()).toEqual(Object.keys(own?.farms ?? {}).sort());
      expect(begun?.secrets).toEqual(state === "?" ? {} : own?.secrets);
      expect(sent.length).toBeGreaterThan(0);
    }
    expect(log.error).not.toHaveBeenCalled();
    // The past is not generated again.
    expect((await database.$count(readings)) - before).toBeLessThan(1000);
  });
});

// Not skipped elsewhere, because a skipped test is a failure in CI.
if (isLongFor("reference/demo/simulator/", "reference/api/app/start.ts"))
  describe("a later start", () => {
    let dataDir: string;
    let api: RunningApi | undefined;
    afterEach(async () => {
      await api?.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    it("simulates the time in which the program was off, and does not generate the past again", async () => {
      dataDir = await mkdtemp(join(tmpdir(), "restart-"));
      await copyEmptyDatabase(join(dataDir, "database"));
      const config = readConfig({
        DATA_DIR: dataDir,
        PORT: "0",
        MQTT_PORT: "0",
        LOG_LEVEL: "silent",
        DEMO_HISTORY_DAYS: "2",
      });
      let now = startOfTests();
      const clock: Clock = { now: () => new Date(now) };
      const steps: string[] = [];
      const options = { demo, clock, tickMs: HOUR_MS, progress: (step: string) => void steps.push(step) };
      api = await start(config, options);
      await api.close();
      expect(steps).toContain("demo-readings");
      steps.length = 0;
      const left = clock.now();
      now += 30 * HOUR_MS;
      api = await start(config, options);
      expect(steps).not.toContain("demo-readings");
      const missed = await api.database
        .select({ at: readings.at })
        .from(readings)
        .innerJoin(sensors, eq(sensors.number, readings.sensor))
        .where(and(eq(sensors._id, "demo-em-bu-01-airTemp"), gt(readings.at, left)));
      const hours = new Set(missed.map(({ at }) => Math.floor(at.getTime() / HOUR_MS)));
      expect(hours.size).toBeGreaterThanOrEqual(29);
      expect(await api.database.$count(pivotStatuses, gt(pivotStatuses.date, left))).toBeGreaterThan(PANELS * 100);
    });
  });

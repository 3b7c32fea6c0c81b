import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { and, desc, eq, gt } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deviceMessages, devices, gatewayKeys, readings, sensors } from "../../api/schema/telemetry.ts";
import { startTestApi, type TestApi } from "../../testing/api.ts";
import { demoClientIds } from "../farm/clients.ts";
import { AS_SET, createSimulation } from "./simulation.ts";
import { loadState } from "./store.ts";
import { panelStatus } from "./world/instruments.ts";
import { loadLayouts } from "./world/layout.ts";

/** Half a unit of the last decimal of the sender, in the variable's unit. */
const TOLERANCE: Readonly<Record<string, number>> = {
  airTemp: 0.03,
  airHum: 0.51,
  pressure: 0.002,
  wind: 0.003,
  gust: 0.003,
  rainTotal: 0.013,
  ec: 0.0006,
};
const HOURS = 1;
const METER = "demo-hd-bu-02-flowTotal";
const PIVOT = "demo-pivo-07";

describe("the demo's devices behind other doors", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ environment: { DEMO_HISTORY_DAYS: "1" } });
  });
  afterAll(() => api?.close());

  it("arrive as the simulation measured them", async () => {
    const { database, simulator, clock } = api;
    await simulator?.tick();
    const from = clock.now();
    // The same farm again, whose instruments say the truth.
    const layouts = await loadLayouts(database, demoClientIds, from);
    const stored = (await loadState(database))?.state;
    if (stored === undefined) throw new Error("no state");
    const simulation = createSimulation(layouts, stored);
    const truth = structuredClone(stored);
    const measured = [];
    for (let minute = 0; minute < HOURS * 60; minute += 5) {
      clock.advance(5 * MINUTE_MS);
      await simulator?.tick();
      measured.push(...simulation.step(truth, clock.now().getTime(), AS_SET).batches);
    }
    for (const [serial, door, topic] of [
      ["EM-BU-01", "key", "/in"],
      ["SU-BU-01", "key", "/in"],
      ["HD-BU-02", "mqtt", "devices/HD-BU-02/readings"],
    ] as const) {
      const expected = measured
        .filter((batch) => batch.serial === serial)
        .flatMap((batch) => batch.readings.map((one) => ({ ...one, at: Math.floor(Date.parse(one.date) / 1000) })));
      expect(expected.length, serial).toBeGreaterThan(3);
      const arrived = await database
        .select({ variable: sensors.variable, depthCm: sensors.depthCm, at: readings.at, value: readings.raw })
        .from(readings)
        .innerJoin(sensors, eq(sensors.number, readings.sensor))
        .innerJoin(devices, eq(devices._id, sensors.deviceId))
        .where(and(eq(devices.serial, serial), gt(readings.at, from)));
      expect(arrived.length, serial).toBe(expected.length);
      for (const { variable, depthCm = null, at, value } of expected) {
        const found = arrived.find(
          (one) => one.variable === variable && one.depthCm === depthCm && Math.floor(one.at.getTime() / 1000) === at,
        );
        expect(Math.abs((found?.value ?? Number.NaN) - value), `${serial} ${variable} ${found?.value} ${value}`) //
          .toBeLessThanOrEqual(TOLERANCE[variable] ?? 1e-6);
      }
      const [last] = await database
        .select()
        .from(deviceMessages)
        .innerJoin(devices, eq(devices._id, deviceMessages.deviceId))
        .where(eq(devices.serial, serial))
        .orderBy(desc(deviceMessages.number))
        .limit(1);
      expect(last?.device_messages).toMatchObject({ door, topic, rejected: 0, refusals: [] });
    }
    const keys = await database.select().from(gatewayKeys);
    expect(keys.map(({ gatewayId, usedAt }) => [gatewayId, usedAt !== null]).sort()).toEqual([
      ["demo-ecowitt", true],
      ["demo-things-stack", true],
    ]);
  });

  it("have a meter that counts all that its pivot applies, and starts again now and then", async () => {
    const epoch = api.clock.now().getTime();
    const layouts = await loadLayouts(api.database, ["demo-santa-clara"], api.clock.now());
    const simulation = createSimulation(layouts, { seed: 7, epoch });
    const state = simulation.begin(epoch);
    let [pumped, counted, before, resets] = [0, 0, 0, 0];
    for (let hour = 1; hour <= 30 * 24; hour++) {
      simulation.step(state, epoch + hour * HOUR_MS, { minutes: () => Number.POSITIVE_INFINITY, isSparse: true });
      const farm = state.farms["demo-fazenda-buriti"];
      const layout = layouts.find(({ farm: { _id } }) => _id === "demo-fazenda-buriti");
      const system = layout?.systems.find(({ pivot }) => pivot._id === PIVOT);
      if (!farm || !layout || !system) throw new Error("no farm");
      pumped += panelStatus(system, farm, layout.farm.timezone).flowM3h;
      const total = farm.counted[METER] ?? 0;
      resets += total < before ? 1 : 0;
      counted += total < before ? total : total - before;
      before = total;
    }
    expect(resets).toBeGreaterThan(0);
    expect(pumped).toBeGreaterThan(1000);
    expect(Math.abs(counted - pumped)).toBeLessThan(0.01 * pumped);
  });
});

import { MINUTE_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Database } from "../core/database/open.ts";
import { countStatements } from "../irrigation/testing/count-statements.ts";
import { describeDatabases } from "../irrigation/testing/databases.ts";
import { plantField, times } from "../irrigation/testing/field.ts";
import { alertTimes } from "../schema/alerts.ts";
import { devices, pivotStatuses, sensors } from "../schema/telemetry.ts";
import { upsertSensorTypes } from "../telemetry/sensor-types/store.ts";
import { watchedFarm } from "./testing/watched-farm.ts";

type Farm = Awaited<ReturnType<typeof watchedFarm>>;

const NO_DAYS = { from: "2026-05-14", to: "2026-05-13" };
let farmNumber = 0;

async function openAlerts(farm: Farm) {
  const rows = await farm.inboxRows();
  return rows.flatMap(({ type, pivotId, resolvedAt }) => (resolvedAt === null ? [[type, pivotId]] : [])).sort();
}

describeDatabases("alerts after an event", (database) => {
  const farmOf = (given: Database = database()) => watchedFarm(given, `touched-${++farmNumber}`);

  const panelEvent = ({ clientId, farmId }: Farm, pivotId: string) => ({ clientId, farmId, pivotId });

  /** A panel's report of low pressure, an hour ago, or of a start after it. */
  const report = (farm: Farm, pivotId: string, isFault: boolean) =>
    database()
      .insert(pivotStatuses)
      .values({
        pivotId,
        date: new Date(farm.clock.at.getTime() - (isFault ? 60 : 5) * 60_000),
        running: !isFault,
        wet: !isFault,
        direction: isFault ? "stopped" : "forward",
        angleDeg: 10,
        ...(isFault && { fault: "low-pressure" }),
      });

  it("concern the pivot that reported, and leave the alerts of others open", async () => {
    const farm = await farmOf();
    const neighbour = await plantField(database(), { id: `${farm.pivotId}-b`, clientId: farm.clientId, ...NO_DAYS });
    const otherId = `${farm.pivotId}-b-pivot-1`;
    expect(neighbour.clientId).toBe(farm.clientId);
    for (const pivotId of [farm.pivotId, otherId]) await report(farm, pivotId, true);
    const { alerts, events } = farm.startProgram();
    await events.emit("pivotStatus", panelEvent(farm, farm.pivotId));
    await alerts.settle();
    expect(await openAlerts(farm)).toEqual([["low-pressure", farm.pivotId]]);
    await alerts.settleAll();
    expect(await openAlerts(farm)).toEqual([
      ["low-pressure", farm.pivotId],
      ["low-pressure", otherId],
    ]);
    for (const pivotId of [farm.pivotId, otherId]) await report(farm, pivotId, false);
    await events.emit("pivotStatus", panelEvent(farm, otherId));
    await alerts.settle();
    expect(await openAlerts(farm)).toEqual([
      ["low-pressure", farm.pivotId],
      ["pivot-started", otherId],
    ]);
  });

  it("concern the station that measured, and the device that reports again", async () => {
    const farm = await farmOf();
    await upsertSensorTypes(database(), farm.clock.at);
    const own = { ...times, clientId: farm.clientId };
    const serial = `${farm.farmId}-station`;
    await database()
      .insert(devices)
      .values({
        ...own,
        _id: serial,
        farmId: farm.farmId,
        sensorTypeId: "weather-station",
        serial,
        intervalMin: 15,
        maintenance: false,
        lastSeen: farm.clock.at,
        batteryPct: 5,
      });
    await database()
      .insert(sensors)
      .values({
        ...own,
        _id: `${serial}-temp`,
        deviceId: serial,
        variable: "airTemp",
        unit: "°C",
        calibA: 0,
        calibB: 1,
      });
    const { alerts, telemetry } = farm.startProgram();
    await alerts.settleAll();
    const types = async () => (await openAlerts(farm)).map(([type]) => type);
    expect(await types()).toEqual(["low-battery"]);
    farm.advance(60);
    await alerts.settleAll();
    expect(await types()).toEqual(["device-silent", "low-battery"]);
    const readings = [{ variable: "airTemp" as const, date: farm.clock.at.toISOString(), value: 1 }];
    await telemetry.ingest({ serial, batteryPct: 90, readings }, farm.clock.at);
    await alerts.settle();
    expect(await types()).toEqual(["frost"]);
  });

  it("cost one statement after a probe's message that nothing follows from, and bring the round forward", async () => {
    const counted = countStatements(database());
    const farm = await farmOf(counted.database);
    await upsertSensorTypes(database(), farm.clock.at);
    const serial = `${farm.farmId}-probe`;
    const own = { ...times, clientId: farm.clientId };
    const place = { farmId: farm.farmId, sensorTypeId: "soil-moisture-probe", intervalMin: 15, maintenance: false };
    await database()
      .insert(devices)
      .values({ ...own, ...place, _id: serial, serial, lastSeen: farm.clock.at, batteryPct: 90 });
    const sensor = { deviceId: serial, variable: "soilMoist" as const, unit: "% vol", calibA: 0, calibB: 1 };
    await database()
      .insert(sensors)
      .values({ ...own, ...sensor, _id: `${serial}-10` });
    const { alerts, events } = farm.startProgram();
    await alerts.settleAll();
    const [job] = alerts.jobs;
    const { clientId, farmId } = farm;
    const say = () => events.emit("readings", { clientId, farmId, sensorIds: [`${serial}-10`], from: "2026-05-14" });
    await say();
    const before = counted.count();
    expect(await job?.take?.()).toBeUndefined();
    expect(counted.count() - before).toBe(1);
    const [next] = await database().select().from(alertTimes).where(eq(alertTimes.clientId, clientId));
    expect(next?.at.getTime()).toBeLessThanOrEqual(farm.clock.at.getTime() + 10 * MINUTE_MS);

    // A low battery, and a silence that ends, are evaluated.
    await database().update(devices).set({ batteryPct: 3 }).where(eq(devices._id, serial));
    await say();
    await job?.run(await job.take?.());
    expect(await openAlerts(farm)).toEqual([["low-battery", null]]);
    await database().update(devices).set({ batteryPct: 90 }).where(eq(devices._id, serial));
    farm.advance(120);
    await alerts.settleAll();
    expect(await openAlerts(farm)).toEqual([["device-silent", null]]);
    await database().update(devices).set({ lastSeen: farm.clock.at }).where(eq(devices._id, serial));
    await say();
    await job?.run(await job.take?.());
    expect(await openAlerts(farm)).toEqual([]);
  });

  it("cost as many statements on a client of many pivots as on one of few", async () => {
    async function statements(more: number): Promise<number> {
      const counted = countStatements(database());
      const farm = await farmOf(counted.database);
      if (more > 0)
        await plantField(database(), {
          id: `${farm.pivotId}-more`,
          clientId: farm.clientId,
          ...NO_DAYS,
          sectors: more,
        });
      await report(farm, farm.pivotId, true);
      const { alerts, events } = farm.startProgram();
      await alerts.settleAll();
      const before = counted.count();
      await events.emit("pivotStatus", panelEvent(farm, farm.pivotId));
      await alerts.settle();
      return counted.count() - before;
    }
    const few = await statements(0);
    expect(await statements(20)).toBe(few);
    expect(few).toBeLessThan(20);
  });

  it("ask the database nothing when nothing has happened", async () => {
    const counted = countStatements(database());
    const farm = await farmOf(counted.database);
    const { alerts } = farm.startProgram();
    const before = counted.count();
    await alerts.settle();
    expect(counted.count()).toBe(before);
  });
});

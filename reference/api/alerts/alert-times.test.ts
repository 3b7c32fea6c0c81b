import { randomUUID } from "node:crypto";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeDatabases } from "../irrigation/testing/databases.ts";
import { times } from "../irrigation/testing/field.ts";
import { alertRules, alertTimes } from "../schema/alerts.ts";
import { devices, sensors } from "../schema/telemetry.ts";
import { upsertSensorTypes } from "../telemetry/sensor-types/store.ts";
import { watchedFarm } from "./testing/watched-farm.ts";

type Farm = Awaited<ReturnType<typeof watchedFarm>>;
let farmNumber = 0;

describeDatabases("the times of a client's alerts", (database) => {
  const farmOf = () => watchedFarm(database(), `timed-${++farmNumber}`);

  /** Evaluates every minute of some time. Returns the minutes in which it evaluated the client. */
  async function rounds(farm: Farm, { alerts }: Pick<ReturnType<Farm["startProgram"]>, "alerts">, minutes: number) {
    const round = alerts.jobs.find(({ name }) => name === "alert round");
    const evaluated: number[] = [];
    for (let minute = 0; minute < minutes; minute++, farm.advance(1)) {
      const due = (await round?.due?.()) ?? [];
      if (due.includes(farm.clientId)) evaluated.push(minute);
      for (const clientId of due) await round?.run(clientId);
    }
    return evaluated;
  }
  const nextTime = async ({ clientId }: Farm) => {
    const [row] = await database().select().from(alertTimes).where(eq(alertTimes.clientId, clientId));
    return row?.at.getTime() ?? Number.NaN;
  };

  async function addDevice(farm: Farm): Promise<string> {
    await upsertSensorTypes(database(), farm.clock.at);
    const own = { ...times, clientId: farm.clientId };
    const _id = `${farm.farmId}-probe`;
    const type = { sensorTypeId: "soil-moisture-probe", serial: _id, intervalMin: 15, maintenance: false };
    await database()
      .insert(devices)
      .values({ ...own, ...type, _id, farmId: farm.farmId, lastSeen: farm.clock.at });
    const variable = { variable: "soilMoist" as const, unit: "% vol", depthCm: 20, calibA: 0, calibB: 1 };
    await database()
      .insert(sensors)
      .values({ ...own, ...variable, _id: `${_id}-20`, deviceId: _id });
    return `${_id}-20`;
  }
  const addRule = ({ clientId }: Farm, rule: Partial<typeof alertRules.$inferInsert>) =>
    database()
      .insert(alertRules)
      .values({
        ...times,
        _id: randomUUID(),
        clientId,
        scope: { kind: "client" },
        type: "device-silent",
        severity: "warning",
        channels: ["inbox", "push"],
        repeatMin: 60,
        enabled: true,
        ...rule,
      });

  it("are when a device falls silent and when its alert is repeated, and nothing is evaluated in between", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await addRule(farm, { threshold: 60 });
    await addDevice(farm);
    expect(await rounds(farm, farm.startProgram(), 150)).toEqual([0, 60, 120]);
    expect(farm.sent.map(({ at }) => at.getTime() - farm.clock.at.getTime() + 150 * MINUTE_MS)).toEqual(
      [60, 120].map((minute) => minute * MINUTE_MS),
    );
  });

  it("are not before the program has listened for as long, after a restart", async () => {
    const farm = await farmOf();
    await addDevice(farm);
    await rounds(farm, farm.startProgram(), 1);
    farm.advance(200);
    expect(await rounds(farm, farm.startProgram(), 60)).toEqual([0, 45]);
    expect((await farm.inboxRows()).map(({ type }) => type)).toEqual(["device-silent"]);
  });

  it("are the start of a program, because the one before may have been killed with what it had collected", async () => {
    const farm = await farmOf();
    await rounds(farm, farm.startProgram(), 1);
    farm.advance(1);
    await farm.say(0, { running: false, wet: false, direction: "stopped", fault: "low-pressure" });
    expect(await rounds(farm, farm.startProgram(), 1)).toEqual([0]);
    expect((await farm.inboxRows()).map(({ type }) => type)).toEqual(["low-pressure"]);
  });

  it("are the end of quiet hours", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await addRule(farm, { type: "low-pressure", quietFrom: "08:00", quietTo: "10:30" });
    await farm.say(-60, { running: false, wet: false, direction: "stopped", fault: "low-pressure" });
    // It is nine o'clock on the farm.
    expect(await rounds(farm, farm.startProgram(), 120)).toEqual([0, 90]);
    expect(farm.sent).toHaveLength(1);
  });

  it("are soon when the broker refuses an alert", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await addRule(farm, { type: "low-pressure" });
    await farm.say(-60, { running: false, wet: false, direction: "stopped", fault: "low-pressure" });
    farm.broker.unreachable = "";
    const program = farm.startProgram();
    expect(await rounds(farm, program, 3)).toEqual([0, 1, 2]);
    farm.broker.unreachable = null;
    await rounds(farm, program, 2);
    expect(farm.sent).toHaveLength(1);
    expect(await rounds(farm, program, 10)).toEqual([]);
  });

  it("are the end of the day, and ten minutes after what changes slowly", async () => {
    const farm = await farmOf();
    const sensorId = await addDevice(farm);
    await database().update(devices).set({ active: false }).where(eq(devices.clientId, farm.clientId));
    const program = farm.startProgram();
    await rounds(farm, program, 1);
    const midnight = Date.parse("2026-05-15T00:00:00Z");
    const atRest = await nextTime(farm);
    expect(atRest).toBeGreaterThanOrEqual(midnight);
    expect(atRest).toBeLessThan(midnight + HOUR_MS);
    const { clientId, farmId } = farm;
    await program.events.emit("readings", { clientId, farmId, sensorIds: [sensorId], from: "2026-05-14" });
    await program.alerts.settle();
    expect(await nextTime(farm)).toBe(farm.clock.at.getTime() + 10 * MINUTE_MS);
    expect(await rounds(farm, program, 30)).toEqual([10]);
    expect(await nextTime(farm)).toBe(atRest);
  });
});

import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { pivots } from "../../schema/farms.ts";
import { pivotStatuses, readings, sensors } from "../../schema/telemetry.ts";
import { batchOf, describeField, FARM, NOW, PIVOT, type TestField } from "../testing/field.ts";

const DAYS = 200;
const START = new Date(NOW.getTime() - DAYS * DAY_MS);
const after = (milliseconds: number) => new Date(START.getTime() + milliseconds);

describeField(
  "readings and states of months ago",
  (getField) => {
    let field: TestField;
    let serial: string;
    let temperature: string;
    let humidity: string;
    beforeAll(async () => {
      field = getField();
      serial = await field.addDevice({ intervalMin: 60, pivotId: PIVOT });
      temperature = await field.addSensor(serial, "airTemp");
      humidity = await field.addSensor(serial, "airHum");
      const hours = [...Array(DAYS * 24).keys()];
      // Each hundredth temperature is impossible.
      const values = (base: number) =>
        hours.map((hour) => [hour * 60, hour % 100 === 0 ? 500 : base + (hour % 24)] as const);
      await field.telemetry.ingestMany([
        batchOf(serial, "airTemp", START, values(10)),
        batchOf(serial, "airHum", START, values(40)),
      ]);
      const state = { serial, running: true, wet: true, direction: "forward" as const };
      await field.telemetry.ingestPivots(
        hours.map((hour) => ({ ...state, date: after(hour * HOUR_MS).toISOString(), angleDeg: hour % 360 })),
      );
    });

    it("take late ones, repeated ones and contradictions", async () => {
      const half = after(10 * DAY_MS + HOUR_MS / 2);
      const whole = after(10 * DAY_MS + 4 * HOUR_MS);
      const count = await field.database.$count(readings);
      expect(await field.telemetry.ingestMany([batchOf(serial, "airTemp", half, [[0, 12.5]])])).toMatchObject({
        stored: 1,
      });
      // The same moment again, with its value and with another one.
      expect(await field.telemetry.ingestMany([batchOf(serial, "airTemp", half, [[0, 12.5]])])).toMatchObject({
        duplicate: 1,
      });
      expect(await field.telemetry.ingestMany([batchOf(serial, "airTemp", whole, [[0, 33]])])).toMatchObject({
        duplicate: 1,
      });
      expect(await field.database.$count(readings)).toBe(count + 1);
      const [series] = await field.telemetry.series([temperature], after(10 * DAY_MS), after(11 * DAY_MS), "raw");
      expect(series?.at).toContain(half.getTime());
      expect(series?.flagged).toContainEqual(expect.objectContaining({ at: whole.getTime(), flag: "duplicate" }));
      const [hour] = await field.telemetry.hourAggregates([temperature], whole, new Date(whole.getTime() + HOUR_MS));
      expect(hour).toBeUndefined();
      const state = { serial, running: false, wet: false, direction: "stopped" as const, angleDeg: 1 };
      const dates = [half, half, whole].map((date) => date.toISOString());
      expect(await field.telemetry.ingestPivots(dates.map((date) => ({ ...state, date })))).toMatchObject({
        stored: 1,
        duplicate: 2,
      });
    });

    it("go with their sensor, and with no other", async () => {
      const [gone] = await field.database
        .select({ number: sensors.number })
        .from(sensors)
        .where(eq(sensors._id, humidity));
      const before = await field.database.$count(readings);
      await field.database.delete(sensors).where(eq(sensors._id, humidity));
      await field.telemetry.jobs.find(({ name }) => name === "readings of deleted sensors")?.run();
      expect(await field.database.$count(readings, eq(readings.sensor, gone?.number ?? 0))).toBe(0);
      expect(await field.database.$count(readings)).toBe(before - DAYS * 24);
    });

    it("go with their pivot, and with no other", async () => {
      const [pivot] = await field.database.select().from(pivots).where(eq(pivots._id, PIVOT));
      const others = Array.from({ length: 12 }, (_, index) => `other-${index}`);
      await field.database
        .insert(pivots)
        .values(others.map((_id) => ({ ...pivot, _id, name: _id, farmId: FARM }) as never));
      const status = { running: true, wet: true, direction: "forward" as const, angleDeg: 1 };
      const dates = Array.from({ length: 100 }, (_, day) => after(day * DAY_MS + 1));
      await field.database
        .insert(pivotStatuses)
        .values(others.flatMap((pivotId) => dates.map((date) => ({ pivotId, date, ...status }))));
      const before = await field.database.$count(pivotStatuses);
      for (const _id of others) await field.database.delete(pivots).where(eq(pivots._id, _id));
      expect(await field.database.$count(pivotStatuses)).toBe(before - 1200);
      await field.database.delete(pivots).where(eq(pivots._id, PIVOT));
      expect(await field.database.$count(pivotStatuses)).toBe(0);
    });
  },
  { isDialect: true },
);

import { farmDayRange } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { TelemetryBatch } from "@lamina/shared/records/readings";
import { beforeEach, describe, expect, it } from "vitest";
import { programCaller } from "../../../testing/program-caller.ts";
import { createEvents } from "../../core/events.ts";
import { farmDefinition } from "../../farms/definitions.ts";
import { createRecords } from "../../records/service.ts";
import { sensorDefinition } from "../definitions.ts";
import { createTelemetry } from "../service.ts";
import { batchOf, CLIENT, describeField, FARM, NOW, type TestField, TIMEZONE } from "../testing/field.ts";

/** Days of ten readings an hour: long enough for every step. */
const DAYS = 100;
const START = new Date(NOW.getTime() - DAYS * 24 * HOUR_MS);
const at = (milliseconds: number) => new Date(START.getTime() + milliseconds);

describeField("series", (getField) => {
  let field: TestField;
  let serial: string;
  let sensor: string;
  beforeEach(async () => {
    field = getField();
    serial = await field.addDevice({ intervalMin: 60 });
    sensor = await field.addSensor(serial, "airTemp", { unit: "°C" });
  });

  /** Hourly values, by hour since the start; undefined: no reading. */
  const store = (
    variable: "airTemp" | "rain" | "flow" | "windDir",
    hours: number,
    value: (hour: number) => number | undefined,
  ) =>
    field.telemetry.ingestMany([
      batchOf(
        serial,
        variable,
        START,
        Array.from({ length: hours }, (_, hour) => [hour * 60, value(hour)] as const).filter(
          (point): point is readonly [number, number] => point[1] !== undefined,
        ),
      ) satisfies TelemetryBatch,
    ]);
  const read = async (id: string, from: Date, to: Date, step: "auto" | "raw" | "hour" | "day" | "month") => {
    const [series] = await field.telemetry.series([id], from, to, step);
    if (series === undefined) throw new Error("no series");
    return series;
  };

  it("picks the finest step that a screen can show", async () => {
    await store("airTemp", 24, (hour) => hour);
    const steps: string[] = [];
    for (const days of [1, 90, 100]) steps.push((await read(sensor, at(0), at(days * 24 * HOUR_MS), "auto")).step);
    const dense = await field.addSensor(await field.addDevice({ intervalMin: 1 }), "airTemp");
    for (const days of [1, 90, 100]) steps.push((await read(dense, at(0), at(days * 24 * HOUR_MS), "auto")).step);
    expect(steps).toEqual(["raw", "raw", "day", "raw", "hour", "day"]);
  });

  it("shows gaps at every step", async () => {
    // Hours 30 to 80 are missing, including the whole third day.
    await store("airTemp", 120, (hour) => (hour >= 30 && hour < 80 ? undefined : 20 + (hour % 5)));
    const hourly = await read(sensor, at(0), at(120 * HOUR_MS), "hour");
    expect(hourly.at).toHaveLength(120);
    expect(hourly.at[0]).toBe(START.getTime());
    expect(hourly.mean.map((mean, hour) => (mean === null ? hour : -1)).filter((hour) => hour >= 0)).toEqual(
      Array.from({ length: 50 }, (_, index) => 30 + index),
    );
    const raw = await read(sensor, at(0), at(120 * HOUR_MS), "raw");
    expect(raw.at).toHaveLength(71);
    expect(raw.at[30]).toBe(START.getTime() + 30 * HOUR_MS);
    expect(raw.mean[30]).toBeNull();
    const daily = await read(sensor, at(0), at(120 * HOUR_MS), "day");
    expect(daily.mean.filter((mean) => mean === null)).toHaveLength(1);
  });

  it("shows no gap for a device that reports less often than its interval", async () => {
    await store("airTemp", 120, (hour) => (hour % 3 === 0 && (hour < 30 || hour >= 60) ? 20 + (hour % 5) : undefined));
    const raw = await read(sensor, at(0), at(120 * HOUR_MS), "raw");
    expect(raw.mean.filter((mean) => mean === null)).toHaveLength(1);
    expect(raw.at[10]).toBe(START.getTime() + 30 * HOUR_MS);
  });

  it("gives mean, minimum and maximum of the farm's days and months", async () => {
    await store("airTemp", 24 * DAYS, (hour) => 15 + (hour % 24) / 2);
    const { from, to } = farmDayRange("2026-03-10", "2026-03-12", TIMEZONE);
    const daily = await read(sensor, new Date(from), new Date(to), "day");
    expect(daily).toMatchObject({
      at: [from, from + 24 * HOUR_MS, from + 48 * HOUR_MS],
      min: [15, 15, 15],
      max: [26.5, 26.5, 26.5],
    });
    expect(daily.mean).toEqual([20.75, 20.75, 20.75]);
    expect(daily.sum).toBeUndefined();
    const monthly = await read(sensor, new Date(farmDayRange("2026-03-15", "2026-03-15", TIMEZONE).from), NOW, "month");
    expect(monthly.at.map((start) => new Date(start).toISOString())).toEqual([
      "2026-03-01T03:00:00.000Z",
      "2026-04-01T03:00:00.000Z",
      "2026-05-01T03:00:00.000Z",
    ]);
    expect(monthly.max).toEqual([26.5, 26.5, 26.5]);
  });

  it("sums rain in mm and flow in m³", async () => {
    const rain = await field.addSensor(serial, "rain");
    const flow = await field.addSensor(serial, "flow");
    await store("rain", 48, (hour) => (hour % 12 === 0 ? 2.5 : 0));
    await store("flow", 48, (hour) => (hour < 10 ? 180 : 0));
    const [wet, pumped] = await field.telemetry.series([rain, flow], at(0), at(48 * HOUR_MS), "month");
    expect(wet?.sum?.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBeCloseTo(10);
    expect(pumped?.sum?.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBeCloseTo(1800);
  });

  it("averages directions as vectors", async () => {
    const vane = await field.addSensor(serial, "windDir");
    await store("windDir", 24, (hour) => (hour % 2 === 0 ? 350 : 20));
    const { mean, min } = await read(vane, at(0), at(24 * HOUR_MS), "month");
    expect(mean[0]).toBeCloseTo(5);
    expect(min[0]).toBeNull();
  });

  it("ends now, without future steps", async () => {
    await store("airTemp", 10, () => 20);
    const later = new Date(NOW.getTime() + 5 * HOUR_MS);
    expect((await read(sensor, new Date(NOW.getTime() - 2 * HOUR_MS), later, "hour")).at).toHaveLength(2);
    expect(await field.telemetry.series([sensor], NOW, later, "hour")).toEqual([]);
  });

  it("rejects more points than a series may have, and skips unknown sensors", async () => {
    const long = new Date(NOW.getTime() - 5 * 366 * 24 * HOUR_MS);
    await expect(field.telemetry.series([sensor], long, NOW, "hour")).rejects.toMatchObject({ statusCode: 400 });
    expect(await field.telemetry.series(["x", sensor], at(0), at(HOUR_MS), "hour")).toHaveLength(1);
  });

  it("cuts the days again when the farm's time zone changes", async () => {
    await store("airTemp", 48, (hour) => hour);
    const days = () => field.telemetry.dayAggregates([sensor], "2026-01-01", "2026-12-31");
    const counts = (await days()).map(({ count }) => count);
    expect(counts).toEqual([15, 24, 9]);
    const caller = programCaller([CLIENT]);
    const farms = createRecords(farmDefinition, field.context);
    for (const [timezone, cut] of [
      ["America/Rio_Branco", [17, 24, 7]],
      [TIMEZONE, [15, 24, 9]],
    ] as const) {
      await farms.update(caller, { _id: FARM, timezone });
      for (const job of field.telemetry.jobs) await job.run();
      expect((await days()).map(({ count }) => count)).toEqual(cut);
    }
    expect(field.emitted.at(-1)?.event).toMatchObject({ farmId: FARM, from: "2026-02-03" });
  });

  it("cut the days again after a process ended between the change of the clock and its effects", async () => {
    await store("airTemp", 48, (hour) => hour);
    await createRecords(farmDefinition, field.context).update(programCaller([CLIENT]), {
      _id: FARM,
      timezone: "America/Rio_Branco",
    });
    const next = createTelemetry({ ...field.context, events: createEvents(() => {}) });
    for (const job of next.jobs) await job.run();
    await next.close();
    const days = await field.telemetry.dayAggregates([sensor], "2026-01-01", "2026-12-31");
    expect(days.map(({ count }) => count)).toEqual([17, 24, 7]);
  });

  describe("after a new calibration", () => {
    const caller = programCaller([CLIENT]);
    const records = () => createRecords(sensorDefinition, field.context);

    it("have the recalibrated values and flags", async () => {
      await store("airTemp", 60, (hour) => (hour === 50 ? 54 : hour % 10));
      field.emitted.length = 0;
      expect(await records().update(caller, { _id: sensor, calibA: 2, calibB: 2 })).toEqual({ matchedCount: 1 });
      const series = await read(sensor, at(0), at(60 * HOUR_MS), "raw");
      expect(series.mean.slice(0, 3)).toEqual([2, 4, 6]);
      expect(series.flagged).toEqual([{ at: START.getTime() + 50 * HOUR_MS, value: 110, flag: "out-of-range" }]);
      const days = await field.telemetry.dayAggregates([sensor], "2026-01-01", "2026-12-31");
      expect(days.reduce((sum, day) => sum + day.count, 0)).toBe(59);
      expect((await field.telemetry.latest([sensor])).get(sensor)?.value).toBe(20);
      expect(field.emitted.map(({ event }) => event)).toContainEqual(
        expect.objectContaining({ sensorIds: [sensor], from: "2026-02-03" }),
      );
      await records().update(caller, { _id: sensor, calibA: 0, calibB: 1 });
      const back = await read(sensor, at(0), at(60 * HOUR_MS), "raw");
      expect(back.mean.slice(0, 3)).toEqual([0, 1, 2]);
      expect(back.flagged).toEqual([]);
    });

    it("are restored after a wrong calibration is corrected, including hours and days", async () => {
      await store("airTemp", 60, (hour) => 20 + (hour % 7));
      const before = await read(sensor, at(0), at(60 * HOUR_MS), "hour");
      await records().update(caller, { _id: sensor, calibA: 10_000 });
      expect((await read(sensor, at(0), at(60 * HOUR_MS), "hour")).flagged).toHaveLength(60);
      await records().update(caller, { _id: sensor, calibA: -7, calibB: -1000 });
      await records().update(caller, { _id: sensor, calibA: 0, calibB: 1 });
      expect(await read(sensor, at(0), at(60 * HOUR_MS), "hour")).toEqual(before);
    });

    it("swap their extremes for a negative slope, and scale amounts", async () => {
      sensor = await field.addSensor(serial, "rain", { unit: "mm" });
      await store("rain", 24, (hour) => hour % 3);
      const before = await read(sensor, at(0), at(24 * HOUR_MS), "day");
      await records().update(caller, { _id: sensor, calibA: 2, calibB: -1 });
      const after = await read(sensor, at(0), at(24 * HOUR_MS), "day");
      expect(after.min).toEqual(before.max.map((value) => (value === null ? null : 2 - value)));
      expect(after.max).toEqual(before.min.map((value) => (value === null ? null : 2 - value)));
      const total = (series: typeof after) => (series.sum ?? []).reduce<number>((sum, mm) => sum + (mm ?? 0), 0);
      expect(total(after)).toBe(2 * 24 - total(before));
    });

    it.each([{ calibA: 1e20 }, { calibA: -10_001 }, { calibB: 1e-300 }, { calibB: 0.00009 }, { calibB: 1001 }])(
      "but never after %j, which leads to what no number holds",
      async (change) => {
        await expect(records().update(caller, { _id: sensor, ...change })).rejects.toMatchObject({
          given: { status: 400 },
        });
      },
    );

    it("but never after a calibration that makes all values equal", async () => {
      const error = { given: { errors: [{ field: "calibB", id: "zero" }] } };
      await expect(records().update(caller, { _id: sensor, calibB: 0 })).rejects.toMatchObject(error);
    });
  });
});

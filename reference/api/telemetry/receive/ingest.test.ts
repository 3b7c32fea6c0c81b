import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { devices, readingDays, readingHours, readings } from "../../schema/telemetry.ts";
import { batchOf, describeField, FARM, NOW, type TestField } from "../testing/field.ts";

const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds);

describeField("receiving readings", (getField) => {
  let field: TestField;
  let serial: string;
  let temperature: string;
  let rain: string;
  beforeEach(async () => {
    field = getField();
    field.clock.at = NOW;
    field.emitted.length = 0;
    serial = await field.addDevice();
    temperature = await field.addSensor(serial, "airTemp");
    rain = await field.addSensor(serial, "rain");
  });

  const flagsOf = async (sensorId: string) => {
    const [series] = await field.telemetry.series(
      [sensorId],
      ago(400 * 24 * HOUR_MS),
      new Date(NOW.getTime() + HOUR_MS),
      "hour",
    );
    return series?.flagged.map(({ flag }) => flag);
  };
  const day = async (sensorId: string, farmDay: string) =>
    (await field.telemetry.dayAggregates([sensorId], farmDay, farmDay))[0];

  it("stores each reading once and reports it", async () => {
    const batch = batchOf(serial, "airTemp", ago(HOUR_MS), [
      [0, 20],
      [15, 21],
      [30, 22],
    ]);
    expect(await field.telemetry.ingest(batch, NOW)).toEqual({ accepted: 3, duplicate: 0, rejected: [] });
    expect(await field.telemetry.ingest(batch, NOW)).toEqual({ accepted: 0, duplicate: 3, rejected: [] });
    const more = batchOf(serial, "airTemp", ago(HOUR_MS), [
      [30, 22],
      [45, 23],
      [45, 23],
    ]);
    expect(await field.telemetry.ingest(more, NOW)).toEqual({ accepted: 1, duplicate: 2, rejected: [] });
    expect(await day(temperature, "2026-05-14")).toMatchObject({ count: 4, sum: 86, min: 20, max: 23 });
  });

  it("emits the changes, from the earliest farm-day", async () => {
    // 23:30 of the previous day on the farm.
    await field.telemetry.ingest(batchOf(serial, "airTemp", new Date("2026-05-14T02:30:00Z"), [[0, 20]]), NOW);
    expect(field.emitted).toEqual([
      { name: "readings", event: { clientId: "client", farmId: FARM, sensorIds: [temperature], from: "2026-05-13" } },
    ]);
    field.emitted.length = 0;
    await field.telemetry.ingest(batchOf(serial, "airTemp", new Date("2026-05-14T02:30:00Z"), [[0, 20]]), NOW);
    expect(field.emitted).toEqual([]);
  });

  it("cuts days by the farm's time zone", async () => {
    const midnight = new Date("2026-05-14T03:00:00Z");
    await field.telemetry.ingest(
      batchOf(serial, "rain", midnight, [
        [-1, 2],
        [0, 3],
        [1, 4],
      ]),
      NOW,
    );
    expect(await day(rain, "2026-05-13")).toMatchObject({ count: 1, sum: 2 });
    expect(await day(rain, "2026-05-14")).toMatchObject({ count: 2, sum: 7 });
  });

  it("corrects an hour and a day for a late reading, in any order", async () => {
    const start = ago(5 * HOUR_MS);
    for (const [minutes, value] of [
      [30, 22],
      [0, 20],
      [45, 23],
      [15, 21],
    ] as const)
      await field.telemetry.ingest(batchOf(serial, "airTemp", start, [[minutes, value]]), NOW);
    const [hour] = await field.telemetry.hourAggregates([temperature], start, NOW);
    expect(hour).toEqual({ sensorId: temperature, hour: start, count: 4, sum: 86, min: 20, max: 23 });
    expect((await field.telemetry.latest([temperature])).get(temperature)).toEqual({
      at: new Date(start.getTime() + 45 * MINUTE_MS),
      value: 23,
      flag: "late",
    });
  });

  it.each([
    ["serial", () => ({ ...batchOf("ninguém", "airTemp", NOW, [[0, 20]]) }), "unknown-serial"],
    ["variable", () => batchOf(serial, "wind", NOW, [[0, 2]]), "unknown-variable"],
    ["clock", () => batchOf(serial, "airTemp", NOW, [[25 * 60, 20]]), "clock-skew"],
    ["decade", () => batchOf(serial, "airTemp", new Date("2000-01-01T00:00:00Z"), [[0, 20]]), "too-old"],
  ])("refuses an impossible %s by name and stores the rest", async (_what, make, id) => {
    const bad = make();
    const good = batchOf(serial, "airTemp", ago(MINUTE_MS), [[0, 20]]);
    const batch = { ...bad, readings: [...bad.readings, ...good.readings] };
    const reply = await field.telemetry.ingest(batch, NOW);
    const isKnown = bad.serial === serial;
    expect(reply.rejected[0]).toMatchObject({ index: 0, id, field: expect.any(String), sent: expect.any(String) });
    expect(reply.accepted).toBe(isKnown ? 1 : 0);
    expect(reply.accepted + reply.duplicate + reply.rejected.length).toBe(2);
  });

  it("finds a sensor by its depth, or without a depth if there is only one", async () => {
    const probe = await field.addDevice({ sensorTypeId: "soil-moisture-probe" });
    const [shallow, deep] = [
      await field.addSensor(probe, "soilMoist", { depthCm: 20 }),
      await field.addSensor(probe, "soilMoist", { depthCm: 40 }),
    ];
    await field.addSensor(probe, "soilTemp", { depthCm: 20 });
    const date = ago(MINUTE_MS).toISOString();
    const reply = await field.telemetry.ingest(
      {
        serial: probe,
        readings: [
          { variable: "soilMoist", depthCm: 20, date, value: 25 },
          { variable: "soilMoist", depthCm: 40, date, value: 28 },
          { variable: "soilMoist", depthCm: 60, date, value: 30 },
          { variable: "soilMoist", date, value: 31 },
          { variable: "soilTemp", date, value: 22 },
        ],
      },
      NOW,
    );
    expect(reply).toEqual({
      accepted: 3,
      duplicate: 0,
      rejected: [
        { index: 2, id: "unknown-depth", field: "readings.2.depthCm", sent: "60", expected: "20, 40" },
        { index: 3, id: "unknown-depth", field: "readings.3.depthCm", sent: "—", expected: "20, 40" },
      ],
    });
    const latest = await field.telemetry.latest([shallow, deep]);
    expect([latest.get(shallow)?.value, latest.get(deep)?.value]).toEqual([25, 28]);
  });

  it("applies the calibration", async () => {
    const calibrated = await field.addDevice();
    const sensor = await field.addSensor(calibrated, "airHum", { calibA: -3, calibB: 1.1 });
    await field.telemetry.ingest(batchOf(calibrated, "airHum", ago(MINUTE_MS), [[0, 50]]), NOW);
    expect((await field.telemetry.latest([sensor])).get(sensor)?.value).toBeCloseTo(52);
  });

  describe("flags, and excludes from the means,", () => {
    it("values that are impossible for air", async () => {
      await field.telemetry.ingest(
        batchOf(serial, "airTemp", ago(HOUR_MS), [
          [0, 20],
          [15, 85],
          [30, -127],
          [45, 22],
        ]),
        NOW,
      );
      expect(await flagsOf(temperature)).toEqual(["out-of-range", "out-of-range"]);
      expect(await day(temperature, "2026-05-14")).toMatchObject({ count: 2, sum: 42 });
    });

    it("values outside the range of the device's type", async () => {
      const probe = await field.addDevice({ sensorTypeId: "tensiometer" });
      const sensor = await field.addSensor(probe, "soilTension", { unit: "kPa" });
      await field.telemetry.ingest(batchOf(probe, "soilTension", ago(HOUR_MS), [[0, 230]]), NOW);
      expect(await flagsOf(sensor)).toEqual(["out-of-range"]);
    });

    it("readings of a fast clock, which do not become the latest ones", async () => {
      const reply = await field.telemetry.ingest(
        batchOf(serial, "airTemp", NOW, [
          [4, 20],
          [30, 21],
        ]),
        NOW,
      );
      expect(reply.accepted).toBe(2);
      expect((await field.telemetry.latest([temperature])).get(temperature)).toMatchObject({ value: 20, flag: null });
      expect(await day(temperature, "2026-05-14")).toMatchObject({ count: 1 });
    });

    it("a moment with two different values", async () => {
      const batchWith = (value: number) => batchOf(serial, "airTemp", ago(HOUR_MS), [[0, value]]);
      await field.telemetry.ingest(batchOf(serial, "airTemp", ago(HOUR_MS), [[15, 21]]), NOW);
      await field.telemetry.ingest(batchWith(20), NOW);
      expect(await field.telemetry.ingest(batchWith(30), NOW)).toMatchObject({ accepted: 0, duplicate: 1 });
      expect(await flagsOf(temperature)).toEqual(["duplicate"]);
      expect(await day(temperature, "2026-05-14")).toMatchObject({ count: 1, sum: 21, min: 21, max: 21 });
      const [hour] = await field.telemetry.hourAggregates([temperature], ago(2 * HOUR_MS), NOW);
      expect(hour).toMatchObject({ count: 1, sum: 21 });
    });

    it("a value that is constant for more than a day, but not of a dry gauge", async () => {
      const start = ago(30 * HOUR_MS);
      const still = (variable: "airTemp" | "rain", value: number) =>
        batchOf(
          serial,
          variable,
          start,
          [...Array(27).keys()].map((hour) => [hour * 60, value] as const),
        );
      const half = still("airTemp", 21.5);
      await field.telemetry.ingest({ ...half, readings: half.readings.slice(0, 13) }, NOW);
      await field.telemetry.ingest({ ...half, readings: half.readings.slice(13) }, NOW);
      await field.telemetry.ingest(still("rain", 0), NOW);
      expect(await flagsOf(temperature)).toEqual(["stuck", "stuck"]);
      expect(await flagsOf(rain)).toEqual([]);
      await field.telemetry.ingest(batchOf(serial, "airTemp", ago(HOUR_MS), [[0, 22]]), NOW);
      expect((await field.telemetry.latest([temperature])).get(temperature)?.flag).toBeNull();
    });

    it("but not equal values before and after a silence", async () => {
      await field.telemetry.ingest(
        batchOf(serial, "airTemp", ago(60 * HOUR_MS), [
          [0, 21],
          [50 * 60, 21],
        ]),
        NOW,
      );
      expect(await flagsOf(temperature)).toEqual([]);
    });
  });

  it("stores the device's battery, signal and messages, and its state by time", async () => {
    const batch = {
      ...batchOf(serial, "airTemp", ago(MINUTE_MS), [[0, 20]]),
      batteryPct: 81,
      rssiDbm: -97,
      firmware: "2.1",
    };
    await field.telemetry.ingest(batch, NOW);
    await field.telemetry.ingest({ serial, readings: [], batteryPct: 80 }, NOW);
    const find = async () => (await field.database.select().from(devices).where(eq(devices._id, serial)))[0];
    expect(await find()).toMatchObject({
      batteryPct: 80,
      rssiDbm: -97,
      firmware: "2.1",
      lastSeen: NOW,
      state: "ok",
      updatedAt: NOW,
    });
    const states: unknown[] = [];
    for (const minutes of [30, 31, 180, 181]) {
      field.clock.at = new Date(NOW.getTime() + minutes * MINUTE_MS);
      for (const job of field.telemetry.jobs) await job.run();
      states.push((await find())?.state);
    }
    expect(states).toEqual(["ok", "stale", "stale", "offline"]);
  });

  it("imports a history by the same rules, with rollups that match the readings", async () => {
    const probe = await field.addDevice();
    const sensor = await field.addSensor(probe, "airTemp");
    const start = new Date("2026-01-01T03:00:00Z");
    const hourly = batchOf(
      probe,
      "airTemp",
      start,
      [...Array(24 * 60).keys()].map((hour) => [hour * 60, 20 + (hour % 7)] as const),
    );
    const readingsOf = (from: number, to?: number) => ({ ...hourly, readings: hourly.readings.slice(from, to) });
    const counts = await field.telemetry.ingestMany([
      readingsOf(700),
      readingsOf(0, 800),
      batchOf("x", "rain", start, [[0, 1]]),
    ]);
    expect(counts).toMatchObject({ received: 1541, stored: 1440, duplicate: 100, rejected: 1 });
    expect(await field.telemetry.dayAggregates([sensor], "2026-01-01", "2026-03-31")).toHaveLength(60);
    const rows = await field.database.select({ count: readingHours.count, sum: readingHours.sum }).from(readingHours);
    expect(rows.length).toBeGreaterThanOrEqual(1440);
    expect((await field.database.select().from(devices).where(eq(devices._id, probe)))[0]).toMatchObject({
      state: "offline",
      lastSeen: new Date(start.getTime() + 1439 * HOUR_MS),
    });
  });

  it("deletes the readings of a deleted sensor, and nothing else", async () => {
    const tables = [readings, readingHours, readingDays];
    const counts = () => Promise.all(tables.map((table) => field.database.$count(table)));
    const before = await counts();
    await field.telemetry.ingest(batchOf(serial, "airTemp", ago(HOUR_MS), [[0, 20]]), NOW);
    await field.database.delete(devices).where(eq(devices._id, serial));
    for (const job of field.telemetry.jobs) await job.run();
    expect(await counts()).toEqual(before);
  });
});

import { addDays, farmDays } from "@lamina/shared/core/farm-time";
import { randomOf } from "@lamina/shared/core/random";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Context } from "../../../core/context.ts";
import type { Database } from "../../../core/database/open.ts";
import { recordChanged } from "../../../core/record-changed.ts";
import { pivotSectors, pivots } from "../../../schema/farms.ts";
import { adjustments } from "../../../schema/irrigation.ts";
import { devices, sensors } from "../../../schema/telemetry.ts";
import { gaugeDays, rains } from "../../../schema/weather.ts";
import { upsertSensorTypes } from "../../../telemetry/sensor-types/store.ts";
import { createTelemetry } from "../../../telemetry/service.ts";
import { describeDatabases } from "../../testing/databases.ts";
import { FROM, MORNING, openIrrigation, plantField, recommendationsOf, TODAY, times } from "../../testing/field.ts";

const daysAgo = (days: number) => addDays(TODAY, -days);

interface GaugeOptions {
  lat?: number;
  /** mm and hours with readings; undefined for a silent day. */
  rain?: (daysAgo: number) => { mm: number; hours: number } | undefined;
}

async function addGauge(
  database: Database,
  { clientId, farmId }: { clientId: string; farmId: string },
  _id: string,
  options: GaugeOptions = {},
) {
  await upsertSensorTypes(database, new Date(MORNING));
  const own = { clientId, ...times };
  await database.insert(devices).values({
    _id,
    ...own,
    farmId,
    sensorTypeId: "rain-gauge",
    serial: _id.toUpperCase(),
    intervalMin: 15,
    maintenance: false,
    lat: options.lat ?? -15,
    lon: -47,
  });
  await database
    .insert(sensors)
    .values({ _id: `${_id}-rain`, ...own, deviceId: _id, variable: "rain", unit: "mm", calibA: 0, calibB: 1 });
  const rain = options.rain ?? (() => ({ mm: 0, hours: 24 }));
  const rows = farmDays(FROM, daysAgo(1)).flatMap((date, index) => {
    const reported = rain(40 - index);
    return reported === undefined ? [] : [{ deviceId: _id, farmId, date, ...reported }];
  });
  await database.insert(gaugeDays).values(rows);
}

describeDatabases("unmeasured rain", (database) => {
  const field = (id: string) =>
    plantField(database(), { id, from: FROM, to: daysAgo(1), weather: () => ({ rain: null, missing: ["rain"] }) });

  it("counts the amount that a gauge measured, also on an incomplete day", async () => {
    const planted = await field("part");
    const rain = (ago: number) => (ago === 2 ? { mm: 40, hours: 18 } : { mm: 0, hours: 24 });
    await addGauge(database(), planted, "part-gauge", { rain });
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const rows = await irrigation.balances.rows(planted.sectorId, daysAgo(2), daysAgo(1));
    expect(rows[0]).toMatchObject({ rain: 40, origin: "estimated" });
    expect(rows[1]).toMatchObject({ rain: 0, origin: "measured" });
    expect((await recommendationsOf(irrigation, planted.clientId))[0]).toMatchObject({
      blockedBy: null,
      missingRain: null,
    });
  });

  it("blocks the recommendation where a gap remains, names gauge and days, and ends when a person records the rain", async () => {
    const planted = await field("hole");
    const { clientId, farmId, sectorId } = planted;
    const rain = (ago: number) => (ago >= 4 && ago <= 6 ? undefined : { mm: 0, hours: 24 });
    await addGauge(database(), planted, "hole-gauge", { rain });
    const { irrigation, events } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const given = async () => (await recommendationsOf(irrigation, clientId))[0];
    const holes = [daysAgo(6), daysAgo(5), daysAgo(4)];
    expect(await given()).toMatchObject({
      action: "nodata",
      blockedBy: "stale-rain",
      blockedSince: daysAgo(7),
      missingRain: { gauge: "HOLE-GAUGE", days: holes },
    });
    for (const [index, date] of holes.entries()) {
      const row = { _id: `hole-rain-${index}`, clientId, ...times, farmId, date, mm: 3 };
      await database().insert(rains).values(row);
      await events.emit("record", recordChanged("Rain", { clientId, recordId: row._id, after: { farmId, date } }));
    }
    expect(await given()).toMatchObject({ action: "irrigate", blockedBy: null, missingRain: null });
    expect((await irrigation.balances.rows(sectorId, daysAgo(5), daysAgo(5)))[0]).toMatchObject({
      rain: 3,
      origin: "measured",
    });
  });

  it("blocks for exactly the days of which the rain is unknown, whatever gauges miss and people record", async () => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const random = randomOf(seed);
      const planted = await field(`random-${seed}`);
      const { clientId, farmId } = planted;
      const installed = 5 + Math.floor(30 * random());
      // Mostly complete days, and days without a few, most, or all hours of the gauge.
      const hours = (ago: number) => (ago > installed ? 0 : ([24, 24, 24, 15, 6, 0][Math.floor(6 * random())] ?? 0));
      const heard = new Map(farmDays(FROM, daysAgo(1)).map((date, index) => [date, hours(40 - index)] as const));
      const rain = (ago: number) =>
        heard.get(daysAgo(ago)) ? { mm: 0, hours: heard.get(daysAgo(ago)) ?? 0 } : undefined;
      await addGauge(database(), planted, `random-${seed}-gauge`, { rain });
      const record = (date: string) => ({ _id: `random-${seed}-${date}`, clientId, ...times, farmId, date, mm: 0 });
      const recorded = [...heard.keys()].filter(() => random() < 0.3);
      if (recorded.length > 0) await database().insert(rains).values(recorded.map(record));
      const first = [...heard].find(([, count]) => count > 0)?.[0] ?? daysAgo(1);
      const unknown = [...heard].flatMap(([date, count]) =>
        (date > first || date === daysAgo(1)) && count < 12 && !recorded.includes(date) ? [date] : [],
      );
      const { irrigation, events } = openIrrigation(database(), MORNING);
      await irrigation.settle();
      const given = async () => (await recommendationsOf(irrigation, clientId))[0];
      const isBlocked = unknown.length > 0;
      expect(await given(), `seed ${seed}`).toMatchObject({
        blockedBy: isBlocked ? "stale-rain" : null,
        missingRain: isBlocked ? { days: unknown } : null,
      });
      for (const date of unknown) {
        await database().insert(rains).values(record(date));
        const after = { farmId, date };
        await events.emit("record", recordChanged("Rain", { clientId, recordId: record(date)._id, after }));
      }
      expect(await given(), `seed ${seed}`).toMatchObject({ action: "irrigate", blockedBy: null, missingRain: null });
    }
  });

  it("does not block for the part of a day before a gauge was installed", async () => {
    const planted = await field("installed");
    const rain = (ago: number) => (ago > 14 ? undefined : { mm: 0, hours: ago === 14 ? 5 : 24 });
    await addGauge(database(), planted, "installed-gauge", { rain });
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    expect((await recommendationsOf(irrigation, planted.clientId))[0]).toMatchObject({
      blockedBy: null,
      missingRain: null,
    });
  });

  it("does not block after the soil is known again: by an adjustment, or by drainage below the roots", async () => {
    const silent = (ago: number) => (ago >= 8 && ago <= 10 ? undefined : { mm: ago === 6 ? 300 : 0, hours: 24 });
    const drained = await field("drained");
    await addGauge(database(), drained, "drained-gauge", { rain: silent });
    const set = await field("set");
    await addGauge(database(), set, "set-gauge", { rain: (ago) => (ago === 9 ? undefined : { mm: 0, hours: 24 }) });
    await database()
      .insert(adjustments)
      .values({
        _id: "set-adjustment",
        clientId: set.clientId,
        ...times,
        sectorId: set.sectorId,
        date: daysAgo(7),
        drMm: 12,
        reason: "trincheira",
        userName: "Ana",
      });
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    for (const { clientId } of [drained, set])
      expect((await recommendationsOf(irrigation, clientId))[0]).toMatchObject({ blockedBy: null });
  });

  it("is measured by the gauge of the sector or its pivot, else by the nearest, and by another one where that is silent", async () => {
    const planted = await field("near");
    const { clientId, farmId, sectorId } = planted;
    const wholeDays = (mm: number) => ({ rain: () => ({ mm, hours: 24 }) });
    await addGauge(database(), planted, "near-close", {
      lat: -15.01,
      rain: (ago) => (ago === 3 ? undefined : { mm: 1, hours: 24 }),
    });
    await addGauge(database(), planted, "near-far", { lat: -15.2, ...wholeDays(2) });
    await addGauge(database(), planted, "near-farther", { lat: -15.4, ...wholeDays(5) });
    const { irrigation, events } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const rain = async (ago: number) => (await irrigation.balances.rows(sectorId, daysAgo(ago), daysAgo(ago)))[0]?.rain;
    expect([await rain(3), await rain(2)]).toEqual([2, 1]);
    await database().update(pivots).set({ gaugeDeviceId: "near-far" }).where(eq(pivots.farmId, farmId));
    await events.emit("record", recordChanged("Pivot", { clientId, recordId: "near-pivot-1", after: {} }));
    await irrigation.settle();
    expect(await rain(2)).toBe(2);
    await database().update(pivotSectors).set({ gaugeDeviceId: "near-farther" }).where(eq(pivotSectors._id, sectorId));
    await events.emit("record", recordChanged("PivotSector", { clientId, recordId: sectorId, after: {} }));
    await irrigation.settle();
    expect(await rain(2)).toBe(5);
  });

  it("counts the rain that a gauge has measured today, without waiting for the day's end", async () => {
    const planted = await field("shower");
    const { clientId } = planted;
    await addGauge(database(), planted, "shower-gauge");
    const opened = openIrrigation(database(), MORNING);
    const { irrigation, events, clock } = opened;
    const log = { error: () => {}, warn: () => {}, info: () => {} } as unknown as Context["log"];
    const telemetry = createTelemetry({ database: database(), clock, events, log });
    const report = async (at: string, value: number) => {
      clock.moment = new Date(at);
      const readings = [{ variable: "rain" as const, date: at, value }];
      await telemetry.ingest({ serial: "SHOWER-GAUGE", readings }, clock.moment);
      await irrigation.settle();
      const { states } = await irrigation.decisions.overview({ clientIds: [clientId] });
      return { state: states[0], card: (await recommendationsOf(irrigation, clientId))[0] };
    };
    const dry = await report(`${TODAY}T10:15:00Z`, 0);
    expect(dry.card).toMatchObject({ action: "irrigate" });
    const wet = await report(`${TODAY}T17:00:00Z`, 45);
    expect((dry.state?.drNow ?? 0) - (wet.state?.drNow ?? 0)).toBeCloseTo(45, 5);
    expect(wet.card?.action).not.toBe("irrigate");
    expect(wet.card?.reasons.find(({ key }) => key === "rainToday")).toMatchObject({
      value: 45,
      source: "SHOWER-GAUGE",
    });
    // A reading that comes after a later one without rain.
    await report(`${TODAY}T17:30:00Z`, 0);
    const later = await report(`${TODAY}T17:15:00Z`, 3);
    expect(later.card?.reasons.find(({ key }) => key === "rainToday")?.value).toBe(48);
    await telemetry.close();
  });
});

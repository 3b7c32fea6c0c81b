import { addDays } from "@lamina/shared/core/farm-time";
import type { Balance } from "@lamina/shared/records/balance";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { programCaller } from "../../../testing/program-caller.ts";
import { recordChanged } from "../../core/record-changed.ts";
import { createRecords } from "../../records/service.ts";
import { crops, seasons, waterings } from "../../schema/irrigation.ts";
import { devices, monitors, readingHours, sensors } from "../../schema/telemetry.ts";
import { rains } from "../../schema/weather.ts";
import { upsertSensorTypes } from "../../telemetry/sensor-types/store.ts";
import { seasonDefinition } from "../definitions.ts";
import { describeDatabases } from "../testing/databases.ts";
import { type FieldOptions, openIrrigation, plantField, times, watering } from "../testing/field.ts";

const FROM = "2026-01-10";
const SECOND = addDays(FROM, 120);
/** Maize of 15 to 100 cm of roots. */
const MAIZE = { rootIniCm: 15, rootMaxCm: 100 };
const carried = { initialWater: "carried" as const, initialMoisturePct: null };

describeDatabases("the soil below the roots of a sector", (database) => {
  const plant = (id: string, days: number, more: Partial<FieldOptions> = {}) =>
    plantField(database(), { id, from: FROM, to: addDays(FROM, days - 1), crop: MAIZE, ...more });
  const open = (day: string) => openIrrigation(database(), `${day}T12:00:00Z`).irrigation;

  it("gains no water where none falls: dry soil stays dry while roots grow into it", async () => {
    const { sectorId } = await plant("phantom", 60, { season: { initialMoisturePct: 40 } });
    const irrigation = open(addDays(FROM, 60));
    await irrigation.settle();
    const rows = await irrigation.balances.rows(sectorId, FROM, "2026-12-31");
    let before = 0.4 * 140;
    for (const row of rows) {
      const water = row.taw - row.dr + (row.subsoilTaw ?? 0) - (row.subsoilDr ?? 0);
      expect(water).toBeLessThanOrEqual(before + 1e-3);
      expect(row.storagePct).toBeLessThan(40);
      expect(row.startWater).toBe("measured");
      before = water;
    }
  });

  it("begins at the measured percentage where the first known day is the thirtieth", async () => {
    const { sectorId } = await plant("late", 40, {
      season: { initialMoisturePct: 40 },
      weather: (_date, index) => ({ eto: index < 30 ? null : 0.01 }),
    });
    const irrigation = open(addDays(FROM, 40));
    await irrigation.settle();
    const [first] = await irrigation.balances.rows(sectorId, FROM, "2026-12-31");
    expect(first?.date).toBe(addDays(FROM, 30));
    expect(first?.rootCm).toBeGreaterThan(30);
    expect(first?.storagePct).toBeCloseTo(40, 0);
  });

  it.each([
    [0, "dry"],
    [100, "full"],
  ] as const)("begins at %s %% the same as %s", async (initialMoisturePct, initialWater) => {
    const id = `same-${initialWater}`;
    const field = await plant(id, 50, { sectors: 2, season: { initialMoisturePct } });
    const other = eq(seasons._id, `${field.sectorIds[1]}-season`);
    await database().update(seasons).set({ initialWater, initialMoisturePct: null }).where(other);
    const irrigation = open(addDays(FROM, 50));
    await irrigation.settle();
    const [one, same] = await Promise.all(
      field.sectorIds.map((sectorId) => irrigation.balances.rows(sectorId, FROM, "2026-12-31")),
    );
    expect(same?.map(({ dr, subsoilDr }) => [dr, subsoilDr])).toEqual(one?.map(({ dr, subsoilDr }) => [dr, subsoilDr]));
    if (initialWater === "full")
      expect(one?.every(({ subsoilDr, rootsDr }) => subsoilDr === 0 && rootsDr === 0)).toBe(true);
  });

  it("stores the excess of an irrigation below the roots before any is lost", async () => {
    const field = await plant("refill", 20, { season: { initialMoisturePct: 20 } });
    await database()
      .insert(waterings)
      .values({ ...watering(field, "refill-w", `${addDays(FROM, 10)}T12:00:00Z`), grossMm: 60, netMm: 60 });
    const irrigation = open(addDays(FROM, 20));
    await irrigation.settle();
    const rows = await irrigation.balances.rows(field.sectorId, FROM, "2026-12-31");
    expect(rows[10]).toMatchObject({ dr: 0, dp: 0 });
    expect(rows[10]?.toSubsoil).toBeGreaterThan(30);
    expect(rows[11]?.subsoilDr).toBeCloseTo((rows[10]?.subsoilDr ?? 0) - (rows[11]?.rootsDr ?? 0), 3);
  });

  /** A first crop that is harvested after 100 days, and a second one on the same sector after 20 days. */
  async function twoSeasons(id: string, rain: (index: number) => number = () => 0) {
    const field = await plant(id, 150, {
      season: { status: "closed", harvestDate: addDays(FROM, 99) },
      weather: (_date, index) => ({ rain: rain(index) }),
    });
    const own = { clientId: field.clientId, ...times, sectorId: field.sectorId };
    await database()
      .insert(crops)
      .values({ ...(await cropOf(field.cropId)), _id: `${id}-beans`, rootIniCm: 20, rootMaxCm: 60 });
    const second = { ...own, _id: `${id}-second`, cropId: `${id}-beans`, plantingDate: SECOND, ...carried };
    await database()
      .insert(seasons)
      .values({ ...second, kcMethod: "single", status: "active" });
    return field;
  }
  const cropOf = async (id: string) => {
    const [crop] = await database().select().from(crops).where(eq(crops._id, id));
    if (!crop) throw new Error("no crop");
    return crop;
  };
  const water = (row?: Pick<Balance, "taw" | "dr" | "subsoilTaw" | "subsoilDr">) =>
    row ? row.taw - row.dr + (row.subsoilTaw ?? 0) - (row.subsoilDr ?? 0) : Number.NaN;

  it("begins a second crop with what a dry first one left", async () => {
    const field = await twoSeasons("second");
    const irrigation = open(addDays(FROM, 150));
    await irrigation.settle();
    const rows = await irrigation.balances.rows(field.sectorId, FROM, "2026-12-31");
    const last = rows.findLast(({ seasonId }) => seasonId !== "second-second");
    const first = rows.find(({ seasonId }) => seasonId === "second-second");
    expect(last?.dr).toBeGreaterThan(100);
    expect(first).toMatchObject({ date: SECOND, startWater: "season" });
    // 60 of the 100 cm, without rain between.
    expect(water(first)).toBeLessThanOrEqual(0.6 * water(last) + 0.1);
    expect(first?.storagePct).toBeLessThan(30);
  });

  it("adds the rain between two crops, and follows a correction of it", async () => {
    const field = await twoSeasons("between");
    const { irrigation, events } = openIrrigation(database(), `${addDays(FROM, 150)}T12:00:00Z`);
    await irrigation.settle();
    const firstOf = async () => (await irrigation.balances.rows(field.sectorId, SECOND, SECOND))[0];
    const dry = await firstOf();
    const rain = { sectorId: field.sectorId, date: addDays(SECOND, -5), mm: 40 };
    await database()
      .insert(rains)
      .values({ _id: "between-rain", clientId: field.clientId, ...times, ...rain });
    const { clientId } = field;
    await events.emit("record", recordChanged("Rain", { clientId, recordId: "between-rain", after: rain }));
    const wet = await firstOf();
    expect(water(wet) - water(dry)).toBeGreaterThan(15);
    expect(water(wet) - water(dry)).toBeLessThan(40);
  });

  it("takes the soil as full where nothing is known, and says that it is unknown", async () => {
    const field = await twoSeasons("alone");
    const irrigation = open(addDays(FROM, 150));
    await irrigation.settle();
    await database()
      .delete(seasons)
      .where(eq(seasons._id, `${field.sectorId}-season`));
    await irrigation.balances.recompute(field.sectorId, undefined);
    const [first] = await irrigation.balances.rows(field.sectorId, SECOND, SECOND);
    expect(first).toMatchObject({ startWater: "unknown", subsoilDr: 0 });
    expect(first?.dr).toBeLessThan(5);
  });

  it("gives the first day of a second crop the soil that the first one left", async () => {
    const field = await twoSeasons("today");
    const irrigation = open(SECOND);
    await irrigation.settle();
    const [state] = await irrigation.decisions.states({ sectorIds: [field.sectorId] });
    expect(state).toMatchObject({ isFirstDay: true, last: { startWater: "season" } });
    expect(state?.last?.storagePct).toBeLessThan(30);
  });

  it("begins with what a probe below the first roots measured, and names what was left for the form", async () => {
    const field = await twoSeasons("probe");
    const own = { clientId: field.clientId, ...times };
    await upsertSensorTypes(database(), times.createdAt);
    const device = { _id: "probe-d", farmId: field.farmId, serial: "probe", sensorTypeId: "soil-moisture-probe" };
    await database()
      .insert(devices)
      .values({ ...own, ...device, intervalMin: 60, maintenance: false });
    const hour = new Date(`${addDays(SECOND, -1)}T15:00:00Z`);
    for (const [depthCm, pct] of [
      [10, 32],
      [40, 25],
    ] as const) {
      const sensor = {
        _id: `probe-${depthCm}`,
        deviceId: "probe-d",
        variable: "soilMoist" as const,
        unit: "%",
        depthCm,
      };
      const [stored] = await database()
        .insert(sensors)
        .values({ ...own, ...sensor, calibA: 0, calibB: 1 })
        .returning();
      await database()
        .insert(readingHours)
        .values({ sensor: stored?.number ?? 0, hour, count: 1, sum: pct, min: pct, max: pct });
    }
    const { sectorId, cropId } = field;
    const sensorIds = ["probe-10", "probe-40"];
    const monitor = { ...own, _id: "probe-m", name: "Sonda", sectorId, sensorIds, alertIds: [] };
    const irrigation = open(addDays(FROM, 150));
    await irrigation.settle();
    const planting = { sectorId, cropId, plantingDate: SECOND };
    expect(await irrigation.balances.initialWater(field.clientId, planting)).toMatchObject({
      startWater: "season",
      seasonId: `${sectorId}-season`,
      cropName: "Milho",
      until: addDays(FROM, 99),
      rainMm: 0,
    });
    await database().insert(monitors).values(monitor);
    const found = await irrigation.balances.initialWater(field.clientId, planting);
    // Field capacity in the upper 25 cm; half of the water down to 55 cm.
    expect(found).toMatchObject({ startWater: "probe", storagePct: 100 });
    await irrigation.balances.recompute(sectorId, undefined);
    const [first] = await irrigation.balances.rows(sectorId, SECOND, SECOND);
    expect(first?.startWater).toBe("probe");
    // Beans root to 60 cm: 5 cm of them, then 30 cm at half, then what the maize left.
    expect(first?.subsoilDr).toBeGreaterThan(21);
    expect(first?.subsoilDr).toBeLessThan(21 + 7);
  });

  it("stores a percentage alone as measured, none as what was left, and a choice as it is", async () => {
    const field = await plant("record", 5);
    const { clientId, sectorId, cropId } = field;
    const { events, clock } = openIrrigation(database(), "2026-05-20T12:00:00Z");
    const records = createRecords(seasonDefinition, { database: database(), events, clock });
    const caller = programCaller([clientId]);
    const read = async (_id: string) => (await database().select().from(seasons).where(eq(seasons._id, _id)))[0];
    let year = 2027;
    const insert = async (start: object) => {
      const season = { clientId, sectorId, cropId, plantingDate: `${year++}-01-10`, status: "planned", ...start };
      return String((await records.insert(caller, season))._id);
    };
    const [number, none, dry] = [
      await insert({ initialMoisturePct: 40 }),
      await insert({}),
      await insert({ initialWater: "dry" }),
    ];
    expect(await read(number)).toMatchObject({ initialWater: "measured", initialMoisturePct: 40 });
    expect(await read(none)).toMatchObject({ initialWater: "carried", initialMoisturePct: null });
    expect(await read(dry)).toMatchObject({ initialWater: "dry", initialMoisturePct: null });
    await records.update(caller, { _id: none, initialMoisturePct: 55 });
    expect(await read(none)).toMatchObject({ initialWater: "measured", initialMoisturePct: 55 });
    await records.update(caller, { _id: none, name: "Safrinha" });
    expect(await read(none)).toMatchObject({ initialWater: "measured", initialMoisturePct: 55 });
    await records.update(caller, { _id: none, initialWater: "carried" });
    expect(await read(none)).toMatchObject({ initialWater: "carried", initialMoisturePct: null });
    await expect(records.update(caller, { _id: dry, initialWater: "measured" })).rejects.toMatchObject({
      given: { status: 400, errors: [{ field: "initialMoisturePct" }] },
    });
  });
});

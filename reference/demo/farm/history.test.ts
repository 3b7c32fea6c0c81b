import { addDays, farmDay, farmDays } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { SensorSummary } from "@lamina/shared/records/telemetry";
import type { ConsumptionReport } from "@lamina/shared/views/report";
import { and, asc, eq, gte, lt, max, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { farms, pivotSectors, pivots } from "../../api/schema/farms.ts";
import { balances, detections, seasons, waterings } from "../../api/schema/irrigation.ts";
import { devices, pivotStatuses, readingHours, readings, sensors } from "../../api/schema/telemetry.ts";
import { forecastDays, weatherDays } from "../../api/schema/weather.ts";
import { describeApi, type TestApi } from "../../testing/api.ts";
import { quietLog } from "../../testing/quiet-log.ts";
import { loadState, saveState } from "../simulator/store.ts";
import { loadLayouts } from "../simulator/world/layout.ts";
import { quirksOf } from "../simulator/world/quirks.ts";
import { demoClientIds } from "./clients.ts";
import { makeHistory } from "./history.ts";

const DAYS = 14;

describeApi("the past of the demo farm", suite, { environment: { DEMO_HISTORY_DAYS: String(DAYS) } });

function suite(api: () => TestApi): void {
  async function quirks() {
    const state = (await loadState(api().database))?.state;
    if (state === undefined) throw new Error("no state");
    const layouts = await loadLayouts(api().database, demoClientIds, new Date(state.epoch));
    return { ...quirksOf(layouts, state.seed, state.epoch), epoch: state.epoch };
  }
  const hoursOf = (serial: string, variable: "airTemp" | "rain" | "soilMoist", from: number, to: number) =>
    api()
      .database.select({ hour: readingHours.hour, sensor: readingHours.sensor })
      .from(readingHours)
      .innerJoin(sensors, eq(sensors.number, readingHours.sensor))
      .innerJoin(devices, eq(devices._id, sensors.deviceId))
      .where(
        and(
          eq(devices.serial, serial),
          eq(sensors.variable, variable),
          gte(readingHours.hour, new Date(from)),
          lt(readingHours.hour, new Date(to)),
        ),
      )
      .orderBy(asc(readingHours.hour));

  it("has a reading of every hour, except for one intended gap", async () => {
    const { gap, epoch } = await quirks();
    const to = Math.floor(epoch / HOUR_MS) * HOUR_MS;
    const from = to - (DAYS - 1) * 24 * HOUR_MS;
    for (const serial of ["EM-RO-01", "EM-BU-01", "EM-BE-01"]) {
      const expected = (to - from) / HOUR_MS - (gap?.serials.includes(serial) ? 8 : 0);
      expect(await hoursOf(serial, "airTemp", from, to), serial).toHaveLength(expected);
    }
    expect(await hoursOf(gap?.serials[0] ?? "", "airTemp", gap?.from ?? 0, gap?.to ?? 0)).toHaveLength(0);
  });

  it("has a silent gauge, a weak battery, and a stuck sensor that is detected", async () => {
    const { silent, weak, stuck, epoch } = await quirks();
    expect(await hoursOf(silent?.serial ?? "", "rain", epoch - 13 * HOUR_MS, epoch)).toHaveLength(0);
    const [battery] = await api()
      .database.select()
      .from(devices)
      .where(eq(devices.serial, weak?.serial ?? ""));
    expect(battery?.batteryPct).toBeLessThan(20);
    const flagged = await api()
      .database.select({ flag: readings.flag })
      .from(readings)
      .innerJoin(sensors, eq(sensors.number, readings.sensor))
      .where(and(eq(sensors._id, stuck?.sensorId ?? ""), gte(readings.flag, 1)));
    expect(flagged.length).toBeGreaterThan(100);
  });

  it("has weather of every day, and the forecasts of the last days as they were issued", async () => {
    const { database, clock } = api();
    for (const farm of await database.select().from(farms)) {
      const yesterday = addDays(farmDay(clock.now().getTime(), farm.timezone), -1);
      const days = farmDays(addDays(yesterday, 2 - DAYS), yesterday);
      const weather = await database.select().from(weatherDays).where(eq(weatherDays.farmId, farm._id));
      expect(weather.map(({ date }) => date)).toEqual(expect.arrayContaining(days));
      const issued = await database
        .selectDistinct({ at: forecastDays.issuedAt })
        .from(forecastDays)
        .where(eq(forecastDays.farmId, farm._id));
      expect(issued.length).toBeGreaterThanOrEqual(10);
    }
  });

  it("has a balance of each day of each current season, with several statuses", async () => {
    const { database, clock } = api();
    const standing = await database.select().from(seasons).where(eq(seasons.status, "active"));
    expect(standing.length).toBeGreaterThan(20);
    const yesterday = addDays(farmDay(clock.now().getTime(), "America/Sao_Paulo"), -1);
    const first = addDays(yesterday, 2 - DAYS);
    for (const { _id, plantingDate } of standing) {
      const rows = await database.select({ date: balances.date }).from(balances).where(eq(balances.seasonId, _id));
      const days = farmDays(plantingDate > first ? plantingDate : first, yesterday);
      expect(rows.map(({ date }) => date)).toEqual(expect.arrayContaining(days));
    }
    const statuses = await database.selectDistinct({ status: balances.status }).from(balances);
    expect(statuses.length).toBeGreaterThanOrEqual(3);
  });

  it("has states and waterings of pivots, and one detected irrigation without a record", async () => {
    const { database } = api();
    expect(await database.$count(pivotStatuses, eq(pivotStatuses.wet, true))).toBeGreaterThan(50);
    expect(await database.$count(waterings, eq(waterings.source, "telemetry"))).toBeGreaterThan(5);
    // Checked by hours of pumping: none is in a peak-hour rest or in a breakdown. The arm's touch of a neighbour, in one
    // quarter of an hour at the end of a run, has a single reading of the flow.
    const pumped = await database
      .select({ flow: sql<number>`${waterings.volumeM3} / ${waterings.hours} / ${pivots.flowM3h}` })
      .from(waterings)
      .innerJoin(pivotSectors, eq(pivotSectors._id, waterings.sectorId))
      .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
      .where(gte(waterings.hours, 0.5));
    expect(pumped.length).toBeGreaterThan(20);
    for (const { flow } of pumped) expect(Math.abs(flow - 1)).toBeLessThan(0.02);
    const { secretRuns } = await quirks();
    const [secret] = secretRuns;
    const end = (secret?.at ?? 0) + 10 * HOUR_MS;
    const written = and(
      eq(waterings.sectorId, secret?.sectorId ?? ""),
      gte(waterings.start, new Date(secret?.at ?? 0)),
    );
    expect(await database.$count(waterings, and(written, lt(waterings.start, new Date(end))))).toBe(0);
    const found = await database.select().from(detections);
    // Where rain on that farm explains the rise, there is nothing to detect.
    expect(found.every(({ sectorId, evidence }) => evidence === "probe" && sectorId === secret?.sectorId)).toBe(true);
  });

  it("pumps within the hours, days and volume of its permits, on weekends too", async () => {
    const token = await api().login("ana");
    const year = api().clock.now().getUTCFullYear();
    let used = 0;
    for (const clientId of demoClientIds)
      for (const within of [year - 1, year]) {
        const answer = await api().send(`/Report/WaterConsumption?ID=${clientId}&year=${within}`, { token });
        for (const use of (answer.body as ConsumptionReport).permits) {
          used++;
          const what = `${use.number} ${use.month}`;
          expect(use.maxHoursDay, what).toBeLessThanOrEqual((use.limitHoursDay ?? 0) + 1e-6);
          expect(use.daysUsed, what).toBeLessThanOrEqual(use.limitDays ?? 0);
          expect(use.usedM3, what).toBeLessThanOrEqual(use.limitM3);
        }
      }
    expect(used).toBeGreaterThanOrEqual(3);
  });

  it("matches the probes, except for those with a fault", async () => {
    const { drift, stuck } = await quirks();
    const token = await api().login("ana");
    let compared = 0;
    for (const clientId of demoClientIds) {
      const answer = await api().send(`/SensorSummary/GetByClientID?ID=${clientId}`, { token });
      for (const { sectorId, monitorId, drMm } of answer.body as SensorSummary[]) {
        const [last] = await api()
          .database.select({ date: max(balances.date) })
          .from(balances)
          .where(eq(balances.sectorId, sectorId));
        const [row] = await api()
          .database.select()
          .from(balances)
          .where(and(eq(balances.sectorId, sectorId), eq(balances.date, last?.date ?? "")));
        if (!row || drMm === null) continue;
        if (
          monitorId.includes((drift?.serial ?? "").toLowerCase()) ||
          stuck?.sensorId.startsWith(monitorId.slice(0, 13))
        )
          continue;
        compared++;
        expect(Math.abs(drMm - row.dr), `${monitorId}: ${drMm} and ${row.dr} of ${row.taw}`).toBeLessThan(
          0.4 * row.taw,
        );
      }
    }
    expect(compared).toBeGreaterThan(5);
  });

  it("is the same after an aborted start", async () => {
    const { database, clock } = api();
    const counts = async () => [await database.$count(readings), await database.$count(waterings)];
    const before = await counts();
    const state = (await loadState(database))?.state;
    if (state === undefined) throw new Error("no state");
    await saveState(database, { ...state, farms: {} }, clock.now());
    const options = { seed: state.seed, historyDays: DAYS, progress: () => {} };
    await makeHistory({ database, clock, log: quietLog }, options);
    expect(await counts()).toEqual(before);
  });
}

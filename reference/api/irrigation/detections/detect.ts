import { randomUUID } from "node:crypto";
import { daylightShare } from "@lamina/agronomy/probe/daily-use";
import { findWaterSteps, type KnownWater } from "@lamina/agronomy/probe/water-steps";
import { addDays, farmClock, farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import type { Detection } from "@lamina/shared/records/irrigation";
import { and, desc, eq, ne } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { anyOf } from "../../core/database/arrays.ts";
import { recordChanged } from "../../core/record-changed.ts";
import { toJson } from "../../core/serialize.ts";
import { detections } from "../../schema/irrigation.ts";
import { sensors } from "../../schema/telemetry.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import { lastRows } from "../balance/store.ts";
import type { Announce } from "../sites/announce.ts";
import { loadRainSensors } from "../sites/gauges.ts";
import { hourlyStorage, loadMonitors } from "../sites/monitors.ts";
import { activeOn } from "../sites/season-span.ts";
import { loadSeasons, loadSectors } from "../sites/sectors.ts";
import { auditDetections } from "../waterings/audit-detections.ts";
import { recordedWater } from "../waterings/recorded-water.ts";
import { withdrawExplained } from "./withdraw.ts";

/** Days of probe readings that are searched, and days from which the probe's own behaviour is learnt. */
const LOOK_BACK_DAYS = 3;
const LEARN_DAYS = 14;

type Found = Pick<Detection, "sectorId" | "date" | "estimatedMm" | "risePoints"> & { clientId: string };

/** Detects unrecorded water in the soil by the residual of the balance, and closes detections that have been recorded since. */
export function createDetector(
  context: Pick<Context, "database" | "clock"> & { announce: Announce },
  telemetry: Pick<Telemetry, "hourAggregates">,
) {
  const { database, clock, announce } = context;

  async function detect(): Promise<void> {
    await withdrawExplained(context);
    const now = clock.now();
    const monitors = (await loadMonitors(database, {})).filter(({ sensors }) => sensors.length > 0);
    const sectorIds = [...new Set(monitors.map(({ sectorId }) => sectorId))];
    if (sectorIds.length === 0) return;
    const sites = await loadSectors(database, { sectorIds });
    const [seasons, rows, waterOf, thermometers, rainedOn] = await Promise.all([
      loadSeasons(database, sectorIds),
      lastRows(database, sectorIds),
      recordedWater(database, sites, now, 2 * LOOK_BACK_DAYS),
      loadThermometers(monitors.flatMap(({ sensors }) => sensors.map(({ deviceId }) => deviceId))),
      rainOfToday([...new Map(sites.map(({ farm }) => [farm._id, farm])).values()], now),
    ]);
    const sensorIds = monitors.flatMap(({ sensors }) => sensors.map(({ _id }) => _id));
    const since = new Date(now.getTime() - LEARN_DAYS * DAY_MS);
    const hours = await telemetry.hourAggregates([...sensorIds, ...thermometers.values()], since, now);
    const bySensor = Map.groupBy(hours, ({ sensorId }) => sensorId);
    const found = monitors.flatMap((monitor): Found[] => {
      const site = sites.find(({ sector }) => sector._id === monitor.sectorId);
      const today = site && farmDay(now.getTime(), site.farm.timezone);
      if (site === undefined || today === undefined) return [];
      if (activeOn(seasons.get(monitor.sectorId) ?? [], today) === undefined) return [];
      const thermometer = monitor.sensors
        .map(({ deviceId }) => thermometers.get(deviceId))
        .find((id) => id !== undefined);
      const storage = hourlyStorage(monitor, site.soil, bySensor, bySensor.get(thermometer ?? ""));
      const { timezone } = site.farm;
      const etc = rows.get(monitor.sectorId)?.etcAdj ?? 0;
      const steps = findWaterSteps(storage.hours, {
        known: [...(waterOf.get(monitor.sectorId) ?? []), ...(rainedOn.get(site.farm._id) ?? [])],
        useMmHour: (at) => etc * daylightShare(new Date(farmClock(at, timezone)).getUTCHours()),
        from: now.getTime() - LOOK_BACK_DAYS * DAY_MS,
      });
      return steps.map(({ at, mm }) => ({
        sectorId: monitor.sectorId,
        clientId: site.sector.clientId,
        date: farmDay(at, timezone),
        estimatedMm: mm,
        risePoints: (100 * mm) / storage.reachMm,
      }));
    });
    await store(found, now);
  }

  /**
   * Rain since the farms' midnight by the gauge with the maximum, because the weather of a day is computed after it
   * ends.
   */
  async function rainOfToday(
    farms: readonly { _id: string; timezone: string }[],
    now: Date,
  ): Promise<Map<string, readonly KnownWater[]>> {
    const gauges = await loadRainSensors(
      database,
      farms.map(({ _id }) => _id),
    );
    const byFarm = await Promise.all(
      farms.map(async ({ _id, timezone }) => {
        const startAt = startOfFarmDay(farmDay(now.getTime(), timezone), timezone);
        const own = gauges.filter(({ farmId }) => farmId === _id).map((gauge) => gauge._id);
        const hours = own.length > 0 ? await telemetry.hourAggregates(own, new Date(startAt), now) : [];
        const sums = [...Map.groupBy(hours, ({ sensorId }) => sensorId).values()].map((all) =>
          all.reduce((total, { sum }) => total + sum, 0),
        );
        return [_id, [{ startAt, endAt: now.getTime(), mm: Math.max(0, ...sums) }]] as const;
      }),
    );
    return new Map(byFarm);
  }

  /** The sensors of soil temperature by their devices. */
  async function loadThermometers(deviceIds: readonly string[]): Promise<Map<string, string>> {
    const found = await database
      .select({ _id: sensors._id, deviceId: sensors.deviceId })
      .from(sensors)
      .where(and(anyOf(sensors.deviceId, deviceIds), eq(sensors.variable, "soilTemp"), eq(sensors.active, true)));
    return new Map(found.map(({ _id, deviceId }) => [deviceId, _id] as const));
  }

  /**
   * Stores one per sector within a day of another, because each run detects the same rise again with a slightly
   * different value.
   */
  async function store(found: readonly Found[], now: Date): Promise<void> {
    for (const one of found) {
      const near = await database
        .select({ _id: detections._id })
        .from(detections)
        .where(
          and(
            eq(detections.sectorId, one.sectorId),
            ne(detections.evidence, "meter"),
            anyOf(detections.date, [addDays(one.date, -1), one.date, addDays(one.date, 1)]),
          ),
        );
      if (near.length > 0) continue;
      const _id = randomUUID();
      const row = { _id, ...one, createdAt: now, updatedAt: now, evidence: "probe" as const, state: "open" as const };
      const [added] = await database.transaction(async (transaction) => {
        const rows = await transaction.insert(detections).values(row).onConflictDoNothing().returning();
        if (rows.length > 0) await auditDetections(transaction, rows, now);
        return rows;
      });
      if (added === undefined) continue;
      await announce([recordChanged("Detection", { clientId: one.clientId, recordId: _id, after: toJson(added) })]);
    }
  }

  return { detect };
}

/** Open detections of some sectors, newest first. */
export async function openDetections(
  database: Context["database"],
  sectorIds: readonly string[],
): Promise<Detection[]> {
  const rows = await database
    .select({
      _id: detections._id,
      clientId: detections.clientId,
      sectorId: detections.sectorId,
      date: detections.date,
      estimatedMm: detections.estimatedMm,
      evidence: detections.evidence,
      risePoints: detections.risePoints,
      meterM3: detections.meterM3,
      panelM3: detections.panelM3,
      state: detections.state,
    })
    .from(detections)
    .where(and(anyOf(detections.sectorId, sectorIds), eq(detections.state, "open")))
    .orderBy(desc(detections.date), desc(detections._id));
  return rows;
}

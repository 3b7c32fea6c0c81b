import { randomUUID } from "node:crypto";
import { addDays, farmDay, farmDayRange } from "@lamina/shared/farm-time";
import type { Detection } from "@lamina/shared/irrigation";
import { and, desc, eq, gte, inArray } from "drizzle-orm";
import { detectFromProbe, type WaterEvent } from "../agronomy/unrecorded-irrigation.ts";
import type { Context } from "../context.ts";
import { pivotSectors } from "../farms/table.ts";
import type { Telemetry } from "../telemetry/service.ts";
import { loadBalanceInputs } from "./balance-inputs.ts";
import { lastRows } from "./balance-store.ts";
import { hourlyMeans, loadMonitors } from "./monitors.ts";
import { endOf } from "./same-watering.ts";
import { activeOn } from "./season-span.ts";
import { loadSeasons, loadSectors, type SectorSite } from "./sectors.ts";
import { detections, waterings } from "./table.ts";

/** Days of probe readings that are looked through. */
const LOOK_BACK_DAYS = 3;
const DAY_MS = 86_400_000;
/** Less rain does not reach a probe, mm. */
const LEAST_RAIN_MM = 1;

type Found = Pick<Detection, "sectorId" | "date" | "estimatedMm" | "risePoints"> & { clientId: string };

/** Looks for water in the soil that nobody recorded, and closes what somebody has recorded since. */
export function createDetector(
  { database, clock, events }: Pick<Context, "database" | "clock" | "events">,
  telemetry: Pick<Telemetry, "hourAggregates">,
) {
  async function detect(): Promise<void> {
    const now = clock.now();
    const monitors = (await loadMonitors(database, undefined)).filter(({ sensors }) => sensors.length > 0);
    const sectorIds = [...new Set(monitors.map(({ sectorId }) => sectorId))];
    if (sectorIds.length === 0) return;
    const sites = await loadSectors(database, inArray(pivotSectors._id, sectorIds));
    const [seasons, rows, waterOf] = await Promise.all([
      loadSeasons(database, sectorIds),
      lastRows(database, sectorIds),
      recordedWater(sites, now),
    ]);
    const sensorIds = monitors.flatMap(({ sensors }) => sensors.map(({ _id }) => _id));
    const hours = await telemetry.hourAggregates(sensorIds, new Date(now.getTime() - LOOK_BACK_DAYS * DAY_MS), now);
    const bySensor = Map.groupBy(hours, ({ sensorId }) => sensorId);
    const found = monitors.flatMap((monitor): Found[] => {
      const site = sites.find(({ sector }) => sector._id === monitor.sectorId);
      const today = site && farmDay(now.getTime(), site.farm.timezone);
      if (site === undefined || today === undefined) return [];
      if (activeOn(seasons.get(monitor.sectorId) ?? [], today) === undefined) return [];
      const depthMm =
        10 * (rows.get(monitor.sectorId)?.rootCm ?? Math.max(...monitor.sensors.map((one) => one.depthCm)));
      const means = hourlyMeans(monitor, site.soil, bySensor);
      return detectFromProbe(means, waterOf.get(monitor.sectorId) ?? [], depthMm).map(({ startAt, estimatedMm }) => ({
        sectorId: monitor.sectorId,
        clientId: site.sector.clientId,
        date: farmDay(startAt, site.farm.timezone),
        estimatedMm,
        risePoints: (100 * estimatedMm) / depthMm,
      }));
    });
    await store(found, now);
    await closeExplained(sites, waterOf, now);
  }

  /** Waterings, and days on which it rained, of each sector. */
  async function recordedWater(sites: readonly SectorSite[], now: Date): Promise<Map<string, WaterEvent[]>> {
    const since = new Date(now.getTime() - 2 * LOOK_BACK_DAYS * DAY_MS);
    const sectorIds = sites.map(({ sector }) => sector._id);
    const applied = await database
      .select({ sectorId: waterings.sectorId, start: waterings.start, end: waterings.end, hours: waterings.hours })
      .from(waterings)
      .where(and(inArray(waterings.sectorId, sectorIds), gte(waterings.start, since), eq(waterings.active, true)));
    const days = sites.map(({ farm }) => farmDay(now.getTime(), farm.timezone)).sort();
    const first = addDays(days[0] ?? "", -2 * LOOK_BACK_DAYS);
    const inputs = await loadBalanceInputs(database, sites, first, days.at(-1) ?? "");
    return new Map(
      sites.map((site) => {
        const today = farmDay(now.getTime(), site.farm.timezone);
        const rained = inputs.daysOf(site, first, today).filter(({ rain }) => rain >= LEAST_RAIN_MM);
        const watered = applied.filter(({ sectorId }) => sectorId === site.sector._id);
        return [
          site.sector._id,
          [
            ...watered.map((one) => ({ startAt: one.start.getTime(), endAt: endOf(one) })),
            ...rained.map(({ date }) => {
              const { from, to } = farmDayRange(date, date, site.farm.timezone);
              return { startAt: from, endAt: to };
            }),
          ],
        ] as const;
      }),
    );
  }

  /** One per sector within a day of another: a rise is seen again at every look, and a little otherwise. */
  async function store(found: readonly Found[], now: Date): Promise<void> {
    for (const one of found) {
      const near = await database
        .select({ _id: detections._id })
        .from(detections)
        .where(
          and(
            eq(detections.sectorId, one.sectorId),
            inArray(detections.date, [addDays(one.date, -1), one.date, addDays(one.date, 1)]),
          ),
        );
      if (near.length > 0) continue;
      const _id = randomUUID();
      const row = { _id, ...one, createdAt: now, updatedAt: now, evidence: "probe" as const, state: "open" as const };
      await database.insert(detections).values(row).onConflictDoNothing();
      await events.emit("record", { clientId: one.clientId, entity: "Detection", recordId: _id });
    }
  }

  /** Somebody wrote down afterwards what the probe saw. */
  async function closeExplained(
    sites: readonly SectorSite[],
    waterOf: ReadonlyMap<string, WaterEvent[]>,
    now: Date,
  ): Promise<void> {
    const open = await database
      .select()
      .from(detections)
      .where(
        and(
          eq(detections.state, "open"),
          inArray(
            detections.sectorId,
            sites.map(({ sector }) => sector._id),
          ),
        ),
      );
    for (const detection of open) {
      const site = sites.find(({ sector }) => sector._id === detection.sectorId);
      if (site === undefined) continue;
      const { from, to } = farmDayRange(detection.date, detection.date, site.farm.timezone);
      const isExplained = waterOf
        .get(detection.sectorId)
        ?.some(({ startAt, endAt }) => startAt < to && endAt > from - DAY_MS / 2);
      if (!isExplained) continue;
      await database
        .update(detections)
        .set({ state: "irrigation", updatedAt: now })
        .where(and(eq(detections._id, detection._id), eq(detections.state, "open")));
      await events.emit("record", { clientId: detection.clientId, entity: "Detection", recordId: detection._id });
    }
  }

  return { detect };
}

/** What waits for a person's word in some sectors, newest first. */
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
      state: detections.state,
    })
    .from(detections)
    .where(and(inArray(detections.sectorId, [...sectorIds]), eq(detections.state, "open")))
    .orderBy(desc(detections.date), desc(detections._id));
  return rows;
}

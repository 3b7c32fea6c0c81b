import { randomUUID } from "node:crypto";
import { grossDepth } from "@lamina/agronomy/machine/pivot";
import { addDays, type FarmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { round } from "@lamina/shared/core/units";
import { type DetectionResolve, METER_DAYS } from "@lamina/shared/records/irrigation";
import { and, eq } from "drizzle-orm";
import type * as z from "zod";
import type { Context } from "../../core/context.ts";
import type { Database } from "../../core/database/open.ts";
import { recordChanged } from "../../core/record-changed.ts";
import { type JsonRecord, toJson } from "../../core/serialize.ts";
import type { Caller } from "../../http/caller.ts";
import { audit } from "../../records/audit/write.ts";
import { machineCalibrations, pivots } from "../../schema/farms.ts";
import { detections, waterings } from "../../schema/irrigation.ts";
import { sensors } from "../../schema/telemetry.ts";
import { rains } from "../../schema/weather.ts";
import { loadRain } from "../../weather/rain-of-days.ts";
import type { Announce } from "../sites/announce.ts";
import { rainPlaceOf } from "../sites/gauges.ts";
import { loadMeters } from "../sites/meters.ts";
import { machineOn, type SectorContext } from "../sites/sectors.ts";
import { applicationOf } from "../waterings/application.ts";

/** A record that was made from a detection. */
interface Resolved {
  entity: "Watering" | "Rain" | "MachineCalibration" | "Sensor";
  before?: JsonRecord;
  after: JsonRecord;
}

/**
 * Records a person's answer on a detection. An irrigation becomes a watering at the start of that day, with the given
 * gross depth or the one that corresponds to the detected net depth; rain becomes a record of the sector, of the given
 * depth or of the day's known rain with the detected water. A meter that is right becomes a measured flow of its system
 * from the first day of its week; one that is not counts no more until a person has checked it. @returns
 * false when it was not open any more
 */
export async function resolveDetection(
  { database, clock, events, announce }: Pick<Context, "database" | "clock" | "events"> & { announce: Announce },
  caller: Caller,
  site: SectorContext,
  { _id, as, mm }: z.output<typeof DetectionResolve>,
): Promise<boolean> {
  const now = clock.now();
  const { clientId } = site.sector;
  const done = await database.transaction(async (transaction) => {
    const [detection] = await transaction
      .update(detections)
      .set({ state: as, updatedAt: now })
      .where(and(eq(detections._id, _id), eq(detections.state, "open")))
      .returning();
    if (detection === undefined) return undefined;
    const entry = { author: caller, date: now, clientId };
    await audit(transaction, {
      ...entry,
      entity: "Detection",
      recordId: _id,
      before: { state: "open" },
      after: { state: as },
    });
    const record = await recordOf(transaction, caller, site, { ...detection, as, mm, now });
    if (record) await audit(transaction, { ...entry, ...record, recordId: String(record.after._id) });
    return events.emitWithin(transaction, "record", [
      recordChanged("Detection", {
        clientId,
        recordId: _id,
        before: toJson({ ...detection, state: "open" }),
        after: toJson(detection),
      }),
      ...(record
        ? [recordChanged(record.entity, { clientId, recordId: String(record.after._id), ...ofRecord(record) })]
        : []),
    ]);
  });
  if (done === undefined) return false;
  await announce(done);
  return true;
}

/** The evidence of a detection. */
export async function evidenceOf(database: Database, _id: string) {
  const [row] = await database
    .select({ evidence: detections.evidence })
    .from(detections)
    .where(eq(detections._id, _id));
  return row?.evidence;
}

export async function sectorOfDetection(database: Database, _id: string): Promise<string | undefined> {
  const [row] = await database
    .select({ sectorId: detections.sectorId })
    .from(detections)
    .where(eq(detections._id, _id));
  return row?.sectorId;
}

const ofRecord = ({ before, after }: Resolved) => ({ ...(before && { before }), after });

interface Resolution {
  sectorId: string;
  date: FarmDay;
  estimatedMm: number;
  meterM3: number | null;
  panelM3: number | null;
  as: DetectionResolve["as"];
  mm: number | undefined;
  now: Date;
}

/**
 * The day's rain that a record of the sector replaces, mm: of the farm's record or of a gauge. Detected water comes on top,
 * because no record explains it; other records of the sector add up with it.
 */
async function rainBeside(transaction: Database, site: SectorContext, date: FarmDay): Promise<number> {
  const place = rainPlaceOf(site);
  const { sectorId, active } = rains;
  const recorded = await transaction
    .select({ mm: rains.mm })
    .from(rains)
    .where(and(eq(sectorId, site.sector._id), eq(rains.date, date), active));
  if (recorded.length > 0) return 0;
  return (await loadRain(transaction, [place], date, date)).on(place, date).mm ?? 0;
}

async function recordOf(
  transaction: Database,
  caller: Caller,
  site: SectorContext,
  { sectorId, date, estimatedMm, meterM3, panelM3, as, mm, now }: Resolution,
): Promise<Resolved | undefined> {
  const own = { _id: randomUUID(), clientId: site.sector.clientId, createdAt: now, updatedAt: now, active: true };
  if (as === "rain") {
    const all = mm ?? round((await rainBeside(transaction, site, date)) + estimatedMm, 1);
    const rain = { ...own, sectorId, date, mm: all, source: "manual" as const };
    await transaction.insert(rains).values(rain);
    return { entity: "Rain", after: toJson(rain) };
  }
  if (as === "meter") {
    const from = addDays(date, 1 - METER_DAYS);
    const { _id: pivotId, flowM3h } = machineOn(site, from).pivot;
    const measured = round((flowM3h * (meterM3 ?? 0)) / (panelM3 ?? 1), 1);
    const calibration = { ...own, pivotId, date: from, kind: "flow" as const, flowM3h: measured };
    await transaction.insert(machineCalibrations).values(calibration);
    return { entity: "MachineCalibration", after: toJson(calibration) };
  }
  if (as === "panel") {
    const [meter] = await loadMeters(transaction, eq(pivots._id, site.pivot._id));
    if (meter === undefined) return undefined;
    const [before] = await transaction.select().from(sensors).where(eq(sensors._id, meter.sensorId));
    const [after] = await transaction
      .update(sensors)
      .set({ distrusted: true, updatedAt: now })
      .where(eq(sensors._id, meter.sensorId))
      .returning();
    return before && after && { entity: "Sensor", before: toJson(before), after: toJson(after) };
  }
  const { machine } = machineOn(site, date);
  const grossMm = mm ?? grossDepth(estimatedMm, machine.efficiencyPct);
  const application = applicationOf({ grossMm }, machine);
  if (as !== "irrigation" || application === undefined) return undefined;
  const watering = {
    ...own,
    sectorId,
    ...application,
    start: new Date(startOfFarmDay(date, site.farm.timezone)),
    source: "detected" as const,
    userId: caller.userId,
  };
  await transaction.insert(waterings).values(watering);
  return { entity: "Watering", after: toJson(watering) };
}

import { randomUUID } from "node:crypto";
import { grossDepth } from "@lamina/agronomy/machine/pivot";
import { type FarmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { round } from "@lamina/shared/core/units";
import type { DetectionResolve } from "@lamina/shared/records/irrigation";
import { and, eq } from "drizzle-orm";
import type * as z from "zod";
import type { Context } from "../../core/context.ts";
import type { Database } from "../../core/database/open.ts";
import { recordChanged } from "../../core/record-changed.ts";
import { type JsonRecord, toJson } from "../../core/serialize.ts";
import type { Caller } from "../../http/caller.ts";
import { audit } from "../../records/audit/write.ts";
import { detections, waterings } from "../../schema/irrigation.ts";
import { rains } from "../../schema/weather.ts";
import { loadRain } from "../../weather/rain-of-days.ts";
import type { Announce } from "../sites/announce.ts";
import { rainPlaceOf } from "../sites/gauges.ts";
import { machineOn, type SectorContext } from "../sites/sectors.ts";
import { applicationOf } from "../waterings/application.ts";

/** A record that was made from a detection. */
interface Resolved {
  entity: "Watering" | "Rain";
  after: JsonRecord;
}

/**
 * Records a person's answer on a detection. An irrigation becomes a watering at the start of that day, with the given
 * gross depth or the one that corresponds to the detected net depth; rain becomes a record of the sector, of the given
 * depth or of the day's known rain with the detected water. @returns
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
        ? [recordChanged(record.entity, { clientId, recordId: String(record.after._id), after: record.after })]
        : []),
    ]);
  });
  if (done === undefined) return false;
  await announce(done);
  return true;
}

export async function sectorOfDetection(database: Database, _id: string): Promise<string | undefined> {
  const [row] = await database
    .select({ sectorId: detections.sectorId })
    .from(detections)
    .where(eq(detections._id, _id));
  return row?.sectorId;
}

interface Resolution {
  sectorId: string;
  date: FarmDay;
  estimatedMm: number;
  as: "irrigation" | "rain" | "ignored";
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
  { sectorId, date, estimatedMm, as, mm, now }: Resolution,
): Promise<Resolved | undefined> {
  const own = { _id: randomUUID(), clientId: site.sector.clientId, createdAt: now, updatedAt: now, active: true };
  if (as === "rain") {
    const all = mm ?? round((await rainBeside(transaction, site, date)) + estimatedMm, 1);
    const rain = { ...own, sectorId, date, mm: all, source: "manual" as const };
    await transaction.insert(rains).values(rain);
    return { entity: "Rain", after: toJson(rain) };
  }
  const { machine } = machineOn(site, date);
  const grossMm = mm ?? grossDepth(estimatedMm, machine.efficiencyPct);
  const application = applicationOf({ grossMm }, machine);
  if (as === "ignored" || application === undefined) return undefined;
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

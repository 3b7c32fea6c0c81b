import { randomUUID } from "node:crypto";
import { disagree, type MeterVolumes, meterAndPanel } from "@lamina/agronomy/machine/meter-check";
import { addDays, type FarmDay, farmDay, farmDayRange } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { METER_DAYS, wateringSpan } from "@lamina/shared/records/irrigation";
import { and, desc, eq, gte, inArray, isNotNull, lt, ne, or } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { anyOf } from "../../core/database/arrays.ts";
import { recordChanged } from "../../core/record-changed.ts";
import { toJson } from "../../core/serialize.ts";
import { auditReasons } from "../../records/audit/text.ts";
import { audit, PROGRAM } from "../../records/audit/write.ts";
import { pivotSectors } from "../../schema/farms.ts";
import { detections, waterings } from "../../schema/irrigation.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import type { Announce } from "../sites/announce.ts";
import { loadMeters, meterHours } from "../sites/meters.ts";
import { loadSectors, type SectorContext } from "../sites/sectors.ts";
import { auditDetections } from "../waterings/audit-detections.ts";

interface Week extends MeterVolumes {
  /** The first sector of the system, which represents it. */
  site: SectorContext;
  /** Of the whole system. */
  areaHa: number;
  /** Last day of the week. */
  date: FarmDay;
}

/** Compares the flow meters with the panels over the last week, and asks about those that disagree. */
export function createMeterCheck(
  { database, clock, announce }: Pick<Context, "database" | "clock"> & { announce: Announce },
  telemetry: Pick<Telemetry, "hourAggregates">,
) {
  async function weeks(now: Date): Promise<Week[]> {
    const meters = await loadMeters(database);
    if (meters.length === 0) return [];
    const sites = await loadSectors(database, { pivotIds: meters.map(({ pivotId }) => pivotId) });
    const since = new Date(now.getTime() - (METER_DAYS + 2) * DAY_MS);
    const hours = await meterHours(telemetry, meters, { from: since, to: now, now });
    const runs = await database
      .select()
      .from(waterings)
      .where(
        and(
          anyOf(waterings.sectorId, new Set(sites.map(({ sector }) => sector._id))),
          gte(waterings.start, since),
          lt(waterings.start, now),
          eq(waterings.active, true),
          ne(waterings.source, "plan"),
          isNotNull(waterings.volumeM3),
          // Depths by the setting of the panel: a written or measured one is none of its words.
          or(
            inArray(waterings.given, ["percent", "hours"]),
            and(eq(waterings.source, "telemetry"), eq(waterings.measured, false)),
          ),
        ),
      );
    return meters.flatMap(({ pivotId, sensorId, timezone }): Week[] => {
      const own = sites.filter(({ sector }) => sector.pivotId === pivotId);
      const [site] = own;
      const date = addDays(farmDay(now.getTime(), timezone), -1);
      const { from, to } = farmDayRange(addDays(date, 1 - METER_DAYS), date, timezone);
      const ofPanel = runs
        .filter(({ sectorId }) => own.some(({ sector }) => sector._id === sectorId))
        .map((row) => ({ ...wateringSpan(row), m3: row.volumeM3 ?? 0 }))
        .filter(({ startAt, endAt }) => startAt >= from && endAt <= to);
      const flows = new Map(
        hours.get(sensorId)?.map(({ hour, sum, count }) => [hour.getTime(), sum / count] as const) ?? [],
      );
      const volumes = meterAndPanel(ofPanel, (at) => flows.get(at));
      const areaHa = own.reduce((sum, one) => sum + one.areaHa, 0);
      return site && volumes ? [{ site, areaHa, date, ...volumes }] : [];
    });
  }

  return async function checkMeters(): Promise<void> {
    const now = clock.now();
    for (const week of await weeks(now)) {
      const [last] = await database
        .select({ detection: detections })
        .from(detections)
        .innerJoin(pivotSectors, eq(pivotSectors._id, detections.sectorId))
        .where(and(eq(pivotSectors.pivotId, week.site.pivot._id), eq(detections.evidence, "meter")))
        .orderBy(desc(detections.date))
        .limit(1);
      if (disagree(week)) {
        if (mayAsk(last?.detection, week, now)) await ask(week, now);
      } else if (last?.detection.state === "open") await withdraw(last.detection, now);
    }
  };

  async function ask({ site, areaHa, date, meterM3, panelM3 }: Week, now: Date): Promise<void> {
    const { clientId, _id: sectorId } = site.sector;
    const row = {
      ...{ _id: randomUUID(), clientId, sectorId, date, meterM3, panelM3 },
      estimatedMm: (meterM3 - panelM3) / (10 * areaHa),
      ...{ createdAt: now, updatedAt: now, evidence: "meter" as const, state: "open" as const },
    };
    const [added] = await database.transaction(async (transaction) => {
      const rows = await transaction.insert(detections).values(row).onConflictDoNothing().returning();
      await auditDetections(transaction, rows, now);
      return rows;
    });
    if (added) await announce([recordChanged("Detection", { clientId, recordId: added._id, after: toJson(added) })]);
  }

  /** Closes a question whose week agrees by now, for example after a calibration. */
  async function withdraw(before: typeof detections.$inferSelect, now: Date): Promise<void> {
    const { _id: recordId, clientId } = before;
    const after = { ...before, state: "ignored" as const, updatedAt: now };
    await database.transaction(async (transaction) => {
      await transaction
        .update(detections)
        .set({ state: after.state, updatedAt: now })
        .where(and(eq(detections._id, recordId), eq(detections.state, "open")));
      const entry = { author: PROGRAM, date: now, clientId, entity: "Detection", recordId };
      const states = { before: { state: before.state }, after: { state: after.state } };
      await audit(transaction, { ...entry, ...states, reason: auditReasons.meterAgrees });
    });
    const change = { clientId, recordId, before: toJson(before), after: toJson(after) };
    await announce([recordChanged("Detection", change)]);
  }
}

/**
 * Whether a disagreement is a new fact: never asked, to be asked again by now, or of a week that lies wholly after the
 * answered one.
 */
function mayAsk(last: typeof detections.$inferSelect | undefined, { date }: Week, now: Date): boolean {
  if (last === undefined) return true;
  if (last.state === "open") return false;
  if (last.state === "check") return now.getTime() - last.updatedAt.getTime() >= METER_DAYS * DAY_MS;
  return addDays(date, -METER_DAYS) >= last.date;
}

import { calibratedOn, groundFlow } from "@lamina/agronomy/machine/calibration";
import { farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { and, eq, gte, inArray, ne, or } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { type ChangeOf, type RecordChanged, recordChanged } from "../../core/record-changed.ts";
import { type JsonRecord, toJson } from "../../core/serialize.ts";
import { auditReasons } from "../../records/audit/text.ts";
import { auditAll, PROGRAM } from "../../records/audit/write.ts";
import { versionAfter } from "../../records/change.ts";
import { waterings } from "../../schema/irrigation.ts";
import { loadSectors, machineOn, type SectorContext, siteOn } from "../sites/sectors.ts";
import { isEaByHour } from "../sites/spray-losses.ts";
import { applicationOf } from "./application.ts";
import { appliedNet } from "./applied-net.ts";

type Watering = typeof waterings.$inferSelect;
type Calibrations = SectorContext["measured"]["calibrations"];

/**
 * Computes again the waterings whose depth came from the machine: recorded by setting or hours, or from a panel that reports
 * no flow. A change of a calibration concerns those from its day on. Measured and written depths remain.
 */
export async function remeasured(
  transaction: Database,
  changes: readonly ChangeOf<"MachineCalibration">[],
  now: Date,
): Promise<RecordChanged[]> {
  const all: RecordChanged[] = [];
  for (const change of changes) {
    const versions = [change.before, change.after].flatMap((one) => one ?? []);
    const from = versions.map(({ date }) => date).reduce((a, b) => (a < b ? a : b));
    const sites = await loadSectors(transaction, { pivotIds: versions.map(({ pivotId }) => pivotId) });
    const first = sites[0];
    if (first === undefined) continue;
    const rows = await ofMachine(transaction, sites, new Date(startOfFarmDay(from, first.farm.timezone)));
    const { clientId } = change;
    const isByHour = await isEaByHour(transaction, clientId);
    const written: { recordId: string; before: JsonRecord; after: JsonRecord }[] = [];
    for (const before of rows) {
      const site = sites.find(({ sector }) => sector._id === before.sectorId);
      const water = site && waterOf(before, site, earlier(site, change));
      if (site === undefined || water === undefined || Math.abs(water.grossMm - before.grossMm) <= 1e-9) continue;
      const place = siteOn(site, farmDay(before.start.getTime(), site.farm.timezone));
      const netMm = await appliedNet(transaction, { ...place, isByHour }, { ...before, ...water });
      const next = { ...water, netMm, updatedAt: versionAfter(before, now) };
      await transaction.update(waterings).set(next).where(eq(waterings._id, before._id));
      written.push({ recordId: before._id, before: toJson(before), after: toJson({ ...before, ...next }) });
    }
    const entry = { author: PROGRAM, date: now, clientId, entity: "Watering", reason: auditReasons.calibrated };
    await auditAll(
      transaction,
      written.map((one) => ({ ...entry, ...one })),
    );
    all.push(...written.map((one) => recordChanged("Watering", { clientId, ...one })));
  }
  return all;
}

/** Waterings from a moment on whose depth came from the machine. */
function ofMachine(transaction: Database, sites: readonly SectorContext[], from: Date): Promise<Watering[]> {
  const byPanel = and(eq(waterings.source, "telemetry"), eq(waterings.measured, false));
  return transaction
    .select()
    .from(waterings)
    .where(
      and(
        anyOf(waterings.sectorId, new Set(sites.map(({ sector }) => sector._id))),
        gte(waterings.start, from),
        eq(waterings.active, true),
        ne(waterings.source, "detected"),
        or(inArray(waterings.given, ["percent", "hours"]), byPanel),
      ),
    );
}

/** The calibrations of a site before a change. */
function earlier(site: SectorContext, { recordId, before }: ChangeOf<"MachineCalibration">): Calibrations {
  const { record, calibrations } = site.measured;
  const others = calibrations.filter(({ _id }) => _id !== recordId);
  if (before === undefined || before.pivotId !== record._id) return others;
  const { percent = null, cans = null, hours = null, flowM3h = null, note = null } = before;
  const dates = {
    createdAt: new Date(before.createdAt ?? 0),
    updatedAt: new Date(before.updatedAt ?? 0),
    active: true,
  };
  return [...others, { ...before, ...dates, percent, cans, hours, flowM3h, note }];
}

/** The water of a watering by the measured values of its day. `known`: the calibrations by which it was computed. */
function waterOf(row: Watering, site: SectorContext, known: Calibrations) {
  const day = farmDay(row.start.getTime(), site.farm.timezone);
  const { pivot, machine } = machineOn(site, day);
  if (row.given === "percent" || row.given === "hours")
    return applicationOf({ [row.given]: row[row.given] ?? undefined }, machine);
  const before = calibratedOn(site.measured.record, known, day);
  const grossMm = (row.grossMm * groundFlow(pivot)) / groundFlow(before);
  const volumeM3 = row.volumeM3 === null ? null : (row.volumeM3 * pivot.flowM3h) / before.flowM3h;
  return { grossMm, volumeM3 };
}

import { randomUUID } from "node:crypto";
import { groundFlow } from "@lamina/agronomy/machine/calibration";
import { netDepth, sweptAngle } from "@lamina/agronomy/machine/pivot";
import type { Machine, WetRun } from "@lamina/agronomy/machine/wet-run";
import { type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { isSameWatering, LONGEST_WATERING_MS, wateringSpan } from "@lamina/shared/records/irrigation";
import { and, eq, gte, lte, ne } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import { lockNamed } from "../../core/database/lock-named.ts";
import type { Database } from "../../core/database/open.ts";
import { type RecordChanged, recordChanged } from "../../core/record-changed.ts";
import { toJson } from "../../core/serialize.ts";
import { auditReasons } from "../../records/audit/text.ts";
import { auditAll, PROGRAM } from "../../records/audit/write.ts";
import { insertionsOf } from "../../records/import.ts";
import { detections, waterings } from "../../schema/irrigation.ts";
import type { SectorContext } from "../sites/sectors.ts";
import { isEaByHour } from "../sites/spray-losses.ts";
import { appliedNet } from "./applied-net.ts";
import { auditDetections } from "./audit-detections.ts";

type NewWatering = typeof waterings.$inferInsert;

/** A smaller depth comes from an arm that only touched a sector, mm. */
const MIN_DEPTH_MM = 0.1;

/** The system as input for following its runs: without a reported flow, their water is what reaches the ground. */
export function runMachine(sites: readonly SectorContext[]): Machine | undefined {
  const first = sites[0];
  if (first === undefined) return undefined;
  const { pivot } = first;
  const hasAngle = pivot.kind === "pivot";
  const areaHa = sites.reduce((sum, site) => sum + site.areaHa, 0);
  return {
    nominalFlowM3h: groundFlow(pivot),
    circleDeg: hasAngle ? sweptAngle(pivot.angleStart, pivot.angleEnd) : Number.POSITIVE_INFINITY,
    arcs: sites.map((site) => ({
      sectorId: site.sector._id,
      startDeg: hasAngle ? site.sector.angleStart : 0,
      endDeg: hasAngle ? site.sector.angleEnd : 360,
      weight: hasAngle ? 1 : site.areaHa / areaHa,
    })),
  };
}

/**
 * Records the water of completed runs: one watering per sector, with its mean depth from flow and time. An existing
 * watering of the same sector and time is kept, recorded by a person or by the program. When the panel reported neither
 * flow nor setting, the depth is an estimate that a person must confirm. Returns the changes of all records.
 */
export async function recordRuns(
  transaction: Database,
  sites: readonly SectorContext[],
  runs: readonly WetRun[],
  now: Date,
): Promise<RecordChanged[]> {
  const applied = runs.flatMap((run) => sites.flatMap((site) => applicationsOf(run, site)));
  const [first] = applied;
  if (first === undefined) return [];
  // A person may be recording the same watering.
  await lockNamed(transaction, insertionsOf("Watering", first.site.sector.clientId));
  const stored = await knownWaterings(transaction, applied, now);
  const unrecorded = applied.filter(
    (run) => !stored.some((other) => other.sectorId === run.sectorId && isSameWatering(run, wateringSpan(other))),
  );
  const guesses = unrecorded.filter(({ isMeasured }) => !isMeasured).map((one) => detectionOf(one, now));
  const detected = await insertDetections(transaction, guesses, now);
  const measured = unrecorded.filter(({ isMeasured }) => isMeasured);
  const isByHour = await isEaByHour(transaction, first.site.sector.clientId);
  const rows = await Promise.all(measured.map((one) => wateringOf(transaction, one, { isByHour, now })));
  if (rows.length === 0) return detected;
  await transaction.insert(waterings).values(rows);
  const removed = await removePlanned(transaction, rows, now);
  const added = rows.map((row) => ({ clientId: row.clientId, recordId: row._id, after: toJson(row) }));
  await auditAll(
    transaction,
    added.map((one) => ({ author: PROGRAM, date: now, entity: "Watering", ...one })),
  );
  return [...detected, ...removed, ...added.map((one) => recordChanged("Watering", one))];
}

async function insertDetections(
  transaction: Database,
  rows: readonly (typeof detections.$inferInsert)[],
  now: Date,
): Promise<RecordChanged[]> {
  if (rows.length === 0) return [];
  const added = await transaction
    .insert(detections)
    .values([...rows])
    .onConflictDoNothing()
    .returning();
  await auditDetections(transaction, added, now);
  return added.map((row) =>
    recordChanged("Detection", { clientId: row.clientId, recordId: row._id, after: toJson(row) }),
  );
}

interface Application {
  site: SectorContext;
  sectorId: string;
  startAt: number;
  endAt: number;
  grossMm: number;
  volumeM3: number;
  percent: number | null;
  isMeasured: boolean;
  isFlowTold: boolean;
}

function applicationsOf(run: WetRun, site: SectorContext): Application[] {
  const sectorId = site.sector._id;
  const part = run.sectors[sectorId];
  if (part === undefined) return [];
  const { startAt, endAt, volumeM3 } = part;
  const grossMm = volumeM3 / (10 * site.areaHa);
  if (grossMm < MIN_DEPTH_MM) return [];
  const percent = run.percentTime / (run.endAt - run.startAt);
  const { isMeasured, isFlowTold = false } = run;
  const setting = percent > 0 ? percent : null;
  return [{ site, sectorId, startAt, endAt, volumeM3, grossMm, percent: setting, isMeasured, isFlowTold }];
}

async function wateringOf(
  transaction: Database,
  application: Application,
  { isByHour, now }: { isByHour: boolean; now: Date },
) {
  const { site, sectorId, startAt, endAt, grossMm, percent, volumeM3, isFlowTold } = application;
  const applied = {
    grossMm,
    start: new Date(startAt),
    end: new Date(endAt),
    hours: (endAt - startAt) / HOUR_MS,
  };
  return {
    _id: randomUUID(),
    clientId: site.sector.clientId,
    createdAt: now,
    updatedAt: now,
    active: true,
    sectorId,
    ...applied,
    netMm: await appliedNet(transaction, { ...site, isByHour }, applied),
    percent,
    volumeM3: isFlowTold ? volumeM3 : volumeM3 / (site.machine.groundPart ?? 1),
    source: "telemetry",
    measured: isFlowTold,
  } satisfies NewWatering;
}

function detectionOf({ site, sectorId, startAt, grossMm }: Application, now: Date): typeof detections.$inferInsert {
  const date: FarmDay = farmDay(startAt, site.farm.timezone);
  return {
    _id: randomUUID(),
    clientId: site.sector.clientId,
    createdAt: now,
    updatedAt: now,
    sectorId,
    date,
    estimatedMm: netDepth(grossMm, site.machine.efficiencyPct),
    evidence: "pivot",
    risePoints: null,
    state: "open",
  };
}

/** Waterings near in time that have begun; later planned ones are different waterings. */
async function knownWaterings(transaction: Database, applied: readonly Application[], now: Date) {
  const starts = applied.map(({ startAt }) => startAt);
  const ends = applied.map(({ endAt }) => endAt);
  return transaction
    .select({ sectorId: waterings.sectorId, start: waterings.start, end: waterings.end, hours: waterings.hours })
    .from(waterings)
    .where(
      and(
        anyOf(waterings.sectorId, new Set(applied.map(({ sectorId }) => sectorId))),
        gte(waterings.start, new Date(Math.min(...starts) - LONGEST_WATERING_MS)),
        lte(waterings.start, new Date(Math.min(now.getTime(), Math.max(...ends) + LONGEST_WATERING_MS))),
        eq(waterings.active, true),
        // Planned waterings have not been applied.
        ne(waterings.source, "plan"),
      ),
    );
}

/** Replaces planned waterings that have been applied by the panel's record, with an audit entry. */
async function removePlanned(
  transaction: Database,
  rows: readonly Awaited<ReturnType<typeof wateringOf>>[],
  now: Date,
): Promise<RecordChanged[]> {
  const sectorIds = [...new Set(rows.map(({ sectorId }) => sectorId))];
  const planned = await transaction
    .select()
    .from(waterings)
    .where(and(anyOf(waterings.sectorId, sectorIds), eq(waterings.source, "plan"), lte(waterings.start, now)));
  const done = planned.filter((plan) =>
    rows.some((row) => row.sectorId === plan.sectorId && isSameWatering(wateringSpan(row), wateringSpan(plan))),
  );
  if (done.length === 0) return [];
  const gone = done.map((row) => ({ clientId: row.clientId, recordId: row._id, before: toJson(row) }));
  const ids = gone.map(({ recordId }) => recordId);
  await transaction.delete(waterings).where(anyOf(waterings._id, ids));
  await auditAll(
    transaction,
    gone.map((one) => ({ author: PROGRAM, date: now, entity: "Watering", reason: auditReasons.runByPanel, ...one })),
  );
  return gone.map((one) => recordChanged("Watering", one));
}

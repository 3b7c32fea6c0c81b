import { netDepth } from "@lamina/agronomy/machine/pivot";
import { startOfFarmDay } from "@lamina/shared/core/farm-time";
import { and, eq, gte, ne } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { type ChangeOf, type RecordChanged, recordChanged } from "../../core/record-changed.ts";
import { toJson } from "../../core/serialize.ts";
import { auditReasons } from "../../records/audit/text.ts";
import { auditAll, PROGRAM } from "../../records/audit/write.ts";
import { versionAfter } from "../../records/change.ts";
import { waterings } from "../../schema/irrigation.ts";
import { loadSeasons, loadSectors, type SectorContext } from "../sites/sectors.ts";

/**
 * Computes the net depths of a machine's waterings again when its Ea changes: the record is the gross depth. Seasons that
 * are closed, and the days before the others, keep the Ea that was used; a detection found the net depth itself.
 */
export async function withOtherEfficiency(
  transaction: Database,
  changes: readonly ChangeOf<"Pivot">[],
  now: Date,
): Promise<RecordChanged[]> {
  const all: RecordChanged[] = [];
  for (const { clientId, recordId, before, after } of changes) {
    if (!before || !after || before.efficiencyPct === after.efficiencyPct) continue;
    const sites = await loadSectors(transaction, { pivotIds: [recordId] });
    const rows = await openWaterings(transaction, sites);
    const written = rows.map((row) => {
      const next = { netMm: netDepth(row.grossMm, after.efficiencyPct), updatedAt: versionAfter(row, now) };
      return { next, recordId: row._id, before: toJson(row), after: toJson({ ...row, ...next }) };
    });
    for (const { recordId: _id, next } of written)
      await transaction.update(waterings).set(next).where(eq(waterings._id, _id));
    const entry = { author: PROGRAM, date: now, clientId, entity: "Watering", reason: auditReasons.otherEfficiency };
    const records = written.map(({ next: _next, ...one }) => one);
    await auditAll(
      transaction,
      records.map((one) => ({ ...entry, ...one })),
    );
    all.push(...records.map((one) => recordChanged("Watering", { clientId, ...one })));
  }
  return all;
}

/** Waterings of sites since their earliest season that is not closed. */
async function openWaterings(transaction: Database, sites: readonly SectorContext[]) {
  const ids = sites.map(({ sector }) => sector._id);
  const seasons = await loadSeasons(transaction, ids);
  const begins = new Map(
    sites.flatMap(({ sector, farm }) => {
      const open = (seasons.get(sector._id) ?? []).filter(({ season }) => season.status !== "closed");
      const planted = open.map(({ season }) => season.plantingDate).sort()[0];
      return planted === undefined ? [] : [[sector._id, startOfFarmDay(planted, farm.timezone)] as const];
    }),
  );
  if (begins.size === 0) return [];
  const rows = await transaction
    .select()
    .from(waterings)
    .where(
      and(
        anyOf(waterings.sectorId, begins.keys()),
        gte(waterings.start, new Date(Math.min(...begins.values()))),
        eq(waterings.active, true),
        ne(waterings.source, "detected"),
      ),
    );
  return rows.filter(({ sectorId, start }) => start.getTime() >= (begins.get(sectorId) ?? 0));
}

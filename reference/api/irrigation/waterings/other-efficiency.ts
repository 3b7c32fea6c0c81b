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
import { isEaByHour } from "../sites/spray-losses.ts";
import { appliedNet } from "./applied-net.ts";

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
    const isByHour = await isEaByHour(transaction, clientId);
    const written = [];
    for (const row of rows) {
      const site = sites.find(({ sector }) => sector._id === row.sectorId);
      if (site === undefined) continue;
      const next = {
        netMm: await appliedNet(transaction, { ...site, isByHour }, row),
        updatedAt: versionAfter(row, now),
      };
      await transaction.update(waterings).set(next).where(eq(waterings._id, row._id));
      written.push({ recordId: row._id, before: toJson(row), after: toJson({ ...row, ...next }) });
    }
    const entry = { author: PROGRAM, date: now, clientId, entity: "Watering", reason: auditReasons.otherEfficiency };
    await auditAll(
      transaction,
      written.map((one) => ({ ...entry, ...one })),
    );
    all.push(...written.map((one) => recordChanged("Watering", { clientId, ...one })));
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

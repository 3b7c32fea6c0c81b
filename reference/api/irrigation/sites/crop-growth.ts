import { isDeepStrictEqual } from "node:util";
import type { CropFields } from "@lamina/shared/records/crop";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import { asc, eq } from "drizzle-orm";
import type * as z from "zod";
import { anyOf } from "../../core/database/arrays.ts";
import { lockNamed } from "../../core/database/lock-named.ts";
import type { Database } from "../../core/database/open.ts";
import type { RecordChange } from "../../records/definition.ts";
import { pivotSectors } from "../../schema/farms.ts";
import { crops, seasons } from "../../schema/irrigation.ts";
import { lastDayOf, overlap } from "./season-span.ts";

/** Maximum seasons listed by name. */
const NAMED = 3;

/**
 * Serializes writes to the seasons of one sector, so that each sees the other. Uses a separate lock, because a
 * computation of the balance locks the sector's row and then the season's, which could deadlock.
 */
export async function lockSeasons(transaction: Database, sectorId: string): Promise<void> {
  await lockNamed(transaction, `season ${sectorId}`);
}

/** New stage lengths of a crop must not make a season without harvest overlap the next one. */
export async function growthErrors(
  { stages }: Pick<z.output<typeof CropFields>, "stages">,
  { transaction, recordId, before }: RecordChange,
): Promise<BrokenRule[]> {
  if (before === undefined || isDeepStrictEqual(before.stages, stages)) return [];
  const grown = transaction.select({ sectorId: seasons.sectorId }).from(seasons).where(eq(seasons.cropId, recordId));
  const sectorIds = [...new Set((await grown).map(({ sectorId }) => sectorId))].sort();
  if (sectorIds.length === 0) return [];
  for (const sectorId of sectorIds) await lockSeasons(transaction, sectorId);
  const rows = await transaction
    .select({ season: seasons, stages: crops.stages, sector: pivotSectors.name })
    .from(seasons)
    .innerJoin(crops, eq(crops._id, seasons.cropId))
    .innerJoin(pivotSectors, eq(pivotSectors._id, seasons.sectorId))
    .where(anyOf(seasons.sectorId, sectorIds))
    .orderBy(asc(seasons.sectorId), asc(seasons.plantingDate));
  const spans = rows.map(({ season, sector, stages: old }) => {
    const span = (lengths: typeof stages) => ({ from: season.plantingDate, to: lastDayOf(season, lengths) });
    return { sectorId: season.sectorId, sector, old: span(old), now: span(season.cropId === recordId ? stages : old) };
  });
  const collisions = spans.flatMap((one, index) =>
    spans
      .slice(index + 1)
      .filter((other) => other.sectorId === one.sectorId && overlap(one.now, other.now) && !overlap(one.old, other.old))
      .map((other) => ({ sector: one.sector, season: one.now.from, next: other.now.from })),
  );
  if (collisions.length === 0) return [];
  const more = Math.max(0, collisions.length - NAMED);
  return [{ field: "stages", id: "overlap", collisions: collisions.slice(0, NAMED), more }];
}

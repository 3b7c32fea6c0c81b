import { farmDayRange } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { and, eq, ne } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { recordChanged } from "../../core/record-changed.ts";
import { toJson } from "../../core/serialize.ts";
import { auditReasons } from "../../records/audit/text.ts";
import { audit, PROGRAM } from "../../records/audit/write.ts";
import { detections } from "../../schema/irrigation.ts";
import type { Announce } from "../sites/announce.ts";
import { loadSectors, type SectorContext } from "../sites/sectors.ts";
import { type RecordedWater, recordedWater } from "../waterings/recorded-water.ts";

/** Water of the evening before may appear in the soil on the next day, ms. */
const BEFORE_MS = 12 * HOUR_MS;
/** Older detections are not withdrawn by later records, days. */
const LOOK_BACK_DAYS = 14;

/** Minimum share of the detected water that must be on record. */
const FAIR_PART = 0.4;

const REASONS = { irrigation: auditReasons.explainedByIrrigation, rain: auditReasons.explainedByRain } as const;

/** Withdraws the open detections of a client, or of all, that recorded water explains by now, with an audit entry. */
export async function withdrawExplained(
  { database, clock, announce }: Pick<Context, "database" | "clock"> & { announce: Announce },
  clientId?: string,
): Promise<void> {
  const isOpen = and(eq(detections.state, "open"), ne(detections.evidence, "meter"));
  const open = await database
    .select()
    .from(detections)
    .where(clientId === undefined ? isOpen : and(isOpen, eq(detections.clientId, clientId)));
  if (open.length === 0) return;
  const now = clock.now();
  const sectorIds = [...new Set(open.map(({ sectorId }) => sectorId))];
  const sites = await loadSectors(database, { sectorIds });
  const waterOf = await recordedWater(database, sites, now, LOOK_BACK_DAYS);
  for (const { _id, sectorId, date, estimatedMm, clientId } of open) {
    const site = sites.find(({ sector }) => sector._id === sectorId);
    const kind = site && explanation({ date, estimatedMm }, site, waterOf.get(sectorId) ?? []);
    if (kind === undefined) continue;
    const after = await database.transaction(async (transaction) => {
      const [changed] = await transaction
        .update(detections)
        .set({ state: kind, updatedAt: now })
        .where(and(eq(detections._id, _id), isOpen))
        .returning();
      if (changed === undefined) return undefined;
      const write = { author: PROGRAM, date: now, clientId, entity: "Detection", recordId: _id };
      await audit(transaction, { ...write, before: { state: "open" }, after: { state: kind }, reason: REASONS[kind] });
      return toJson(changed);
    });
    const before = { ...after, state: "open" };
    if (after) await announce([recordChanged("Detection", { clientId, recordId: _id, before, after })]);
  }
}

/**
 * Recorded water near that time explains a detection when it is a fair part of it; drizzle does not. Irrigation takes
 * precedence over rain of the same day.
 */
function explanation(
  { date, estimatedMm }: { date: string; estimatedMm: number },
  { farm }: SectorContext,
  water: readonly RecordedWater[],
): RecordedWater["kind"] | undefined {
  const { from, to } = farmDayRange(date, date, farm.timezone);
  const near = water.filter(({ startAt, endAt }) => startAt < to && endAt > from - BEFORE_MS);
  const mm = near.reduce((sum, one) => sum + (one.mm ?? Number.POSITIVE_INFINITY), 0);
  if (mm < FAIR_PART * estimatedMm) return undefined;
  return near.find(({ kind }) => kind === "irrigation")?.kind ?? near[0]?.kind;
}

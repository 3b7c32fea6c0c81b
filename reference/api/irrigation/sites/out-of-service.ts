import type { MachineOut } from "@lamina/shared/views/machine-day";
import { and, asc, eq, gt, isNull, lt, or, type SQL } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { outOfServices, pivots } from "../../schema/farms.ts";

/** Times out of service, by system: its own records and those of its intake. */
export type Outages = ReadonlyMap<string, readonly MachineOut[]>;

/** Of the systems of some farms, those that have not ended; oldest first. */
export const loadOutages = (database: Database, farmIds: Iterable<string>, now: Date): Promise<Outages> =>
  load(database, and(anyOf(outOfServices.farmId, farmIds), endsAfter(now)));

/** Of some systems, those that touch a time range; oldest first. */
export const loadOutagesBetween = (
  database: Database,
  pivotIds: Iterable<string>,
  { from, to }: { from: Date; to: Date },
): Promise<Outages> => load(database, and(anyOf(pivots._id, pivotIds), lt(outOfServices.from, to), endsAfter(from)));

const endsAfter = (moment: Date) => or(isNull(outOfServices.until), gt(outOfServices.until, moment));

async function load(database: Database, which: SQL | undefined): Promise<Outages> {
  const rows = await database
    .select({ pivotId: pivots._id, out: outOfServices })
    .from(outOfServices)
    .innerJoin(pivots, or(eq(pivots._id, outOfServices.pivotId), eq(pivots.waterSourceId, outOfServices.waterSourceId)))
    .where(which)
    .orderBy(asc(outOfServices.from), asc(outOfServices._id), asc(pivots._id));
  const outages = rows.map(({ pivotId, out: { _id, waterSourceId, reason, note, userName, ...out } }) => ({
    pivotId,
    out: {
      ...{ _id, waterSourceId, reason, note, userName },
      from: out.from.toISOString(),
      until: out.until?.toISOString() ?? null,
      updatedAt: out.updatedAt.toISOString(),
    },
  }));
  const byPivot = Map.groupBy(outages, ({ pivotId }) => pivotId);
  return new Map([...byPivot].map(([pivotId, own]) => [pivotId, own.map(({ out }) => out)]));
}

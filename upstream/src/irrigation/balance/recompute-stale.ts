import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Context } from "../../core/context.ts";
import { isRefusedData } from "../../core/database/violations.ts";
import { type Recomputed, recomputeBalances } from "./recompute.ts";
import type { StaleSectors } from "./stale-sectors.ts";

type Marks = ReadonlyMap<string, FarmDay>;

/** Sectors computed in one transaction. */
const BATCH = 50;

/**
 * Computes all that is marked. A sector whose data cannot be computed keeps the rows that it has, until something of it
 * changes, and holds up no other.
 * @throws when the database is away; what is not computed stays marked
 */
export async function recomputeMarked(
  { database, clock, log }: Pick<Context, "database" | "clock" | "log">,
  stale: Pick<StaleSectors, "take" | "putBack">,
): Promise<Recomputed[]> {
  async function compute(marks: Marks): Promise<Recomputed[]> {
    try {
      return await recomputeBalances(database, marks, clock.now());
    } catch (error) {
      if (!isOfTheData(error)) {
        stale.putBack(marks);
        throw error;
      }
      if (marks.size > 1) return oneByOne(marks);
      log.error({ sectorIds: [...marks.keys()], err: error }, "balance not computed");
      return [];
    }
  }

  async function oneByOne(marks: Marks): Promise<Recomputed[]> {
    const left = new Map(marks);
    const recomputed: Recomputed[] = [];
    try {
      for (const [sectorId, from] of marks) {
        recomputed.push(...(await compute(new Map([[sectorId, from]]))));
        left.delete(sectorId);
      }
      return recomputed;
    } catch (error) {
      stale.putBack(left);
      throw error;
    }
  }

  const recomputed: Recomputed[] = [];
  for (let marks = stale.take(BATCH); marks.size > 0; marks = stale.take(BATCH))
    recomputed.push(...(await compute(marks)));
  return recomputed;
}

/** What another attempt would meet again, as it would not a database that is away. */
const isOfTheData = (error: unknown) =>
  isRefusedData(error) || error instanceof RangeError || error instanceof TypeError;

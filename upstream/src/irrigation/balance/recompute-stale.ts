import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Context } from "../../core/context.ts";
import { isRefusedData } from "../../core/database/violations.ts";
import { type Recomputed, recomputeBalances } from "./recompute.ts";
import { dropMark, someMarks } from "./stale-sectors.ts";

type Marks = ReadonlyMap<string, FarmDay>;

/** Sectors per transaction. */
const BATCH = 50;

/** Some marked sectors of a client. */
interface Batch {
  recomputed: Recomputed[];
  /** There may be more. */
  isFull: boolean;
}

/**
 * Recomputes the sectors of a client that were marked first. A sector with invalid data keeps its rows until its data
 * change, and does not delay other sectors.
 * @throws when the database is away; the remaining marks are kept
 */
export async function recomputeMarked(
  { database, clock, log }: Pick<Context, "database" | "clock" | "log">,
  clientId: string,
): Promise<Batch> {
  async function compute(marks: Marks): Promise<Recomputed[]> {
    try {
      return await recomputeBalances(database, [...marks.keys()], clock.now());
    } catch (error) {
      if (!isOfTheData(error)) throw error;
      const recomputed: Recomputed[] = [];
      for (const [sectorId, from] of marks) {
        if (marks.size > 1) recomputed.push(...(await compute(new Map([[sectorId, from]]))));
        else {
          log.error({ sectorIds: [sectorId], err: error }, "balance not computed");
          await dropMark(database, sectorId, from);
        }
      }
      return recomputed;
    }
  }

  const marks = await someMarks(database, clientId, BATCH);
  return { recomputed: marks.size === 0 ? [] : await compute(marks), isFull: marks.size === BATCH };
}

/** Errors that a retry would meet again, unlike an outage of the database. */
const isOfTheData = (error: unknown) =>
  isRefusedData(error) || error instanceof RangeError || error instanceof TypeError;

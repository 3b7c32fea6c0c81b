import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Context } from "../../core/context.ts";
import { isRefusedData } from "../../core/database/violations.ts";
import { type Recomputed, recomputeBalances } from "./recompute.ts";
import { dropMark, someMarks } from "./stale-sectors.ts";

type Marks = ReadonlyMap<string, FarmDay>;

/** Sectors of one batch. */
const BATCH = 50;
/** Transactions of a batch at a time: one computes while the database stores the rows of the other. */
const AT_ONCE = 2;

/** Some marked sectors of a client. */
interface Batch {
  recomputed: Recomputed[];
  /** Whether more sectors may be marked. */
  isFull: boolean;
}

/**
 * Recomputes the sectors of a client, oldest mark first. A sector with invalid data keeps its rows until its data
 * change, and does not delay other sectors.
 * @throws when the database is unavailable; the remaining marks persist
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

  const marks = [...(await someMarks(database, clientId, BATCH))];
  const size = Math.max(1, Math.ceil(marks.length / AT_ONCE));
  const parts = Array.from({ length: AT_ONCE }, (_, index) => new Map(marks.slice(index * size, (index + 1) * size)));
  // Both end before the turn does, also when one fails.
  const results = await Promise.allSettled(parts.map((part) => (part.size === 0 ? [] : compute(part))));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
  const recomputed = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  return { recomputed, isFull: marks.length === BATCH };
}

/** Errors that a retry would meet again, unlike an outage of the database. */
const isOfTheData = (error: unknown) =>
  isRefusedData(error) || error instanceof RangeError || error instanceof TypeError;

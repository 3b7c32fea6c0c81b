import { asc, count, eq } from "drizzle-orm";
import type { Database } from "../core/database/open.ts";
import { problems, type Use } from "../http/problem.ts";
import type { NeededBy } from "./definition.ts";

/** Number of records that are named; the others are counted. */
const NAMED = 3;

/**
 * Rejects the deletion of a record that others require, in the transaction that locks it.
 * @param withNames whether the caller may see all of the client's records
 * @throws HttpProblem 409 naming them
 */
export async function requireUnneeded(
  transaction: Database,
  id: string,
  { neededBy = [], withNames }: { neededBy: readonly NeededBy[] | undefined; withNames: boolean },
): Promise<void> {
  const uses: Use[] = [];
  for (const { table, column, name, kind } of neededBy) {
    const [found] = await transaction.select({ count: count() }).from(table).where(eq(column, id));
    const total = Number(found?.count ?? 0);
    if (total === 0) continue;
    const named = transaction.select({ name }).from(table).where(eq(column, id)).orderBy(asc(name)).limit(NAMED);
    uses.push({ kind, total, names: withNames ? (await named).map((row) => String(row.name)) : [] });
  }
  if (uses.length > 0) throw problems.neededBy(uses);
}

import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import { sqlArray } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { alertTimes } from "../../schema/alerts.ts";
import { clients } from "../../schema/clients.ts";

/** The moments at which clients' alerts may change by time alone. */
export const alertTimesStore = {
  /** Active clients that are due, longest due first. */
  async due(database: Database, now: Date): Promise<string[]> {
    const rows = await database
      .select({ clientId: clients._id })
      .from(clients)
      .leftJoin(alertTimes, eq(alertTimes.clientId, clients._id))
      .where(and(eq(clients.active, true), or(isNull(alertTimes.at), lte(alertTimes.at, now))))
      .orderBy(asc(alertTimes.at), asc(clients._id));
    return rows.map(({ clientId }) => clientId);
  },

  /** After an evaluation of whole clients at a moment: an earlier time that was set since then is kept. */
  async save(database: Database, times: ReadonlyMap<string, number>, evaluatedAt: Date): Promise<void> {
    if (times.size === 0) return;
    const evaluated = evaluatedAt.toISOString();
    await database
      .insert(alertTimes)
      .select(sql`select g.client_id, g.at from ${given(times)} join ${clients} c on c._id = g.client_id`)
      .onConflictDoUpdate({
        target: alertTimes.clientId,
        set: {
          at: sql`case when ${alertTimes.at} > ${evaluated}::timestamptz then least(${alertTimes.at}, excluded.at) else excluded.at end`,
        },
      });
  },

  /** Brings forward the times of clients that have a later one. */
  async bringForward(database: Database, times: ReadonlyMap<string, number>): Promise<void> {
    if (times.size === 0) return;
    await database.execute(sql`
      update ${alertTimes} t set at = g.at from ${given(times)} where t.client_id = g.client_id and t.at > g.at`);
  },
};

/** Clients and moments (ms since the epoch) as rows `g`. */
function given(times: ReadonlyMap<string, number>) {
  const moments = [...times.values()].map((at) => new Date(at).toISOString());
  return sql`unnest(${sqlArray([...times.keys()], "text")}, ${sqlArray(moments, "text")}::timestamptz[]) as g (client_id, at)`;
}

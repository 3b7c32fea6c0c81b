import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import type { Database } from "../core/database/open.ts";
import { written } from "../core/database/written.ts";
import type { Caller } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import type { RecordDefinition } from "./definition.ts";

export type Row = Readonly<Record<string, unknown>> & { _id: string; clientId: string; updatedAt: Date };

/** Reads and writes of one table, limited to what a caller sees. */
export function createRecordStore({ table, orderBy, notFound, withinFarms }: RecordDefinition) {
  const byId = (id: string) => eq(table._id, id);

  function within(caller: Caller, clientId: string): SQL | undefined {
    const farmIds = caller.clients.get(clientId)?.farmIds ?? [];
    return farmIds.length > 0 ? withinFarms?.(farmIds) : undefined;
  }

  async function find(database: Database, caller: Caller, id: string, lock?: "update"): Promise<Row | undefined> {
    const query = database
      .select()
      .from(table)
      .where(and(byId(id), inArray(table.clientId, [...caller.clients.keys()])));
    const [row] = (await (lock ? query.for(lock) : query)) as Row[];
    if (row === undefined) return undefined;
    return (await isWithin(database, caller, row)) ? row : undefined;
  }

  async function isWithin(database: Database, caller: Caller, row: Row): Promise<boolean> {
    const condition = within(caller, row.clientId);
    if (condition === undefined) return true;
    const found = await database
      .select({ _id: table._id })
      .from(table)
      .where(and(byId(row._id), condition));
    return found.length > 0;
  }

  return {
    byId,
    find,

    async list(database: Database, caller: Caller, clientId: string): Promise<Row[]> {
      const condition = and(eq(table.clientId, clientId), within(caller, clientId));
      return (await database.select().from(table).where(condition).orderBy(asc(orderBy), asc(table._id))) as Row[];
    },

    async insert(database: Database, values: Readonly<Record<string, unknown>>): Promise<Row> {
      const rows = await database
        .insert(table)
        .values(values as typeof table.$inferInsert)
        .returning();
      return written(rows as Row[]);
    },

    async update(database: Database, id: string, values: Readonly<Record<string, unknown>>): Promise<Row> {
      const rows = await database
        .update(table)
        .set(values as typeof table.$inferInsert)
        .where(byId(id))
        .returning();
      return written(rows as Row[]);
    },

    /** A user of some farms may not write into another one. */
    async requireVisible(database: Database, caller: Caller, row: Row): Promise<void> {
      if (!(await isWithin(database, caller, row))) throw problems.notFound(notFound);
    },
  };
}

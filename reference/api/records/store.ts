import { and, asc, type Column, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { anyOf } from "../core/database/arrays.ts";
import { firstReturnedRow } from "../core/database/first-returned-row.ts";
import type { Database } from "../core/database/open.ts";
import type { Caller } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import type { RecordDefinition } from "./definition.ts";
import { type RecordScope, seenFrom, writtenFrom } from "./places.ts";

type Row = Readonly<Record<string, unknown>> & { _id: string; clientId: string; updatedAt: Date };
type Values = Readonly<Record<string, unknown>>;
/** A record by its id and its client. */
interface Placed {
  recordId: string;
  clientId: string;
}

export type RecordStore = ReturnType<typeof createRecordStore>;

/** Rows per statement: each value is a parameter, and PostgreSQL allows 65,535. */
const BATCH = 500;

/** Queries of one table, limited to the records that a caller may see. */
export function createRecordStore({
  table,
  place,
  orderBy,
  mostListed,
  notFound,
}: Pick<RecordDefinition, "table" | "place" | "orderBy" | "mostListed" | "notFound">) {
  const byId = (id: string) => eq(table._id, id);
  const columns: Readonly<Record<string, Column>> = getTableColumns(table);

  /** Null empties a field; a column that is never empty gets its default. */
  const withDefaults = (values: Values): Values =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const column = columns[name];
        return [name, value === null && column?.notNull && column.hasDefault ? sql`default` : value];
      }),
    );
  type Rule = (place: RecordScope, farmIds: readonly string[]) => SQL | undefined;

  const within = (caller: Caller, clientId: string, rule: Rule = seenFrom) =>
    rule(place, caller.clients.get(clientId)?.farmIds ?? []);

  async function find(
    database: Database,
    caller: Caller,
    id: string,
    lock?: "update" | "no key update",
  ): Promise<Row | undefined> {
    const query = database
      .select()
      .from(table)
      .where(and(byId(id), anyOf(table.clientId, caller.clients.keys())));
    const [row] = (await (lock ? query.for(lock) : query)) as Row[];
    if (row === undefined) return undefined;
    const hidden = await hiddenOf(database, caller, [{ recordId: id, clientId: row.clientId }]);
    return hidden.size === 0 ? row : undefined;
  }

  /** Ids of those records of one client that the caller may not see or write, by their farms. */
  async function hiddenOf(
    database: Database,
    caller: Caller,
    records: readonly Placed[],
    rule: Rule = seenFrom,
  ): Promise<Set<string>> {
    const [first] = records;
    const condition = first && within(caller, first.clientId, rule);
    if (condition === undefined) return new Set();
    const ids = records.map(({ recordId }) => recordId);
    const found = await database
      .select({ _id: table._id })
      .from(table)
      .where(and(anyOf(table._id, ids), condition));
    const visible = new Set(found.map(({ _id }) => String(_id)));
    return new Set(ids.filter((id) => !visible.has(id)));
  }

  return {
    byId,
    find,

    /** Those of some records of a client that the caller may see. */
    async findAll(database: Database, caller: Caller, clientId: string, ids: readonly string[]): Promise<Row[]> {
      if (ids.length === 0) return [];
      const condition = and(anyOf(table._id, ids), eq(table.clientId, clientId), within(caller, clientId));
      return (await database.select().from(table).where(condition)) as Row[];
    },

    async list(database: Database, caller: Caller, clientId: string): Promise<Row[]> {
      const condition = and(eq(table.clientId, clientId), within(caller, clientId));
      const query = database.select().from(table).where(condition);
      if (mostListed === undefined) return (await query.orderBy(asc(orderBy), asc(table._id))) as Row[];
      return ((await query.orderBy(desc(orderBy), desc(table._id)).limit(mostListed)) as Row[]).reverse();
    },

    async insert(database: Database, rows: readonly Values[]): Promise<Row[]> {
      const storedRows: Row[] = [];
      for (let first = 0; first < rows.length; first += BATCH) {
        const batch = rows.slice(first, first + BATCH) as (typeof table.$inferInsert)[];
        storedRows.push(...((await database.insert(table).values(batch).returning()) as Row[]));
      }
      return storedRows;
    },

    async update(database: Database, id: string, values: Values): Promise<Row> {
      const rows = await database
        .update(table)
        .set(withDefaults(values) as typeof table.$inferInsert)
        .where(byId(id))
        .returning();
      return firstReturnedRow(rows as Row[]);
    },

    /**
     * A user of some farms may write neither records of other farms nor records of the whole client.
     * @throws HttpProblem 404, 403
     */
    async requireOwn(database: Database, caller: Caller, record: Placed): Promise<void> {
      if ((await hiddenOf(database, caller, [record], writtenFrom)).size === 0) return;
      const isHidden = (await hiddenOf(database, caller, [record])).size > 0;
      throw isHidden ? problems.notFound(notFound) : problems.forbidden("allFarms");
    },

    /** Deletes those of some new records that are on farms outside the caller's. Returns their ids. */
    async removeHidden(database: Database, caller: Caller, records: readonly Placed[]): Promise<Set<string>> {
      const hidden = await hiddenOf(database, caller, records, writtenFrom);
      if (hidden.size > 0) await database.delete(table).where(anyOf(table._id, hidden));
      return hidden;
    },
  };
}

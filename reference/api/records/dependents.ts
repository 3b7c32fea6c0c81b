import { count } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { anyOf } from "../core/database/arrays.ts";
import type { Database } from "../core/database/open.ts";
import type { RecordEntity } from "../core/record-changed.ts";
import { type JsonRecord, toJson } from "../core/serialize.ts";
import { places } from "./places.ts";

/** A record that is deleted with another one. */
interface Dependent {
  entity: RecordEntity;
  record: JsonRecord;
}

/** Counted and not audited one by one, because a farm of some years has tens of thousands. */
const COUNTED: readonly string[] = ["watering", "rain"];

/**
 * Records that the database deletes together with some records of a table (`on delete cascade`), and the number of
 * those that are only counted.
 */
export async function dependentsOf(
  transaction: Database,
  table: PgTable,
  ids: readonly string[],
): Promise<{ records: Dependent[]; counted: number }> {
  const found = new Map<string, Dependent>();
  const numbers = new Map<string, number>();
  const follow = async (parent: PgTable, of: readonly string[]): Promise<void> => {
    if (of.length === 0) return;
    for (const [name, { table: child }] of Object.entries(places)) {
      for (const column of columnsOf(child, parent)) {
        if (COUNTED.includes(name)) {
          const [row] = await transaction.select({ count: count() }).from(child).where(anyOf(column, of));
          numbers.set(`${name} ${column.name}`, (numbers.get(`${name} ${column.name}`) ?? 0) + Number(row?.count ?? 0));
          continue;
        }
        const rows = (await transaction.select().from(child).where(anyOf(column, of))) as JsonRecord[];
        const fresh = rows.filter(({ _id }) => !found.has(String(_id)));
        const entity = (name.charAt(0).toUpperCase() + name.slice(1)) as RecordEntity;
        for (const row of fresh) found.set(String(row._id), { entity, record: toJson(row) });
        await follow(
          child,
          fresh.map(({ _id }) => String(_id)),
        );
      }
    }
  };
  await follow(table, ids);
  return { records: [...found.values()], counted: [...numbers.values()].reduce((sum, number) => sum + number, 0) };
}

/** The columns of cascading references to the parent. */
function columnsOf(child: PgTable, parent: PgTable): PgColumn[] {
  return getTableConfig(child).foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference();
    return key.onDelete === "cascade" && foreignTable === parent ? columns : [];
  });
}

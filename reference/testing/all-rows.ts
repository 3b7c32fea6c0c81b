import { sql } from "drizzle-orm";
import type { Database } from "../api/core/database/open.ts";

/** Rows by their key, each with all of its columns as the database writes them, by table. */
export type AllRows = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Every row of every table in every schema, and the counters of sequences, at one moment. */
export function allRows(database: Database): Promise<AllRows> {
  return database.transaction(
    async (transaction) => {
      const { rows: tables } = await transaction.execute<{ name: string; key: string | null }>(sql`
        select format('%I.%I', n.nspname, c.relname) as name,
          (select string_agg(format('t.%I', a.attname), ', ' order by a.attnum) from pg_index i
            join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary) as key
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname !~ '^pg_' order by 1`);
      const found = new Map<string, Map<string, string>>();
      for (const { name, key } of tables) {
        const row = key === null ? "t" : `(${key})`;
        const { rows } = await transaction.execute<{ key: string; row: string }>(
          sql`select ${sql.raw(row)}::text as key, t::text as row from ${sql.raw(name)} t`,
        );
        found.set(name, new Map(rows.map((one) => [one.key, one.row])));
      }
      const { rows } = await transaction.execute<{ key: string; row: string }>(
        sql`select schemaname || '.' || sequencename as key, coalesce(last_value::text, '') as row from pg_sequences`,
      );
      return found.set("sequences", new Map(rows.map((one) => [one.key, one.row])));
    },
    { isolationLevel: "repeatable read" },
  );
}

export const countRows = (rows: AllRows) => [...rows.values()].reduce((sum, { size }) => sum + size, 0);

/** What differs between two states, row by row; nothing where they are equal. */
export function rowDifferences(one: AllRows, other: AllRows): string[] {
  const found: string[] = [];
  for (const table of new Set([...one.keys(), ...other.keys()])) {
    const [left, right] = [one.get(table), other.get(table)];
    for (const key of new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])]))
      if (left?.get(key) !== right?.get(key)) found.push(`${table} ${key}: ${left?.get(key)} / ${right?.get(key)}`);
  }
  return found;
}

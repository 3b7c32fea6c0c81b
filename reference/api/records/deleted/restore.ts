import type { BrokenRule } from "@lamina/shared/rules/rule";
import { inArray, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { deletedRows, deletions } from "../../schema/deletions.ts";
import { NAME_PLACES } from "../importing/same-name.ts";
import { relationsOf } from "./relations.ts";
import { deletedText } from "./text.ts";

export type Deletion = typeof deletions.$inferSelect;

const rowsOf = ({ _id }: Deletion, table?: string) =>
  sql`d.deletion_id = ${_id} and d.kind = 'row' ${table === undefined ? sql`` : sql`and d.table = ${table}`}`;

/** The tables with deleted rows, parents first. */
async function tablesOf(transaction: Database, deletion: Deletion): Promise<string[]> {
  const { rows } = await transaction.execute(sql`
    select d.table from ${deletedRows} d where ${rowsOf(deletion)} group by d.table order by min(d.number)`);
  return rows.map(({ table }) => String(table));
}

/**
 * Inserts the deleted rows again as they were, parents first, and the references to them. `inserted` is called after each
 * table. A reference that the database would have
 * emptied since becomes empty; columns that are newer than the deletion get their defaults.
 * @returns the records that the rows need and that are gone
 */
export async function insertAgain(
  transaction: Database,
  deletion: Deletion,
  inserted: (table: string) => Promise<void>,
): Promise<(BrokenRule & { message: string })[]> {
  const relations = await relationsOf(transaction);
  const missing: (BrokenRule & { message: string })[] = [];
  for (const table of await tablesOf(transaction, deletion)) {
    for (const { column, parent, key, onDelete } of relations.filter(({ child }) => child === table)) {
      const value = sql`d.row->>${column}`;
      const isGone = sql`${rowsOf(deletion, table)} and ${value} is not null and not exists (
        select from ${sql.identifier(parent)} p where p.${sql.identifier(key)}::text = ${value})`;
      if (onDelete === "n")
        await transaction.execute(
          sql`update ${deletedRows} d set row = jsonb_set(d.row, ${sql.raw(`'{${column}}'`)}, 'null') where ${isGone}`,
        );
      else {
        const { rows } = await transaction.execute(
          sql`select distinct ${value} as id from ${deletedRows} d where ${isGone}`,
        );
        const ids = rows.map(({ id }) => String(id));
        if (ids.length > 0) missing.push(...(await missingParents(transaction, { column, parent, ids })));
      }
    }
    if (missing.length > 0) return missing;
    const { rows: columns } = await transaction.execute(sql`
      select a.attname as name from pg_attribute a
      where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attname in (
        select jsonb_object_keys(d.row) from (
          select d.row from ${deletedRows} d where ${rowsOf(deletion, table)} limit 1) d)`);
    const names = sql.join(
      columns.map(({ name }) => sql.identifier(String(name))),
      sql`, `,
    );
    const values = sql.join(
      columns.map(({ name }) => sql`r.${sql.identifier(String(name))}`),
      sql`, `,
    );
    await transaction.execute(sql`
      insert into ${sql.identifier(table)} (${names})
      select ${values} from ${deletedRows} d, jsonb_populate_record(null::${sql.identifier(table)}, d.row) r
      where ${rowsOf(deletion, table)} order by d.number`);
    await inserted(table);
  }
  return missing;
}

/** References of other records that the deletion emptied, as far as they are still empty. */
export async function linkAgain(transaction: Database, { _id }: Deletion): Promise<void> {
  const { rows } = await transaction.execute(sql`
    select d.table, d.row->>'column' as column from ${deletedRows} d
    where d.deletion_id = ${_id} and d.kind = 'link' group by 1, 2`);
  for (const { table, column } of rows) {
    const target = sql.identifier(String(column));
    await transaction.execute(sql`
      update ${sql.identifier(String(table))} t set ${target} = d.row->>'value' from ${deletedRows} d
      where d.deletion_id = ${_id} and d.kind = 'link' and d.table = ${String(table)} and d.row->>'column' = ${String(column)}
        and t._id = d.row->>'_id' and t.${target} is null`);
  }
}

/** Another record with the name of the restored one, among those of the same place. */
export async function isNameTaken(
  transaction: Database,
  { recordId, entity }: Deletion,
  table: string,
): Promise<boolean> {
  const place = NAME_PLACES[entity];
  if (place === undefined) return false;
  const column = sql.identifier(place.replace("Id", "_id"));
  const { rows } = await transaction.execute(sql`
    select 1 from ${sql.identifier(table)} t join ${sql.identifier(table)} o on o.${column} = t.${column}
      and o._id <> t._id and lower(o.name) = lower(t.name)
    where t._id = ${recordId} limit 1`);
  return rows.length > 0;
}

/** What is missing, by name where it can be restored itself. */
async function missingParents(
  transaction: Database,
  { column, parent, ids }: { column: string; parent: string; ids: readonly string[] },
) {
  const known = await transaction
    .select({ recordId: deletions.recordId, name: deletions.name })
    .from(deletions)
    .where(inArray(deletions.recordId, [...ids]));
  const field = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return ids.map((id) => {
    const name = known.find(({ recordId }) => recordId === id)?.name;
    const kind = deletedText.parents[parent as keyof typeof deletedText.parents] ?? deletedText.record;
    return { field, id: "not-found", message: name ? deletedText.restoreFirst(kind, name) : deletedText.isGone(kind) };
  });
}

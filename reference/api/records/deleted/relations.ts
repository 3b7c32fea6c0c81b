import { sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";

/** A foreign key of one column; names are quoted. */
interface Relation {
  child: string;
  column: string;
  parent: string;
  /** The referenced column, and its type. */
  key: string;
  type: string;
  /** `c` cascade, `n` set null, other letters: the deletion of the parent is refused. */
  onDelete: string;
  /** Whether the rows of `child` have an id; those of a log have none. */
  hasId: boolean;
}

/** The foreign keys of the tables, as the database has them, so that a new table needs no line here. */
export async function relationsOf(database: Database): Promise<Relation[]> {
  const { rows } = await database.execute(sql`
    select child.relname as child, c.attname as column, parent.relname as parent, p.attname as key,
      format_type(p.atttypid, p.atttypmod) as type, k.confdeltype::text as "onDelete",
      exists (select from pg_attribute i where i.attrelid = child.oid and i.attname = '_id') as "hasId"
    from pg_constraint k
      join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
      join pg_attribute c on c.attrelid = k.conrelid and c.attnum = k.conkey[1]
      join pg_attribute p on p.attrelid = k.confrelid and p.attnum = k.confkey[1]
    where k.contype = 'f' and k.conparentid = 0 and child.relnamespace = 'public'::regnamespace
    order by child.relname, c.attname`);
  return rows.map(({ child, column, parent, key, type, onDelete, hasId }) => ({
    child: String(child),
    column: String(column),
    parent: String(parent),
    key: String(key),
    type: String(type),
    onDelete: String(onDelete),
    hasId: hasId === true,
  }));
}

/** The tables from which rows are deleted with one of `root`, parents before their children. */
export function cascadeOf(relations: readonly Relation[], root: string): string[] {
  const reached = new Set([root]);
  for (const table of reached)
    for (const { child, parent, onDelete } of relations) if (parent === table && onDelete === "c") reached.add(child);
  const ordered: string[] = [];
  const visit = (table: string) => {
    if (ordered.includes(table)) return;
    for (const { child, parent } of relations)
      if (child === table && parent !== table && reached.has(parent)) visit(parent);
    ordered.push(table);
  };
  for (const table of reached) visit(table);
  return ordered;
}

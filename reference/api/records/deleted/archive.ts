import { randomUUID } from "node:crypto";
import { eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import type { JsonRecord } from "../../core/serialize.ts";
import { deletedRows, deletions } from "../../schema/deletions.ts";
import type { RecordChange, RecordDefinition } from "../definition.ts";
import type { RecordTable } from "../places.ts";
import { cascadeOf, relationsOf } from "./relations.ts";

/** Fields of a record of another kind that a deletion changes. */
interface Fixed {
  entity: string;
  recordId: string;
  before: JsonRecord;
  after: JsonRecord;
}

/** Records that grow without limit are deleted one by one and are no part of the set-up. */
export const isKept = ({ mostListed, place }: Pick<RecordDefinition, "mostListed" | "place">): boolean =>
  mostListed === undefined && place.table.clientId.notNull;

/**
 * Stores a record with all rows that the database deletes along and all references that it empties, before the deletion
 * and in its transaction. The readings of sensors remain where they are.
 * @param count of the records that go along
 * @returns the id of the deletion
 */
export async function archive(
  { entity, table, place }: Pick<RecordDefinition, "entity" | "table" | "place">,
  { transaction, clientId, recordId, caller, date, before = {} }: RecordChange,
  count: number,
): Promise<string> {
  const _id = randomUUID();
  const [own] = place.farm
    ? await transaction
        .select({ farmId: sql<string | null>`${place.farm}` })
        .from(table)
        .where(eq(table._id, recordId))
    : [];
  const name = [before.name, before.number, before.serial, before.plantingDate, before.variable].find(
    (value) => typeof value === "string",
  );
  await transaction.insert(deletions).values({
    ...{ _id, clientId, date, userId: caller.userId, userName: caller.userName, entity, recordId },
    ...{ name: String(name ?? recordId), farmId: own?.farmId ?? null, count },
  });
  const relations = await relationsOf(transaction);
  const root = getTableName(table);
  const tables = cascadeOf(relations, root);
  for (const child of tables) {
    const owners = relations.filter(
      (one) => one.child === child && one.onDelete === "c" && tables.includes(one.parent),
    );
    const conditions = owners.map(
      ({ column, parent, key, type }) => sql`t.${sql.identifier(column)} = any(${idsOf(_id, parent, key, type)})`,
    );
    const where = child === root ? sql`t._id = ${recordId}` : sql.join(conditions, sql` or `);
    await keep(transaction, { _id, table: child, kind: "row", row: sql`to_jsonb(t)`, where });
  }
  // The log of messages loses the name of the key, because its rows have no id.
  const emptied = relations.filter(({ onDelete, hasId }) => onDelete === "n" && hasId);
  for (const { child, column, parent, key, type } of emptied) {
    if (!tables.includes(parent)) continue;
    const value = sql`t.${sql.identifier(column)}`;
    const row = sql`jsonb_build_object('_id', t._id, 'column', ${column}::text, 'value', ${value})`;
    const where = sql`${value} = any(${idsOf(_id, parent, key, type)}) and t._id <> all(${idsOf(_id, child, "_id", "text")})`;
    await keep(transaction, { _id, table: child, kind: "link", row, where });
  }
  return _id;
}

/** Stores a record of another kind that goes along. */
export const keepRow = (
  transaction: Database,
  _id: string,
  { table, recordId }: { table: RecordTable; recordId: string },
): Promise<unknown> => {
  const where = sql`t._id = ${recordId}`;
  return keep(transaction, { _id, table: getTableName(table), kind: "row", row: sql`to_jsonb(t)`, where });
};

/** Stores what a deletion changes in a record of another kind. */
export const keepFix = (transaction: Database, deletionId: string, { entity, ...row }: Fixed): Promise<unknown> =>
  transaction.insert(deletedRows).values({ deletionId, table: entity, kind: "fix", row });

/** Keys of the kept rows of a table. */
const idsOf = (deletionId: string, table: string, key: string, type: string): SQL => sql`array(
  select (d.row->>${key})::${sql.raw(type)} from ${deletedRows} d
  where d.deletion_id = ${deletionId} and d.table = ${table} and d.kind = 'row')`;

interface Kept {
  _id: string;
  table: string;
  kind: "row" | "link";
  row: SQL;
  where: SQL;
}

const keep = (transaction: Database, { _id, table, kind, row, where }: Kept) =>
  transaction.execute(sql`
    insert into ${deletedRows} (deletion_id, "table", kind, row)
    select ${_id}, ${table}, ${kind}, ${row} from ${sql.identifier(table)} t where ${where}`);

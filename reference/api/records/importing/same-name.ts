import { getTableColumns, sql } from "drizzle-orm";
import { sqlArray } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { type JsonRecord, toJson } from "../../core/serialize.ts";
import type { RecordDefinition } from "../definition.ts";
import { differing } from "../repeats.ts";

/** The kinds that people find by name, and the field of the place in which a name is of one record. */
export const NAME_PLACES: Readonly<Record<string, string>> = {
  Farm: "clientId",
  Soil: "clientId",
  Crop: "clientId",
  Pivot: "farmId",
  PivotSector: "pivotId",
};

interface Row {
  input: JsonRecord;
  values: JsonRecord;
}

/**
 * Matches rows without a known `_id` by name and place: one that says nothing else of a stored record, or of an earlier
 * row, is that record sent again, such as a file that two people import. One with other values is a new record.
 */
export async function matchByName<One extends Row>(
  transaction: Database,
  { entity, table }: Pick<RecordDefinition, "entity" | "table">,
  rows: readonly One[],
  { clientId, fields }: { clientId: string; fields: readonly string[] },
): Promise<{ fresh: One[]; equal: number; conflicting: number }> {
  const place = NAME_PLACES[entity];
  const { name } = getTableColumns(table);
  if (place === undefined || name === undefined || rows.length === 0)
    return { fresh: [...rows], equal: 0, conflicting: 0 };
  const keyOf = (record: JsonRecord) =>
    `${place === "clientId" ? clientId : record[place]} ${String(record.name).toLowerCase()}`;
  const names = [...new Set(rows.map(({ values }) => String(values.name).toLowerCase()))];
  const stored = await transaction
    .select()
    .from(table)
    .where(sql`${table.clientId} = ${clientId} and lower(${name}) = any(${sqlArray(names, "text")})`);
  const byKey = Map.groupBy(stored.map(toJson), keyOf);
  const result = { fresh: [] as One[], equal: 0, conflicting: 0 };
  for (const row of rows) {
    const same = byKey.get(keyOf(row.values)) ?? [];
    if (same.some((record) => Object.keys(differing(row.input, record, fields, true)).length === 0)) result.equal++;
    else {
      if (same.length > 0) result.conflicting++;
      byKey.set(keyOf(row.values), [...same, toJson(row.values)]);
      result.fresh.push(row);
    }
  }
  return result;
}

import type { BrokenRule } from "@lamina/shared/rules/rule";
import { and, eq, getTableColumns, getTableName, inArray } from "drizzle-orm";
import type { RecordChange, RecordDefinition } from "./definition.ts";

/** One error for each field that names a record which the same client does not have, or has on another farm than it must lie on. */
export async function missingReferences(
  { references = {}, onSameFarm = [] }: Pick<RecordDefinition, "references" | "onSameFarm">,
  record: Readonly<Record<string, unknown>>,
  { transaction, clientId, lookups }: Pick<RecordChange, "transaction" | "clientId" | "lookups">,
): Promise<BrokenRule[]> {
  const errors: BrokenRule[] = [];
  for (const [field, table] of Object.entries(references)) {
    const ids = [record[field]].flat().filter((id): id is string => typeof id === "string");
    if (table === undefined || ids.length === 0) continue;
    const farm = onSameFarm.includes(field) ? getTableColumns(table).farmId : undefined;
    const found = await lookups.once(`${field} in ${getTableName(table)}: ${ids}`, () =>
      transaction
        .select({ _id: table._id, ...(farm && { farmId: farm }) })
        .from(table)
        .where(and(inArray(table._id, ids), eq(table.clientId, clientId))),
    );
    if (found.length < new Set(ids).size) errors.push({ field, id: "not-found" });
    else if (farm && found.some((one) => one.farmId !== record.farmId)) errors.push({ field, id: "other-farm" });
  }
  return errors;
}

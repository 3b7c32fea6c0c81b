import type { BrokenRule } from "@lamina/shared/rules/rule";
import { and, eq, getTableName, sql } from "drizzle-orm";
import { anyOf } from "../core/database/arrays.ts";
import type { RecordChange, RecordDefinition } from "./definition.ts";
import { type RecordScope, seenFrom } from "./places.ts";

type Values = Readonly<Record<string, unknown>>;
type Checked = Pick<RecordChange, "transaction" | "clientId" | "lookups" | "caller"> & { before?: Values | undefined };

const idsOf = (value: unknown) => [value].flat().filter((id): id is string => typeof id === "string");

/**
 * One error for each field that references a record which the caller may not see or name on this client, or which is on the
 * wrong farm. An unchanged reference is checked only when the record's farm has changed, so that a leftover reference
 * does not block later changes.
 */
export async function missingReferences(
  { references = {}, farmFrom, onSameFarm = [] }: Pick<RecordDefinition, "references" | "farmFrom" | "onSameFarm">,
  record: Values,
  change: Checked,
): Promise<BrokenRule[]> {
  const before: Values = change.before ?? {};
  const isMoved = farmFrom !== undefined && record[farmFrom] !== before[farmFrom];
  const errors: BrokenRule[] = [];
  for (const [field, place] of Object.entries(references)) {
    if (place === undefined) continue;
    const idsBefore = idsOf(before[field]);
    const idsNow = idsOf(record[field]);
    const ids = isMoved && onSameFarm.includes(field) ? idsNow : idsNow.filter((id) => !idsBefore.includes(id));
    if (ids.length === 0) continue;
    const found = await find(place, ids, change);
    if (ids.some((id) => !idsBefore.includes(id) && !found.has(id))) errors.push({ field, id: "not-found" });
    else if (onSameFarm.includes(field)) {
      const farm = await ownFarm(references, record, farmFrom, change);
      if ([...found.values()].some((other) => other !== farm)) errors.push({ field, id: "other-farm" });
    }
  }
  return errors;
}

/** The farm of each of these records that the caller may see on the client and name. */
function find(place: RecordScope, ids: readonly string[], { transaction, clientId, lookups, caller }: Checked) {
  const { table, farm, namedBy } = place;
  return lookups.once(`${getTableName(table)}: ${ids}`, async () => {
    const seen = seenFrom(place, caller.clients.get(clientId)?.farmIds ?? []);
    const rows = await transaction
      .select({ _id: table._id, farm: farm ?? sql<null>`null` })
      .from(table)
      .where(and(anyOf(table._id, ids), eq(table.clientId, clientId), seen, namedBy?.(caller.userId)))
      // A deletion waits for this write, or this write for the deletion: lists of ids have no foreign key.
      .orderBy(table._id)
      .for("key share", { of: table });
    return new Map(rows.map((row) => [String(row._id), row.farm] as const));
  });
}

async function ownFarm(
  references: Readonly<Record<string, RecordScope | undefined>>,
  record: Values,
  farmFrom: string | undefined,
  change: Checked,
): Promise<unknown> {
  const place = farmFrom && references[farmFrom];
  const [id] = farmFrom ? idsOf(record[farmFrom]) : [];
  return place && id ? (await find(place, [id], change)).get(id) : undefined;
}

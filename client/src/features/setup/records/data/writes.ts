import { ApiError } from "../../../../api/error.ts";
import { call } from "../../../../api/http.ts";
import { queryClient } from "../../../../api/query-client.ts";
import { updateClient } from "../../../../core/clients/client-actions.ts";
import { callsOf, listQuery } from "./queries.ts";
import { type AnyRecord, entityInfo, type Kind } from "./screen-config.ts";
import { sameValue } from "./shown-value.ts";

/** Own fields of a record. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields that differ, as a change for the API: null clears a field. */
export function changeOf(before: Fields, after: Fields): Record<string, unknown> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.filter((name) => !sameValue(before[name], after[name])).map((name) => [name, after[name] ?? null]),
  );
}

/** Adds a record. @throws ApiError */
export async function insertRecord(clientId: string, entity: Kind, fields: Fields): Promise<AnyRecord> {
  const added = await call(callsOf(entity).insert, { body: { ...fields, clientId } });
  await reload(clientId, entity);
  return added;
}

/** Adds several records one after another. @throws ApiError of the first refused one; the records before it stay */
export async function insertRecords(clientId: string, entity: Kind, all: readonly Fields[]): Promise<void> {
  try {
    for (const fields of all) await call(callsOf(entity).insert, { body: { ...fields, clientId } });
  } finally {
    await reload(clientId, entity);
  }
}

/**
 * Changes some fields of the edited version.
 * @returns the current record
 * @throws ApiError 409 with `current` when another user saved first, 404 when the record does not exist
 */
export async function updateRecord(
  record: Pick<AnyRecord, "_id" | "clientId" | "updatedAt">,
  entity: Kind,
  change: Fields,
): Promise<AnyRecord> {
  const { _id, clientId, updatedAt } = record;
  const body = { ...change, _id, updatedAt };
  const matched =
    entity === "client" ? await updateClient(body) : (await call(callsOf(entity).update, { body })).matchedCount > 0;
  const now = (await reload(clientId, entity)).find((one) => one._id === _id);
  if (!matched || !now) throw new ApiError("not-found", { status: 404 });
  return now;
}

/** Deletes a record with its dependent records. @throws ApiError */
export async function removeRecord({ _id, clientId }: AnyRecord, entity: Kind): Promise<void> {
  await call(callsOf(entity).remove, { query: { ID: _id } });
  await queryClient.invalidateQueries({ queryKey: [clientId] });
}

async function reload(clientId: string, entity: Kind): Promise<AnyRecord[]> {
  const list = listQuery({ _id: clientId }, entity);
  await queryClient.cancelQueries({ queryKey: list.queryKey });
  const { items } = await queryClient.fetchQuery({ ...list, staleTime: 0 });
  // Refetches all data of this client, because they may depend on the record.
  void queryClient.invalidateQueries({
    queryKey: [clientId],
    predicate: ({ meta }) => meta?.entities?.includes(entityInfo(entity).name) ?? false,
  });
  return items;
}

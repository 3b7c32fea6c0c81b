import { CancelledError } from "@tanstack/react-query";
import { ApiError } from "../../../../api/error.ts";
import { call } from "../../../../api/http.ts";
import { queryClient } from "../../../../api/query-client.ts";
import { updateClient } from "../../../../core/clients/client-actions.ts";
import { randomKey } from "../../../../platform/random-key.ts";
import { callsOf, listQuery } from "./queries.ts";
import { type AnyRecord, entityInfo, type Kind, type RelatedInsert } from "./screen-config.ts";
import { sameValue } from "./shown-value.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** The fields that differ, as a change for the API: null clears a field. */
export function changeOf(before: Fields, after: Fields): Record<string, unknown> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.filter((name) => !sameValue(before[name], after[name])).map((name) => [name, after[name] ?? null]),
  );
}

/**
 * Adds a record. The same fields, sent again after a failure, make no second record, because they keep their key.
 * @throws ApiError
 */
export async function insertRecord(clientId: string, entity: Kind, fields: Fields): Promise<AnyRecord> {
  const added = await insertOnce(clientId, entity, fields);
  await reload(clientId, entity);
  return added;
}

/** Keys of insertions without an answer, by their content. */
const keys = new Map<string, string>();

async function insertOnce(clientId: string, entity: Kind, fields: Fields): Promise<AnyRecord> {
  const body = { ...fields, clientId };
  const content = JSON.stringify([entity, body]);
  const key = keys.get(content) ?? randomKey();
  keys.set(content, key);
  const added = await call(callsOf(entity).insert, { body, key });
  keys.delete(content);
  return added;
}

/**
 * Adds several records one after another. `added` holds those already there by name, and receives each new one, so that
 * a repeated call continues after a failure.
 * @throws ApiError of the first refused one; the records before it stay
 */
export async function insertRelated(
  clientId: string,
  records: readonly RelatedInsert[],
  added: Record<string, AnyRecord> = {},
): Promise<void> {
  const missing = records.filter(({ name }) => !added[name]);
  try {
    for (const { name, entity, fields } of missing) added[name] = await insertOnce(clientId, entity, fields(added));
  } finally {
    for (const entity of new Set(missing.map(({ entity }) => entity))) await reload(clientId, entity);
  }
}

/** Adds several records of a kind. @throws ApiError of the first refused one; the records before it stay */
export function insertRecords(clientId: string, entity: Kind, all: readonly Fields[]): Promise<void> {
  return insertRelated(
    clientId,
    all.map((fields, index) => ({ name: String(index), entity, fields: () => fields })),
  );
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

/** Fetches a list, again when a message about another change starts a newer request in its place. */
async function fetchAnew(list: ReturnType<typeof listQuery>) {
  for (;;) {
    try {
      return await queryClient.fetchQuery({ ...list, staleTime: 0 });
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
    }
  }
}

async function reload(clientId: string, entity: Kind): Promise<AnyRecord[]> {
  const list = listQuery({ _id: clientId }, entity);
  await queryClient.cancelQueries({ queryKey: list.queryKey });
  const { items } = await fetchAnew(list);
  // Refetches all data of this client, because they may depend on the record.
  void queryClient.invalidateQueries({
    queryKey: [clientId],
    predicate: ({ meta }) => meta?.entities?.includes(entityInfo(entity).name) ?? false,
  });
  return items;
}

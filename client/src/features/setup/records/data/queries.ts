import { type Endpoint, PAGE_RECORDS_MAX } from "@lamina/shared/calls/endpoint";
import type { EntityName } from "@lamina/shared/calls/entities";
import { recordPages } from "@lamina/shared/calls/record-lists";
import { views } from "@lamina/shared/calls/views";
import type { Client } from "@lamina/shared/records/client";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type * as z from "zod";
import { call } from "../../../../api/http.ts";
import { queryClient } from "../../../../api/query-client.ts";
import { loadClients } from "../../../../core/clients/client-actions.ts";
import { logFailure } from "../../../../core/log-failure.ts";
import { fetchListsBatched } from "./lists-batched.ts";
import { type AnyRecord, entityInfo, type Kind, kinds } from "./screen-config.ts";
import { text } from "./text.ts";

/** Number of audit entries of one page. */
const AUDIT_PAGE = 20;

type Query = z.ZodType<{ ID: string }, { ID: string }>;
type Body = z.ZodType<Record<string, unknown>, Record<string, unknown>>;
/** The calls of an entity, with types that are equal for all entities. */
interface Calls {
  getByClient: Endpoint<Query, z.ZodUndefined, z.ZodType<AnyRecord[]>>;
  insert: Endpoint<z.ZodUndefined, Body, z.ZodType<AnyRecord>>;
  update: Endpoint<z.ZodUndefined, Body, z.ZodType<{ matchedCount: number }>>;
  remove: Endpoint<Query, z.ZodUndefined, z.ZodType<unknown>>;
}

export function callsOf(entity: Kind): Calls {
  return kinds[entity] as Calls;
}

/** Records of an entity, and the cursor of the older ones; null when there are none. */
interface Listed {
  items: AnyRecord[];
  older: string | null;
}

/** All records of a client's entity. For an unbounded entity: the newest records, up to the loaded number. */
export function listQuery({ _id: ID }: Pick<Client, "_id">, entity: Kind) {
  return queryOptions({
    queryKey: listKey(ID, entity),
    queryFn: ({ signal }) => logFailure(text.listFailed, loadList(ID, entity, signal)),
    select: itemsOf,
    meta: { entities: [entityInfo(entity).name] },
  });
}

/** True when there are older records than the list has. */
export function olderQuery(client: Pick<Client, "_id">, entity: Kind) {
  return queryOptions({ ...listQuery(client, entity), select: ({ older }: Listed) => older !== null });
}

const listKey = (clientId: string, entity: Kind) => [clientId, "lists", entity];
const itemsOf = ({ items }: Listed) => items;

/** Loads as many records as are shown, so that older records that the user loaded stay after a refetch. */
async function loadList(ID: string, entity: Kind, signal: AbortSignal): Promise<Listed> {
  if (entity === "client") return { items: await loadClient(ID), older: null };
  const page = recordPages[entity];
  const shown = queryClient.getQueryData<Listed>(listKey(ID, entity))?.items.length ?? 0;
  const together = await fetchListsBatched(ID, entity);
  let listed: Listed | undefined = together && { items: together.items as AnyRecord[], older: together.next };
  if (!page)
    return listed ?? { items: await call(callsOf(entity).getByClient, { query: { ID }, signal }), older: null };
  listed ??= await loadPage(page, ID, null, signal);
  while (listed.older !== null && listed.items.length < shown)
    listed = joined(listed, await loadPage(page, ID, listed.older, signal));
  return listed;
}

async function loadClient(ID: string): Promise<AnyRecord[]> {
  const clients = (await loadClients()).filter(({ _id }) => _id === ID);
  return clients.map((client) => ({ ...client, clientId: ID }));
}

/** Adds the next page to an unbounded list. @throws ApiError */
export async function loadOlder(clientId: string, entity: Kind): Promise<void> {
  if (entity === "client") return;
  const key = listKey(clientId, entity);
  const [page, listed] = [recordPages[entity], queryClient.getQueryData<Listed>(key)];
  if (!page || !listed?.older) return;
  const next = await loadPage(page, clientId, listed.older);
  queryClient.setQueryData<Listed>(key, (now) => (now?.older === listed.older ? joined(now, next) : now));
}

/** Loads all older records of an unbounded list. @throws ApiError */
export async function loadAllOlder(clientId: string, entity: Kind): Promise<void> {
  const key = listKey(clientId, entity);
  for (;;) {
    const older = queryClient.getQueryData<Listed>(key)?.older;
    if (!older) return;
    await loadOlder(clientId, entity);
    // Nothing was added, because the list was loaded again meanwhile or has no pages.
    if (queryClient.getQueryData<Listed>(key)?.older === older) return;
  }
}

async function loadPage(
  page: NonNullable<(typeof recordPages)[EntityName]>,
  ID: string,
  after: string | null,
  signal?: AbortSignal,
) {
  const { items, next } = await call(page, { query: { ID, limit: PAGE_RECORDS_MAX, ...(after && { after }) }, signal });
  return { items: items as AnyRecord[], older: next };
}

const joined = (listed: Listed, next: Listed): Listed => ({
  items: [...listed.items, ...next.items],
  older: next.older,
});

/** The history of a record: users, fields and times, newest first. */
export function auditQuery(client: Pick<Client, "_id">, entity: Kind, id: string) {
  return infiniteQueryOptions({
    queryKey: [client._id, "audit", id],
    queryFn: ({ signal, pageParam }) =>
      logFailure(
        text.historyFailed,
        call(views.audit, { query: { ID: id, limit: AUDIT_PAGE, ...(pageParam && { after: pageParam }) }, signal }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    meta: { entities: [entityInfo(entity).name] },
  });
}

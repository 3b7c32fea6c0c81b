import type { Client } from "@lamina/shared/client";
import type { Endpoint } from "@lamina/shared/endpoint";
import { type EntityName, entities } from "@lamina/shared/entities";
import { views } from "@lamina/shared/views";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type * as z from "zod";
import { call } from "../../../api/http.ts";
import { logFailure } from "../../../core/log-failure.ts";
import { type AnyRecord, factsOf } from "./record-view.ts";

/** Entries of the audit that come at once. */
const AUDIT_PAGE = 20;

type Query = z.ZodType<{ ID: string }, { ID: string }>;
type Body = z.ZodType<Record<string, unknown>, Record<string, unknown>>;
/** The calls of an entity, without what differs between entities. */
interface Calls {
  getByClient: Endpoint<Query, z.ZodUndefined, z.ZodType<AnyRecord[]>>;
  insert: Endpoint<z.ZodUndefined, Body, z.ZodType<AnyRecord>>;
  update: Endpoint<z.ZodUndefined, Body, z.ZodType<{ matchedCount: number }>>;
  remove: Endpoint<Query, z.ZodUndefined, z.ZodType<unknown>>;
}

/** The five calls of an entity. */
export function callsOf(entity: EntityName): Calls {
  return entities[entity] as unknown as Calls;
}

/** Entities whose lists grow for ever, and the calls that give a part of them, newest first. */
const pages: Partial<Record<EntityName, typeof views.wateringPage | typeof views.rainPage>> = {
  watering: views.wateringPage,
  rain: views.rainPage,
};
/** Records of such a list that are shown: the newest, as many as the API gives at once. */
const LISTED_RECORDS = 1000;

/** All records of an entity that a client has; of what grows for ever the newest. */
export function listQuery({ _id: ID }: Pick<Client, "_id">, entity: EntityName) {
  return queryOptions({
    queryKey: [ID, "records", entity],
    queryFn: ({ signal }) => logFailure("Erro ao carregar os cadastros", loadList(ID, entity, signal)),
    meta: { entities: [factsOf(entity).name] },
  });
}

async function loadList(ID: string, entity: EntityName, signal: AbortSignal): Promise<AnyRecord[]> {
  const page = pages[entity];
  if (!page) return call(callsOf(entity).getByClient, { query: { ID }, signal });
  return (await call(page, { query: { ID, limit: LISTED_RECORDS }, signal })).items;
}

/** Who changed a record, what and when; newest first. */
export function auditQuery(client: Pick<Client, "_id">, entity: EntityName, id: string) {
  return infiniteQueryOptions({
    queryKey: [client._id, "audit", id],
    queryFn: ({ signal, pageParam }) =>
      logFailure(
        "Erro ao carregar o histórico",
        call(views.audit, { query: { ID: id, limit: AUDIT_PAGE, ...(pageParam && { after: pageParam }) }, signal }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    meta: { entities: [factsOf(entity).name] },
  });
}

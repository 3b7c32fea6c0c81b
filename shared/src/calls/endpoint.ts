import * as z from "zod";
import type { Access, Screen } from "../access/rights.ts";
import { lazily } from "../core/lazily.ts";
import { Id } from "../core/record.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One call of the API. Public and access are properties of the call, never of a URL prefix. */
export interface Endpoint<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: Method;
  path: `/${string}`;
  query: Query;
  body: Body;
  reply: Reply;
  /** True when the call needs no token. */
  public: boolean;
  /** True when the call takes another token than that of a session: of a one-time code, or of a link in a mail. */
  otherToken?: boolean;
  /** The right that the call requires; null when any logged-in user may make it (for their own clients). */
  access: Access | null;
  /** True when the call takes an `Idempotency-Key`: the same key and body get the same answer again. */
  idempotent?: boolean;
  /** True when the body may be the whole record as it was loaded, computed fields included. */
  takesRecord?: boolean;
  /** One sentence on what the call does, for the API's own documentation. */
  summary: string;
}

type EndpointInput<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType> = Omit<
  Endpoint<Query, Body, Reply>,
  "public" | "access" | "query" | "body"
> & { public?: boolean; access?: Access; query?: Query; body?: Body };

/** No query, or no body. One instance for all calls, because each schema that a page builds delays it. */
const NONE = z.undefined();

/** A call with its defaults: not public, no particular right, no query, no body. */
export function endpoint<
  Reply extends z.ZodType,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(call: EndpointInput<Query, Body, Reply>): Endpoint<Query, Body, Reply>;
export function endpoint(call: EndpointInput<z.ZodType, z.ZodType, z.ZodType>): Endpoint {
  return { public: false, access: null, query: NONE, body: NONE, ...call };
}

/** Query of a call on one record or one client's records. The API spells it in capitals (§7). */
export const ById = z.object({ ID: z.string().min(1) });
export const RecordId = z.object({ _id: Id });
/** Reply of every update (§3): how many records matched; 0 means that nothing was updated. */
export const UpdateReply = z.looseObject({ matchedCount: z.coerce.number() });
export type UpdateReply = z.infer<typeof UpdateReply>;
/** Reply of a deletion: the number of deleted records, dependent records included. */
const DeleteReply = z.looseObject({ deletedCount: z.coerce.number().optional() });

/** One page of a list that grows. `next` is the cursor of the next page, null at the end. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().nullable() });
}
/** Maximum records of one page. */
export const PAGE_RECORDS_MAX = 1000;
/** Query of a list that grows: a time range (ISO-8601), a limit and the cursor of the previous page. */
export const PageQuery = ById.extend({
  from: z.string().optional(),
  to: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_RECORDS_MAX).default(200),
  after: z.string().optional(),
});

type ChangeShape<Shape extends z.ZodRawShape> = {
  [Field in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Field]>>;
};

/**
 * The fields of a change: any of them, and null to empty an optional one. Defaults are removed, because in an insertion
 * they fill omitted fields, but in a change they would overwrite stored values.
 */
function changeOf<Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>): z.ZodObject<ChangeShape<Shape>> {
  const shape = Object.entries(fields.shape).map(([field, schema]) => {
    const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
    return [field, z.optional(z.nullable(inner))] as const;
  });
  return z.object(Object.fromEntries(shape)) as z.ZodObject<ChangeShape<Shape>>;
}

/** The five calls of an entity in the API's naming convention (domain, 10), each made when it is first used. */
export function entityCalls<Shape extends z.ZodRawShape, Stored extends z.ZodType>(entity: {
  /** Name in the path, such as `Farm`. */
  name: string;
  screen: Screen;
  /** Own fields, as the API validates them. */
  fields: z.ZodObject<Shape>;
  /** The record as stored and sent. */
  stored: Stored;
  /** Whether the records grow without limit: the list then has only the newest. */
  grows?: boolean;
}) {
  const { name, screen, fields, stored, grows } = entity;
  const path = (call: string) => `/${name}/${call}` as const;
  return lazily({
    getByClient: () =>
      endpoint({
        method: "GET",
        path: path("GetByClientID"),
        query: ById,
        reply: z.array(stored),
        access: { screen, action: "view" },
        summary: grows
          ? `${name}: the newest ${PAGE_RECORDS_MAX} of a client; ${path("GetPage")} has all of them in pages`
          : `${name}: all of a client`,
      }),
    getById: () =>
      endpoint({
        method: "GET",
        path: path("GetByID"),
        query: ById,
        reply: stored,
        access: { screen, action: "view" },
        summary: `${name}: one record`,
      }),
    insert: () =>
      endpoint({
        method: "POST",
        path: path("Insert"),
        body: fields.extend({ clientId: z.string().min(1) }),
        reply: stored,
        access: { screen, action: "create" },
        idempotent: true,
        summary: `${name}: adds a record`,
      }),
    update: () =>
      endpoint({
        method: "POST",
        path: path("Update"),
        /** `updatedAt` is the version that was edited: an older one is answered 409 with the record as it is now. */
        body: changeOf(fields).extend({ _id: z.string().min(1), updatedAt: z.string().optional() }),
        reply: UpdateReply,
        access: { screen, action: "edit" },
        takesRecord: true,
        summary: `${name}: changes a record`,
      }),
    remove: () =>
      endpoint({
        method: "DELETE",
        path: path("Delete"),
        query: ById,
        reply: DeleteReply,
        access: { screen, action: "remove" },
        summary: `${name}: deletes a record with what hangs on it`,
      }),
  });
}

/** Path and query of a call, as sent. Undefined values are left out. */
export function endpointUrl(
  call: Pick<Endpoint, "path">,
  query: Readonly<Record<string, string | number | boolean | undefined>> = {},
): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    parameters.map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
  return search ? `${call.path}?${search}` : call.path;
}

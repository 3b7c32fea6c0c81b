import type { Access } from "@lamina/shared/access/rights";
import { and, desc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../core/database/open.ts";
import { type Json, toJson } from "../core/serialize.ts";
import { type Caller, mayOnClient } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import { optionalMoment } from "../http/ranges.ts";
import type { RecordDefinition } from "./definition.ts";
import { seenFrom } from "./places.ts";

interface Page<Row> {
  items: Json<Row>[];
  /** Cursor of the next page; null at the end. */
  next: string | null;
}

interface PageRequest {
  ID: string;
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
  after?: string | undefined;
}

/** The order of a list: a moment or a farm-day, as text in the API. */
type Order = { column: PgColumn; type: "timestamptz" | "date" };

/**
 * A page of a client's records, newest first, ends of the range included. The cursor is the order value and id of the
 * last record, so that new records do not shift the next page.
 * @throws HttpProblem 404 for a client that the caller may not see, 403 without the right, 400 for an invalid range or
 *   cursor
 */
export async function recordPage<Row extends { _id: string }>(
  database: Database,
  caller: Caller,
  request: PageRequest,
  { definition, order, access }: { definition: RecordDefinition; order: Order; access: Access | null },
): Promise<Page<Row>> {
  const rights = caller.clients.get(request.ID);
  if (rights === undefined) throw problems.notFound("client");
  if (!mayOnClient(caller, access, request.ID)) throw problems.forbidden();
  const { table, place } = definition;
  const { column } = order;
  const from = bound("from", request.from, order);
  const to = bound("to", request.to, order);
  const rows = await database
    .select()
    .from(table)
    .where(
      and(
        eq(table.clientId, request.ID),
        seenFrom(place, rights.farmIds),
        from && gte(column, from),
        to && lte(column, to),
        request.after === undefined ? undefined : beyond(request.after, order, table._id),
      ),
    )
    .orderBy(desc(column), desc(table._id))
    .limit(request.limit + 1);
  const items = (rows.slice(0, request.limit) as Row[]).map(toJson);
  const last = items.at(-1) as Record<string, unknown> | undefined;
  const key = Object.entries(table).find(([, candidate]) => candidate === column)?.[0] ?? "";
  return { items, next: rows.length > request.limit && last ? `${last[key]}~${last._id}` : null };
}

function bound(field: string, text: string | undefined, { type }: Order): SQL | undefined {
  const at = optionalMoment(field, text);
  if (text === undefined || at === undefined) return undefined;
  return type === "date" ? sql`${text.slice(0, 10)}::date` : sql`${at.toISOString()}::timestamptz`;
}

function beyond(cursor: string, order: Order, id: PgColumn): SQL {
  const [at = "", _id = ""] = cursor.split("~");
  return sql`(${order.column}, ${id}) < (${bound("after", at, order)}, ${_id})`;
}

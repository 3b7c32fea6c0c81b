import { views } from "@lamina/shared/calls/views";
import { and, desc, eq, gte, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { type Json, toJson } from "../../core/serialize.ts";
import { type Caller, mayOnClient } from "../../http/caller.ts";
import { afterCursor, cutPage } from "../../http/page-cursor.ts";
import { problems } from "../../http/problem.ts";
import { optionalMoment } from "../../http/ranges.ts";
import { audit } from "../../records/audit/write.ts";
import { versionAfter } from "../../records/change.ts";
import { notifications } from "../../schema/alerts.ts";
import { addWebhookCall, alertEvent } from "../webhook/events.ts";
import type { NotificationRow } from "./inbox-store.ts";

type Listed = Json<Omit<NotificationRow, "key" | "firstSentAt" | "lastSentAt" | "resolvedBy">>;

interface PageOfAlerts {
  ID: string;
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
  after?: string | undefined;
  open?: "true" | "false" | undefined;
}

/** The users' calls on alerts of their clients and farms. */
export interface Inbox {
  /**
   * Alerts of a client, newest first.
   * @throws HttpProblem 404 for a client that the caller may not see, 400 for an unknown cursor
   */
  page(caller: Caller, query: PageOfAlerts): Promise<{ items: Listed[]; next: string | null }>;
  /** Counts the alerts that the caller may see. @throws HttpProblem 403 for a caller without a user */
  read(caller: Caller, ids: readonly string[]): Promise<{ matchedCount: number }>;
  /** @throws HttpProblem 403; 409 when another user has taken it, or it is over */
  take(caller: Caller, id: string): Promise<{ matchedCount: number }>;
  /** @throws HttpProblem 403; 409 when another user has resolved it */
  resolve(caller: Caller, id: string, note?: string): Promise<{ matchedCount: number }>;
  /** Undoes `resolve`. @throws HttpProblem 403 */
  reopen(caller: Caller, id: string): Promise<{ matchedCount: number }>;
}

export function createAlertInbox({ database, clock, events }: Pick<Context, "database" | "clock" | "events">): Inbox {
  /** Changes one alert that the caller may see and edit; `next` returns undefined when there is nothing to change. */
  async function change(
    caller: Caller,
    id: string,
    next: (row: NotificationRow, now: Date, name: string) => Partial<NotificationRow> | undefined,
    reason?: string,
  ): Promise<{ matchedCount: number }> {
    const clientId = await database.transaction(async (transaction) => {
      const [row] = await transaction
        .select()
        .from(notifications)
        .where(and(eq(notifications._id, id), visible(caller)))
        .for("update");
      if (row === undefined) return undefined;
      if (!mayOnClient(caller, views.notificationTake.access, row.clientId)) throw problems.forbidden();
      const now = clock.now();
      const changed = next(row, now, caller.name);
      if (changed === undefined) return row.clientId;
      const after = { ...row, ...changed, updatedAt: versionAfter(row, now) };
      await transaction.update(notifications).set(after).where(eq(notifications._id, id));
      const write = { author: caller, date: now, clientId: row.clientId, entity: "Notification", recordId: id };
      const isEnded = (one: NotificationRow) => one.takenAt !== null || one.resolvedAt !== null;
      if (row.lastSentAt !== null && !isEnded(row) && isEnded(after))
        await addWebhookCall(transaction, alertEvent("alert.ended", after), row.clientId, now);
      await audit(transaction, { ...write, before: sent(row), after: sent(after), ...(reason && { reason }) });
      return row.clientId;
    });
    if (clientId === undefined) return { matchedCount: 0 };
    await events.emit("alert", { clientId, notificationId: id });
    return { matchedCount: 1 };
  }

  return {
    async page(caller, { ID, from, to, limit, after, open }) {
      if (!caller.clients.has(ID)) throw problems.notFound("client");
      if (!mayOnClient(caller, views.notifications.access, ID)) throw problems.forbidden();
      const [since, until] = [optionalMoment("from", from), optionalMoment("to", to)];
      const conditions = [
        eq(notifications.clientId, ID),
        visible(caller),
        since && gte(notifications.date, since),
        until && lt(notifications.date, until),
        after === undefined ? undefined : afterCursor(after, notifications),
        open === undefined ? undefined : sql`(${notifications.resolvedAt} is null) = ${open === "true"}`,
      ];
      const rows = await database
        .select()
        .from(notifications)
        .where(and(...conditions))
        .orderBy(desc(notifications.date), desc(notifications._id))
        .limit(limit + 1);
      const { items, next } = cutPage(rows, limit);
      return { items: items.map(sent), next };
    },

    async read(caller, ids) {
      const { userId } = caller;
      if (userId === null) throw problems.noUser();
      const read = await database
        .update(notifications)
        .set({
          readBy: sql`case when ${notifications.readBy} ? ${userId} then ${notifications.readBy}
          else ${notifications.readBy} || ${JSON.stringify([userId])}::jsonb end`,
        })
        .where(and(anyOf(notifications._id, ids), visible(caller)))
        .returning({ _id: notifications._id, clientId: notifications.clientId });
      return { matchedCount: read.length };
    },

    take: (caller, id) =>
      change(caller, id, (row, now, name) => {
        if (row.takenBy === caller.userId && row.resolvedAt === null) return undefined;
        if (row.takenBy !== null || row.resolvedAt !== null) throw problems.conflict(sent(row));
        return { takenBy: caller.userId, takenByName: name, takenAt: now };
      }),

    resolve: (caller, id, note) =>
      change(
        caller,
        id,
        (row, now, name) => {
          const { resolvedAt, resolvedBy } = row;
          if (resolvedAt !== null && resolvedBy !== null && resolvedBy === caller.userId) return undefined;
          if (resolvedAt !== null && resolvedBy !== null) throw problems.conflict(sent(row));
          return { resolvedAt: resolvedAt ?? now, resolvedBy: caller.userId, resolvedByName: name, note: note || null };
        },
        note,
      ),

    // An alert that ended by itself is reopened by the engine only.
    reopen: (caller, id) =>
      change(caller, id, ({ resolvedBy }) =>
        resolvedBy === null ? undefined : { resolvedAt: null, resolvedBy: null, resolvedByName: null, note: null },
      ),
  };
}

/** The client of an alert that the caller may see. */
export async function notificationClient(database: Database, caller: Caller, id: string): Promise<string | undefined> {
  const [found] = await database
    .select({ clientId: notifications.clientId })
    .from(notifications)
    .where(and(eq(notifications._id, id), visible(caller)));
  return found?.clientId;
}

/** Condition: the caller may see the alert, by client and farm. */
function visible(caller: Caller): SQL | undefined {
  const seen = [...caller.clients].map(([clientId, { farmIds }]) => {
    const ofClient = eq(notifications.clientId, clientId);
    if (farmIds.length === 0) return ofClient;
    return and(ofClient, or(isNull(notifications.farmId), anyOf(notifications.farmId, farmIds)));
  });
  return seen.length === 0 ? sql`false` : or(...seen);
}

/** The alert as sent, without the engine's fields for identification and delivery. */
function sent({ key: _key, firstSentAt: _first, lastSentAt: _sent, resolvedBy: _by, ...row }: NotificationRow): Listed {
  return toJson(row);
}

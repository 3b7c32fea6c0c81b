import type { AlertType } from "@lamina/shared/records/alert";
import { and, eq, isNull } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { notifications } from "../../schema/alerts.ts";

export type NotificationRow = typeof notifications.$inferSelect;
type NewNotification = typeof notifications.$inferInsert;

const BATCH = 500;

/** The queries of the alert engine on the inbox. */
export const inboxStore = {
  /** Open alerts of clients, of some types or all. */
  async open(
    database: Database,
    clientIds: readonly string[],
    types?: readonly AlertType[],
  ): Promise<NotificationRow[]> {
    return database
      .select()
      .from(notifications)
      .where(
        and(
          anyOf(notifications.clientId, clientIds),
          isNull(notifications.resolvedAt),
          types && anyOf(notifications.type, types),
        ),
      );
  },

  /** Those of some keys that have an alert, open or closed. */
  async known(database: Database, keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set();
    const rows = await database
      .select({ key: notifications.key })
      .from(notifications)
      .where(anyOf(notifications.key, keys));
    return new Set(rows.map(({ key }) => key));
  },

  /** Adds alerts with new keys and returns them; of two programs that see the same situation, one adds it. */
  async add(database: Database, rows: readonly NewNotification[]): Promise<NotificationRow[]> {
    const added: NotificationRow[] = [];
    for (let start = 0; start < rows.length; start += BATCH)
      added.push(
        ...(await database
          .insert(notifications)
          .values(rows.slice(start, start + BATCH))
          .onConflictDoNothing({ target: notifications.key })
          .returning()),
      );
    return added;
  },

  /** Reopens alerts that ended by themselves and are back, except those that a person closed. */
  async reopen(database: Database, keys: readonly string[], now: Date): Promise<NotificationRow[]> {
    if (keys.length === 0) return [];
    return database
      .update(notifications)
      .set({ resolvedAt: null, updatedAt: now })
      .where(and(anyOf(notifications.key, keys), isNull(notifications.resolvedBy)))
      .returning();
  },

  /** Ends alerts, and returns those that were sent and that this program ended. */
  async end(database: Database, ids: readonly string[], now: Date): Promise<NotificationRow[]> {
    if (ids.length === 0) return [];
    const ended = await database
      .update(notifications)
      .set({ resolvedAt: now, updatedAt: now })
      .where(and(anyOf(notifications._id, ids), isNull(notifications.resolvedAt)))
      .returning();
    return ended.filter(({ lastSentAt }) => lastSentAt !== null);
  },

  /** Marks an alert as sent now, unless a user took it or another program is sending it. */
  async claim(database: Database, row: NotificationRow, now: Date): Promise<boolean> {
    const claimed = await database
      .update(notifications)
      .set({ firstSentAt: row.firstSentAt ?? now, lastSentAt: now })
      .where(
        and(
          eq(notifications._id, row._id),
          isNull(notifications.takenAt),
          isNull(notifications.resolvedAt),
          row.lastSentAt === null ? isNull(notifications.lastSentAt) : eq(notifications.lastSentAt, row.lastSentAt),
        ),
      )
      .returning({ _id: notifications._id });
    return claimed.length > 0;
  },

  /** Undoes a claim when no user was reached. */
  async release(database: Database, { _id, firstSentAt, lastSentAt }: NotificationRow, claimedAt: Date): Promise<void> {
    await database
      .update(notifications)
      .set({ firstSentAt, lastSentAt })
      .where(and(eq(notifications._id, _id), eq(notifications.lastSentAt, claimedAt)));
  },

  /** Marks an alert as sent now for the users who missed it; undefined when a person has taken or closed it since. */
  async claimAgain(database: Database, id: string, now: Date): Promise<NotificationRow | undefined> {
    const untouched = and(eq(notifications._id, id), isNull(notifications.takenAt), isNull(notifications.resolvedBy));
    const [row] = await database.select().from(notifications).where(untouched);
    if (row === undefined) return undefined;
    const claimed = await database
      .update(notifications)
      .set({ firstSentAt: row.firstSentAt ?? now, lastSentAt: now })
      .where(untouched)
      .returning();
    return claimed.length > 0 ? row : undefined;
  },
};

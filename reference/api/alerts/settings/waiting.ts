import { and, eq, lt, or } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { notifications, waitingAlerts } from "../../schema/alerts.ts";
import { farms } from "../../schema/farms.ts";
import { isQuiet } from "../rules/quiet-hours.ts";
import { rulesAt, rulesOf } from "../rules/rules.ts";

type Alert = typeof notifications.$inferSelect;

/** Alerts per statement. */
const BATCH = 500;

/** Notes that users are to be notified of an alert later, in the transaction that marks it as sent. */
export async function addWaiting(
  transaction: Database,
  { _id: notificationId, clientId }: Pick<Alert, "_id" | "clientId">,
  userIds: readonly { userId: string; isShown: boolean }[],
  date: Date,
): Promise<void> {
  for (let start = 0; start < userIds.length; start += BATCH)
    await transaction
      .insert(waitingAlerts)
      .values(userIds.slice(start, start + BATCH).map((user) => ({ ...user, notificationId, clientId, date })))
      .onConflictDoNothing();
}

/** An alert of which a user is still to be notified. */
interface Waiting {
  row: Alert;
  /** True when only its mail is missing. */
  isShown: boolean;
}

/**
 * Takes the alerts of a user from before a moment, and those of which only the mail is missing. An alert whose rule is
 * quiet now stays. The rows are locked, so that of two processes one takes them.
 */
export async function takeWaiting(
  transaction: Database,
  { userId, clientId }: { userId: string; clientId: string },
  { before, now, timezone }: { before: Date; now: Date; timezone: string },
): Promise<Waiting[]> {
  const own = and(eq(waitingAlerts.userId, userId), eq(waitingAlerts.clientId, clientId));
  const found = await transaction
    .select({ row: notifications, isShown: waitingAlerts.isShown })
    .from(waitingAlerts)
    .innerJoin(notifications, eq(notifications._id, waitingAlerts.notificationId))
    .where(and(own, or(waitingAlerts.isShown, lt(waitingAlerts.date, before))))
    .for("update", { of: waitingAlerts });
  if (found.length === 0) return [];
  const rules = await rulesOf(transaction, [clientId]);
  const zones = await transaction.select().from(farms).where(eq(farms.clientId, clientId));
  const zoneOf = (row: Alert) => zones.find(({ _id }) => _id === row.farmId)?.timezone ?? timezone;
  const isHeld = (row: Alert) =>
    rulesAt(rules, row.type, { ...row, farmId: row.farmId ?? "" }).some(
      (rule) => rule.severity === row.severity && isQuiet(rule, now, zoneOf(row)),
    );
  const taken = found.filter(({ row, isShown }) => isShown || !isHeld(row));
  for (let start = 0; start < taken.length; start += BATCH)
    await transaction.delete(waitingAlerts).where(
      and(
        own,
        anyOf(
          waitingAlerts.notificationId,
          taken.slice(start, start + BATCH).map(({ row }) => row._id),
        ),
      ),
    );
  return taken;
}

import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { and, eq, gte, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { Database } from "../core/database/open.ts";
import { alertRules, notifications } from "../schema/alerts.ts";
import { pivotCommands } from "../schema/commands.ts";

/** A stop is not sent later than this after its alert: a person may have acted, and started the machine again. */
export const RULE_LATE_MS = 5 * MINUTE_MS;
/** A rule stops a machine again after this time at the earliest, so that a start by hand is not fought. */
const RULE_REST_MS = 12 * HOUR_MS;
/** An older alert without its stop is not reported any more. */
const LOOK_BACK_MS = 24 * HOUR_MS;

interface StoppingAlert {
  pivotId: string;
  ruleId: string | null;
  createdAt: Date;
  resolvedAt: Date | null;
}

/** The commands that answer an alert: a stop of its rule since, or one that left shortly before. */
const answersOf = ({ pivotId, ruleId, createdAt }: StoppingAlert) =>
  and(
    eq(pivotCommands.pivotId, pivotId),
    eq(pivotCommands.ruleId, ruleId ?? ""),
    or(
      gte(pivotCommands.issuedAt, createdAt),
      and(gte(pivotCommands.issuedAt, new Date(createdAt.getTime() - RULE_REST_MS)), isNotNull(pivotCommands.sentAt)),
    ),
  );

/** Whether an alert has its stop, or its report that none was sent. */
export const isAnswered = async (database: Database, alert: StoppingAlert): Promise<boolean> =>
  (await database.$count(pivotCommands, answersOf(alert))) > 0;

/**
 * Alerts of rules that stop their machine, without their stop. An alert that a person closed needs none. A rule that was
 * changed after an alert begins with the next one.
 */
export async function unansweredAlerts(database: Database, now: Date, clientId?: string) {
  const { pivotId, createdAt, resolvedAt, resolvedBy } = notifications;
  const rows = await database
    .select({ alert: notifications, rule: alertRules })
    .from(notifications)
    .innerJoin(alertRules, eq(alertRules._id, notifications.ruleId))
    .where(
      and(
        eq(alertRules.stops, true),
        eq(alertRules.enabled, true),
        eq(alertRules.active, true),
        lte(alertRules.updatedAt, createdAt),
        clientId === undefined ? undefined : eq(notifications.clientId, clientId),
        isNotNull(pivotId),
        or(isNull(resolvedAt), isNull(resolvedBy)),
        gte(createdAt, new Date(now.getTime() - LOOK_BACK_MS)),
      ),
    )
    .orderBy(sql`${createdAt} desc`);
  const unanswered = [];
  for (const { alert, rule } of rows) {
    if (alert.pivotId === null) continue;
    const own = { ...alert, pivotId: alert.pivotId };
    if (!(await isAnswered(database, own))) unanswered.push({ alert: own, rule });
  }
  return unanswered;
}

import { addDays, farmDay, farmMoment } from "@lamina/shared/core/farm-time";
import { NOTIFICATIONS_TOPIC } from "@lamina/shared/messages/broker";
import { type NotificationMessage, Severity } from "@lamina/shared/records/alert";
import type { AlertSettingsFields } from "@lamina/shared/views/mail";
import { eq, sql } from "drizzle-orm";
import { type Listener, listenersOf } from "../../access/identity/audience.ts";
import type { Context } from "../../core/context.ts";
import type { Database } from "../../core/database/open.ts";
import type { Job } from "../../core/jobs.ts";
import type { Mails } from "../../mail/mails.ts";
import type { UnsubscribeLinks } from "../../mail/unsubscribe-links.ts";
import { waitingAlerts } from "../../schema/alerts.ts";
import { clients } from "../../schema/clients.ts";
import { users } from "../../schema/identity.ts";
import type { NotificationRow } from "../inbox/inbox-store.ts";
import { isQuiet } from "../rules/quiet-hours.ts";
import { concerns } from "../settings/audience.ts";
import { settingsOf } from "../settings/settings.ts";
import { takeWaiting } from "../settings/waiting.ts";
import { digestText } from "./text.ts";

/** The ways out of the program that a digest uses. */
export interface AlertMails {
  mails: Pick<Mails, "isConfigured" | "addAutomatic">;
  links: UnsubscribeLinks;
}

/** Interval of the look for digests and mails that are due. */
const LOOK_MS = 30_000;
/** Maximum listed alerts of a mail; it counts the others. */
const MAX_LISTED = 100;

/** The job that sends digests at the hour of each user, and mails of the alerts that were shown at once. */
export function digestJob(
  { database, clock, publisher, log }: Pick<Context, "database" | "clock" | "publisher" | "log">,
  ways: AlertMails | undefined,
): Job {
  async function due(): Promise<string[]> {
    const rows = await database
      .select({
        userId: waitingAlerts.userId,
        clientId: waitingAlerts.clientId,
        timezone: clients.timezone,
        isShown: sql<boolean>`bool_or(${waitingAlerts.isShown})`,
        oldest: sql<string>`min(${waitingAlerts.date})`,
      })
      .from(waitingAlerts)
      .innerJoin(clients, eq(clients._id, waitingAlerts.clientId))
      .groupBy(waitingAlerts.userId, waitingAlerts.clientId, clients.timezone);
    const settings = await settingsOf(
      database,
      rows.map(({ userId }) => userId),
    );
    const now = clock.now();
    return rows
      .filter(
        ({ userId, timezone, isShown, oldest }) =>
          isShown || new Date(oldest).getTime() < dueBefore(settings(userId), timezone, now),
      )
      .map(({ userId, clientId }) => JSON.stringify([userId, clientId]));
  }

  /** Takes the due alerts of a user and stores their mail together, so that of two processes one notifies. */
  async function send(userId: string, clientId: string): Promise<void> {
    const now = clock.now();
    const [client] = await database.select().from(clients).where(eq(clients._id, clientId));
    if (client === undefined) return;
    const settings = (await settingsOf(database, [userId]))(userId);
    const listener = (await listenersOf(database, [clientId])).find((one) => one.userId === userId);
    const before = new Date(dueBefore(settings, client.timezone, now));
    const shown = await database.transaction(async (transaction) => {
      const taken = await takeWaiting(transaction, { userId, clientId }, { before, now, timezone: client.timezone });
      const seen = listener === undefined ? [] : taken.filter(({ row }) => concerns(row, listener)).sort(worstFirst);
      if (seen.length === 0) return [];
      const rows = seen.map(({ row }) => row);
      await addMail(transaction, { userId, client, rows, settings });
      return seen.filter(({ isShown }) => !isShown).map(({ row }) => row);
    });
    if (listener !== undefined && shown.length > 0) await show(listener, client.name, shown);
  }

  async function addMail(
    transaction: Database,
    given: {
      userId: string;
      client: { _id: string; name: string; timezone: string };
      rows: readonly NotificationRow[];
      settings: AlertSettingsFields;
    },
  ): Promise<void> {
    const { userId, client, rows, settings } = given;
    if (!ways?.mails.isConfigured || !settings.byMail) return;
    const [user] = await transaction.select({ email: users.email }).from(users).where(eq(users._id, userId));
    const unsubscribeUrl = await ways.links.urlOf({ userId, kind: "alerts", clientId: null });
    if (!user?.email || unsubscribeUrl === undefined) return;
    const lines = rows
      .slice(0, MAX_LISTED)
      .map((row) => digestText.line(row, client.timezone, row.link && ways.links.pageOf(row.link)));
    await ways.mails.addAutomatic(transaction, {
      ...{ clientId: client._id, userId, recipient: user.email, unsubscribeUrl, file: null },
      subject: digestText.subject(client.name, rows),
      text: digestText.body(lines, rows.length - lines.length, unsubscribeUrl),
    });
  }

  /** Shows a digest in the app. The alerts are in the inbox, so that one without a listener is not sent again. */
  async function show({ userName }: Listener, client: string, rows: readonly NotificationRow[]): Promise<void> {
    const [worst] = rows;
    if (worst === undefined) return;
    const message: NotificationMessage = {
      text: rows.length === 1 ? digestText.one(worst) : digestText.shown(client, rows),
      link: rows.length === 1 ? worst.link : null,
      severity: worst.severity,
      notificationId: rows.length === 1 ? worst._id : null,
    };
    await publisher
      .publishToUser(userName, NOTIFICATIONS_TOPIC, message)
      .catch(() => log.warn({ alerts: rows.length }, "digest not delivered"));
  }

  return {
    name: "alert digests",
    intervalMs: LOOK_MS,
    due,
    async run(key) {
      for (const one of key === undefined ? await due() : [key]) {
        const [userId, clientId] = JSON.parse(one) as [string, string];
        await send(userId, clientId);
      }
    },
  };
}

function worstFirst({ row: one }: { row: NotificationRow }, { row: other }: { row: NotificationRow }): number {
  const rank = ({ severity }: NotificationRow) => Severity.options.indexOf(severity);
  return rank(one) - rank(other) || other.date.getTime() - one.date.getTime();
}

/** Alerts from before this moment are due: that of the last digest hour; all for a user with alerts at once. */
function dueBefore(settings: AlertSettingsFields, timezone: string, now: Date): number {
  const { pace, digestAt } = settings;
  // Those of quiet hours follow at their end. A critical one waits here for a digest only.
  if (isQuiet({ ...settings, severity: "warning" }, now, timezone)) return 0;
  if (pace === "at-once") return now.getTime() + 1;
  const today = farmDay(now.getTime(), timezone);
  const at = farmMoment(today, digestAt, timezone);
  // An alert of the very minute is in the digest.
  return (at <= now.getTime() ? at : farmMoment(addDays(today, -1), digestAt, timezone)) + 1;
}

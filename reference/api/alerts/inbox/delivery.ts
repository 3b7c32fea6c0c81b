import { MINUTE_MS } from "@lamina/shared/core/time";
import { NOTIFICATIONS_TOPIC } from "@lamina/shared/messages/broker";
import type { NotificationMessage } from "@lamina/shared/records/alert";
import { type Listener, listenersOf } from "../../access/identity/audience.ts";
import type { Context } from "../../core/context.ts";
import { anyOf } from "../../core/database/arrays.ts";
import { noteChannel } from "../../mail/user-channels.ts";
import { configs } from "../../schema/settings.ts";
import type { Rule } from "../rules/default-rules.ts";
import { isNextTurn, nextTurn } from "../rules/escalation.ts";
import { isQuiet, quietFor } from "../rules/quiet-hours.ts";
import type { Situation } from "../rules/situation.ts";
import { settingsOf } from "../settings/settings.ts";
import { addWaiting } from "../settings/waiting.ts";
import { addWebhookCall, alertEvent } from "../webhook/events.ts";
import { inboxStore, type NotificationRow } from "./inbox-store.ts";
import { recipientsOf } from "./recipients.ts";

/** An open alert with its situation. */
export interface OpenAlert {
  row: NotificationRow;
  situation: Situation;
}

/** Sends alerts to the users concerned. */
interface Delivery {
  /**
   * Sends the alerts that are due: those never sent, and those to be repeated because no user took them. An alert in
   * quiet hours waits for their end. If the broker rejects an alert, the next call sends it again to the users who
   * missed it, even if it no longer holds.
   * @returns by client, when something is to be sent next (ms since the epoch)
   */
  deliver(alerts: readonly OpenAlert[], now: Date): Promise<Map<string, number>>;
  /** Sends again to the users who were not reached. */
  sendMissed(now: Date): Promise<void>;
}

type Person = Pick<Listener, "userId" | "userName">;

export function createDelivery({
  database,
  publisher,
  log,
}: Pick<Context, "database" | "publisher" | "log">): Delivery {
  /** Users who were not reached, by alert. */
  const missed = new Map<string, Person[]>();

  async function publish(row: NotificationRow, persons: readonly Person[], now: Date): Promise<void> {
    const { message: text, link, severity, _id: notificationId } = row;
    const message: NotificationMessage = { text, link, severity, notificationId };
    const results = await Promise.allSettled(
      persons.map(({ userName }) => publisher.publishToUser(userName, NOTIFICATIONS_TOPIC, message)),
    );
    const unreached = persons.filter((_, index) => results[index]?.status === "rejected");
    const idsOf = (some: readonly Person[]) => some.map(({ userId }) => userId);
    await noteChannel(database, { userIds: idsOf(unreached), channel: "app", now, isSuccess: false });
    const reached = idsOf(persons.filter((person) => !unreached.includes(person)));
    await noteChannel(database, { userIds: reached, channel: "app", now, isSuccess: true });
    if (unreached.length > 0 && !missed.has(notificationId)) log.warn({ notificationId }, "alert not delivered");
    if (unreached.length > 0) missed.set(notificationId, unreached);
    else missed.delete(notificationId);
    // Released when no user was reached, so that a restarted program sends it again.
    if (persons.length > 0 && unreached.length === persons.length) await inboxStore.release(database, row, now);
  }

  async function sendMissed(now: Date): Promise<void> {
    for (const [id, persons] of [...missed]) {
      const row = await inboxStore.claimAgain(database, id, now);
      if (row) await publish(row, persons, now);
      else missed.delete(id);
    }
  }

  return {
    sendMissed,
    async deliver(alerts, now) {
      await sendMissed(now);
      const due = alerts.filter(({ row, situation }) => !missed.has(row._id) && isDue(row, situation, now));
      const clientIds = [...new Set(due.map(({ row }) => row.clientId))];
      const next = new Map<string, number>();
      const note = ({ row, situation }: OpenAlert, sentAt: Date | null) => {
        const at = missed.has(row._id) ? now.getTime() + RETRY_MS : nextTime(row, situation, sentAt, now);
        next.set(row.clientId, Math.min(at, next.get(row.clientId) ?? Number.POSITIVE_INFINITY));
      };
      const sending = new Set(due);
      for (const alert of alerts) if (!sending.has(alert)) note(alert, alert.row.lastSentAt);
      if (clientIds.length === 0) return next;
      const [listeners, silent] = [await listenersOf(database, clientIds), await withoutPush(database, clientIds)];
      const settings = await settingsOf(
        database,
        listeners.map(({ userId }) => userId),
      );
      for (const alert of due) {
        const { row } = alert;
        if (silent.has(row.clientId)) continue;
        const { shown, waiting } = recipientsOf(alert, listeners, settings, now);
        const isClaimed = await database.transaction(async (transaction) => {
          const claimed = await inboxStore.claim(transaction, row, now);
          if (!claimed) return false;
          await addWaiting(transaction, row, waiting, now);
          await addWebhookCall(transaction, alertEvent("alert.sent", row, shown), row.clientId, now);
          return true;
        });
        if (!isClaimed) continue;
        await publish(row, shown, now);
        note(alert, now);
      }
      return next;
    },
  };
}

/** After this time an alert that reached no user, or some users only, is sent again. */
const RETRY_MS = MINUTE_MS;

/** When an alert is to be sent next (ms since the epoch): at the end of quiet hours, or repeated. */
function nextTime(row: NotificationRow, { rule, observation }: Situation, sentAt: Date | null, now: Date): number {
  if (row.takenAt !== null || !rule.channels.includes("push")) return Number.POSITIVE_INFINITY;
  const turnAt =
    sentAt && nextTurn(rule.escalation, { firstSentAt: row.firstSentAt ?? sentAt, lastSentAt: sentAt }, now);
  const quietMs = isQuiet(rule, now, observation.timezone) ? quietFor(rule, now, observation.timezone) : 0;
  const repeatedAt =
    sentAt && (repeats(rule) ? sentAt.getTime() + rule.repeatMin * MINUTE_MS : Number.POSITIVE_INFINITY);
  return Math.max(now.getTime() + quietMs, Math.min(repeatedAt ?? 0, turnAt ?? 0));
}

function isDue(row: NotificationRow, { rule, observation }: Situation, now: Date): boolean {
  const { lastSentAt, takenAt } = row;
  if (takenAt !== null || !rule.channels.includes("push") || isQuiet(rule, now, observation.timezone)) return false;
  if (lastSentAt === null || isNextTurn(rule.escalation, row, now)) return true;
  return repeats(rule) && now.getTime() - lastSentAt.getTime() >= rule.repeatMin * MINUTE_MS;
}

/** News is sent once; an alert that needs an action is repeated until a user takes it (domain, 9). */
const repeats = ({ severity }: Rule) => severity !== "info";

/** Clients that want alerts in the inbox only. */
async function withoutPush(database: Context["database"], clientIds: readonly string[]): Promise<Set<string>> {
  const rows = await database
    .select({ clientId: configs.clientId, alertChannels: configs.alertChannels })
    .from(configs)
    .where(anyOf(configs.clientId, clientIds));
  return new Set(rows.filter(({ alertChannels }) => !alertChannels.includes("push")).map(({ clientId }) => clientId));
}

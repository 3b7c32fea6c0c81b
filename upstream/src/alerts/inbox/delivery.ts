import { allows } from "@lamina/shared/access/rights";
import { views } from "@lamina/shared/calls/views";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { NOTIFICATIONS_TOPIC } from "@lamina/shared/messages/broker";
import type { AlertType, NotificationMessage } from "@lamina/shared/records/alert";
import { inArray } from "drizzle-orm";
import { type Listener, listenersOf } from "../../access/identity/audience.ts";
import type { Context } from "../../core/context.ts";
import { configs } from "../../schema/settings.ts";
import type { Rule } from "../rules/default-rules.ts";
import { isQuiet } from "../rules/quiet-hours.ts";
import type { Situation } from "../rules/situation.ts";
import { inboxStore, type NotificationRow } from "./inbox-store.ts";

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
   */
  deliver(alerts: readonly OpenAlert[], now: Date): Promise<void>;
}

export function createDelivery({
  database,
  publisher,
  log,
}: Pick<Context, "database" | "publisher" | "log">): Delivery {
  /** Users who were not reached, by alert. */
  const missed = new Map<string, string[]>();

  async function tell(row: NotificationRow, userNames: readonly string[], now: Date): Promise<void> {
    const { message: text, link, severity, _id: notificationId } = row;
    const message: NotificationMessage = { text, link, severity, notificationId };
    const told = await Promise.allSettled(
      userNames.map((userName) => publisher.publishToUser(userName, NOTIFICATIONS_TOPIC, message)),
    );
    const unreached = userNames.filter((_, index) => told[index]?.status === "rejected");
    if (unreached.length > 0 && !missed.has(notificationId)) log.warn({ notificationId }, "alert not delivered");
    if (unreached.length > 0) missed.set(notificationId, unreached);
    else missed.delete(notificationId);
    // Released when no user was reached, so that a restarted program sends it again.
    if (userNames.length > 0 && unreached.length === userNames.length) await inboxStore.release(database, row, now);
  }

  async function tellMissed(now: Date): Promise<void> {
    for (const [id, userNames] of [...missed]) {
      const row = await inboxStore.claimAgain(database, id, now);
      if (row) await tell(row, userNames, now);
      else missed.delete(id);
    }
  }

  return {
    async deliver(alerts, now) {
      await tellMissed(now);
      const due = alerts.filter(({ row, situation }) => !missed.has(row._id) && isDue(row, situation, now));
      const clientIds = [...new Set(due.map(({ row }) => row.clientId))];
      if (clientIds.length === 0) return;
      const [listeners, silent] = [await listenersOf(database, clientIds), await withoutPush(database, clientIds)];
      for (const { row } of due) {
        if (silent.has(row.clientId) || !(await inboxStore.claim(database, row, now))) continue;
        const concerned = listeners.filter((listener) => concerns(row, listener));
        const userNames = concerned.map(({ userName }) => userName);
        await tell(row, userNames, now);
      }
    },
  };
}

function isDue({ lastSentAt, takenAt }: NotificationRow, { rule, observation }: Situation, now: Date): boolean {
  if (takenAt !== null || !rule.channels.includes("push") || isQuiet(rule, now, observation.timezone)) return false;
  return lastSentAt === null || (repeats(rule) && now.getTime() - lastSentAt.getTime() >= rule.repeatMin * MINUTE_MS);
}

/** News is sent once; an alert that needs an action is repeated until a user takes it (domain, 9). */
const repeats = ({ severity }: Rule) => severity !== "info";

/** Whether a user receives an alert: by their right to see alerts, their farms, and the alert types of their group. */
function concerns({ clientId, farmId, type }: NotificationRow, listener: Listener): boolean {
  const { farmIds, permissions, alertTypes } = listener;
  return (
    listener.clientId === clientId &&
    allows(permissions, views.notifications.access ?? { screen: "alerts", action: "view" }) &&
    (farmIds.length === 0 || farmId === null || farmIds.includes(farmId)) &&
    (alertTypes.length === 0 || alertTypes.includes(type satisfies AlertType))
  );
}

/** Clients that want alerts in the inbox only. */
async function withoutPush(database: Context["database"], clientIds: readonly string[]): Promise<Set<string>> {
  const rows = await database
    .select({ clientId: configs.clientId, alertChannels: configs.alertChannels })
    .from(configs)
    .where(inArray(configs.clientId, [...clientIds]));
  return new Set(rows.filter(({ alertChannels }) => !alertChannels.includes("push")).map(({ clientId }) => clientId));
}

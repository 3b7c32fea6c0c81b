import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Listener } from "../../access/identity/audience.ts";
import type { Database } from "../../core/database/open.ts";
import { type notifications, webhookCalls, webhooks } from "../../schema/alerts.ts";

type Alert = typeof notifications.$inferSelect;
/** `alert.ended`: someone took or closed it, or its situation is over. */
type EventType = "alert.sent" | "alert.ended" | "test";

interface WebhookEvent {
  type: EventType;
  data: Record<string, unknown>;
}

/** An alert for the client's webhook, with the people who are called now. */
export function alertEvent(type: EventType, alert: Alert, called: readonly Listener[] = []): WebhookEvent {
  const { _id, severity, title, message, link, farmId, pivotId, sectorId, since, takenByName } = alert;
  const people = called.map(({ name, phone }) => ({ name, phone }));
  const data = { notificationId: _id, type: alert.type, severity, title, message, link, farmId, pivotId, sectorId };
  return { type, data: { ...data, since, takenByName, people } };
}

/** Stores a post to the client's webhook in the caller's transaction, so that it is made once. Nothing without a webhook. */
export async function addWebhookCall(
  transaction: Database,
  { type, data }: WebhookEvent,
  clientId: string,
  now: Date,
): Promise<void> {
  const on = and(eq(webhooks.clientId, clientId), eq(webhooks.enabled, true));
  const [webhook] = await transaction.select({ clientId: webhooks.clientId }).from(webhooks).where(on);
  if (webhook === undefined) return;
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data });
  await transaction
    .insert(webhookCalls)
    .values({ _id: `msg_${randomUUID()}`, clientId, createdAt: now, nextAt: now, body });
}

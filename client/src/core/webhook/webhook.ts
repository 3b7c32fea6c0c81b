import { views } from "@lamina/shared/calls/views";
import type { Webhook, WebhookFault, WebhookTest } from "@lamina/shared/views/webhook";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { SESSION_KEY } from "../../api/query-client.ts";
import { formatAge } from "../../ui/format.ts";
import { text } from "./text.ts";

/** The address that a client's alerts are posted to. */
export const webhookQuery = (ID: string) =>
  queryOptions({
    queryKey: [SESSION_KEY, "webhook", ID],
    queryFn: ({ signal }) => call(views.webhook, { query: { ID }, signal }),
    meta: { memoryOnly: true },
  });

/** The words of a fault: an id, or a status. */
function faultText(reason: string): string {
  return reason.startsWith("status ")
    ? text.status(reason.slice("status ".length))
    : (text.faults[reason as WebhookFault] ?? reason);
}

/** When a webhook last worked, and when and why it last failed. */
export function lastOutcomes({ lastSuccess, lastFault }: Webhook, now: number): string[] {
  const success = lastSuccess === null ? text.never : text.success(formatAge(lastSuccess, now));
  return [success, ...(lastFault ? [text.fault(formatAge(lastFault.at, now), faultText(lastFault.reason))] : [])];
}

/** The words of a test's outcome. */
export function testText({ ok, status, fault }: WebhookTest): string {
  if (ok) return text.testOk(status ?? 0);
  return text.testFailed(status === undefined ? faultText(fault ?? "no-connection") : text.status(String(status)));
}

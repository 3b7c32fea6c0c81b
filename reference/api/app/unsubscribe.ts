import { views } from "@lamina/shared/calls/views";
import type { MailSubscription } from "@lamina/shared/views/mail";
import { eq } from "drizzle-orm";
import type { OwnAlertSettings } from "../alerts/settings/settings.ts";
import type { Context } from "../core/context.ts";
import type { Caller } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import type { Router } from "../http/router.ts";
import type { LinkedSubscription, UnsubscribeLinks } from "../mail/unsubscribe-links.ts";
import { clients } from "../schema/clients.ts";
import type { MonthlyReports } from "../views/reports/monthly.ts";

interface Subscriptions {
  links: UnsubscribeLinks;
  monthly: MonthlyReports;
  alerts: OwnAlertSettings;
}

/** The calls of a link in a mail. Its token proves nothing but the person and what the link ends. */
export function unsubscribeRoutes(
  router: Router,
  { database }: Pick<Context, "database">,
  { links, monthly, alerts }: Subscriptions,
): void {
  const linked = new WeakMap<Caller, LinkedSubscription>();

  async function authenticate(token: string): Promise<Caller> {
    const subscription = await links.read(token);
    if (subscription === undefined) throw problems.tokenRejected();
    const noRights = { userName: "", name: "", jti: "", groupId: null, permissions: [] };
    const caller: Caller = { userId: subscription.userId, ...noRights, clients: new Map() };
    linked.set(caller, subscription);
    return caller;
  }

  function linkedTo(caller: Caller): LinkedSubscription {
    const subscription = linked.get(caller);
    if (subscription === undefined) throw problems.tokenRejected();
    return subscription;
  }

  async function stateOf({ userId, kind, clientId }: LinkedSubscription): Promise<MailSubscription> {
    if (kind === "alerts" || clientId === null)
      return { kind, clientName: null, active: await alerts.hasMails(userId) };
    const [client] = await database.select({ name: clients.name }).from(clients).where(eq(clients._id, clientId));
    const active = (await monthly.ofUser(userId, clientId)).some(({ report }) => report === kind);
    return { kind, clientName: client?.name ?? null, active };
  }

  async function end({ userId, kind, clientId }: LinkedSubscription): Promise<number> {
    if (kind === "alerts" || clientId === null) return alerts.endMails(userId);
    return monthly.end({ userId, clientId, report: kind });
  }

  router.route(views.mailSubscription, ({ caller }) => stateOf(linkedTo(caller)), authenticate);
  router.route(
    views.mailSubscriptionEnd,
    async ({ caller }) => ({ matchedCount: await end(linkedTo(caller)) }),
    authenticate,
  );
}

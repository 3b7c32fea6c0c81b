import type { Access } from "@lamina/shared/access/rights";
import { views } from "@lamina/shared/calls/views";
import { type Caller, mayOnClient } from "../../http/caller.ts";
import { problems } from "../../http/problem.ts";
import type { Router } from "../../http/router.ts";
import type { Webhooks } from "./webhooks.ts";

/** @throws HttpProblem 404 for another's client; 403 without the right, or for a caller of some farms */
function guard(caller: Caller, clientId: string, access: Access | null): string {
  const rights = caller.clients.get(clientId);
  if (rights === undefined) throw problems.notFound("client");
  // The posts concern all farms of the client.
  if (!mayOnClient(caller, access, clientId) || rights.farmIds.length > 0) throw problems.forbidden();
  return clientId;
}

export function webhookRoutes(router: Router, webhooks: Webhooks): void {
  router.route(views.webhook, ({ caller, query }) => webhooks.get(guard(caller, query.ID, views.webhook.access)));
  router.route(views.webhookSet, ({ caller, body }) => {
    guard(caller, body.clientId, views.webhookSet.access);
    return webhooks.set(caller, body);
  });
  router.route(views.webhookRotate, ({ caller, body }) =>
    webhooks.rotate(caller, guard(caller, body.ID, views.webhookRotate.access)),
  );
  router.route(views.webhookTest, ({ caller, body }) =>
    webhooks.test(guard(caller, body.ID, views.webhookTest.access)),
  );
}

import { views } from "@lamina/shared/calls/views";
import type { Router } from "../../http/router.ts";
import type { Deleted } from "./service.ts";

export function deletedRoutes(router: Router, deleted: Deleted): void {
  router.route(views.deletions, ({ caller, query }) => deleted.list(caller, query.ID));
  router.route(views.restore, ({ caller, body, concerns }) => {
    concerns(body.clientId);
    return deleted.restore(caller, body);
  });
}

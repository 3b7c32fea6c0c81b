import { views } from "@lamina/shared/calls/views";
import type { Router } from "../../http/router.ts";
import type { Audit } from "./service.ts";

export function auditRoutes(router: Router, audit: Audit): void {
  router.route(views.audit, ({ caller, query }) => audit.page(caller, query));
}

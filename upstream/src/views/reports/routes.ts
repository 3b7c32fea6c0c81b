import { views } from "@lamina/shared/calls/views";
import type { Router } from "../../http/router.ts";
import type { Reports } from "./service.ts";

export function reportRoutes(router: Router, reports: Reports): void {
  router.route(views.managementReport, ({ caller, query }) => reports.management(caller, query));
  router.route(views.consumptionReport, ({ caller, query }) => reports.consumption(caller, query));
}

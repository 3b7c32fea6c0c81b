import { views } from "@lamina/shared/calls/views";
import type { Router } from "../../http/router.ts";
import type { ReportMails } from "./report-mails.ts";
import type { Reports } from "./service.ts";

export function reportRoutes(router: Router, reports: Reports, mails: ReportMails): void {
  router.route(views.managementReport, ({ caller, query }) => reports.management(caller, query));
  router.route(views.consumptionReport, ({ caller, query }) => reports.consumption(caller, query));
  router.route(views.reportMailState, ({ caller, query }) => mails.state(caller, query.ID));
  router.route(views.reportMail, ({ caller, body }) => mails.send(caller, body));
  router.route(views.reportSubscribe, ({ caller, body }) => mails.subscribe(caller, body.clientId, body.report));
  router.route(views.reportUnsubscribe, ({ caller, body }) => mails.unsubscribe(caller, body.clientId, body.report));
}

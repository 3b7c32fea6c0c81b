import { endpoints } from "@lamina/shared/calls/endpoints";
import type { Router } from "../../http/router.ts";
import type { Clients } from "./service.ts";

export function clientRoutes(router: Router, clients: Clients): void {
  router.route(endpoints.clientGetAll, ({ caller }) => clients.list(caller));
  router.route(endpoints.clientInsert, ({ caller, body }) => clients.insert(caller, body));
  router.route(endpoints.clientUpdate, ({ caller, body }) => clients.update(caller, body));
  router.route(endpoints.clientDelete, ({ caller, query }) => clients.remove(caller, query.ID));
}

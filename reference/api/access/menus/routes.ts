import { endpoints } from "@lamina/shared/calls/endpoints";
import type { Router } from "../../http/router.ts";
import type { Menus } from "./service.ts";

export function menuRoutes(router: Router, menus: Menus): void {
  router.route(endpoints.menuGetAll, async ({ caller }) => menus.all(caller));
  router.route(endpoints.menuGetByClient, ({ caller, query }) => menus.ofClient(caller, query.ID));
}

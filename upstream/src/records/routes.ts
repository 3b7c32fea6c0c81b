import type { Router } from "../http/router.ts";
import type { EntityCalls } from "./definition.ts";
import type { Records } from "./service.ts";

/** Adds the five calls of an entity. */
export function recordRoutes(router: Router, calls: EntityCalls, records: Records): void {
  router.route(calls.getByClient, ({ caller, query }) => records.list(caller, query.ID));
  router.route(calls.getById, ({ caller, query }) => records.get(caller, query.ID));
  router.route(calls.insert, ({ caller, body, key }) => records.insert(caller, body, key));
  // The body as sent and not as parsed, because a default of the schema is not a change by the caller.
  router.route(calls.update, ({ caller, sent }) => records.update(caller, sent as Record<string, unknown>));
  router.route(calls.remove, ({ caller, query }) => records.remove(caller, query.ID));
}

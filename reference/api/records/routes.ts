import type { Concerns, Router } from "../http/router.ts";
import type { EntityCalls } from "./definition.ts";
import type { Records } from "./service.ts";

/**
 * Adds the five calls of an entity. With `namesClient`, their answers name the client of the record: only for records
 * that no other client's answers with that name depend on.
 */
export function recordRoutes(
  router: Router,
  calls: EntityCalls,
  records: Records,
  { namesClient = false }: { namesClient?: boolean } = {},
): void {
  const named = ({ concerns }: { concerns: Concerns }) => (namesClient ? concerns : undefined);
  router.route(calls.getByClient, (call) => records.list(call.caller, call.query.ID, named(call)));
  router.route(calls.getById, (call) => records.get(call.caller, call.query.ID, named(call)));
  router.route(calls.insert, (call) => records.insert(call.caller, call.body, call.key, named(call)));
  // The body as sent and not as parsed, because a default of the schema is not a change by the caller.
  router.route(calls.update, (call) => records.update(call.caller, call.sent as Record<string, unknown>, named(call)));
  router.route(calls.remove, (call) => records.remove(call.caller, call.query.ID, named(call)));
}

import { Screen } from "@lamina/shared/access/rights";
import type { Caller } from "../api/http/caller.ts";

/** The program itself as a caller, with every right on these clients. */
export function programCaller(clientIds: readonly string[]): Caller {
  const permissions = Screen.options.map((screen) => ({ screen, view: true, create: true, edit: true, remove: true }));
  const clients = new Map(clientIds.map((clientId) => [clientId, { permissions, farmIds: [] }]));
  return { userId: null, userName: "sistema", name: "Sistema", jti: "", groupId: null, permissions, clients };
}

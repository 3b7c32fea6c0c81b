import { type Access, allows, type Permission } from "@lamina/shared/access/rights";

export interface ClientRights {
  permissions: readonly Permission[];
  /** Farms that the user may see; empty means all of the client. */
  farmIds: readonly string[];
}

/** The user of a call, from a verified token and the database's current state. */
export interface Caller {
  /** Null when the program itself acts. */
  userId: string | null;
  userName: string;
  /** What people call the user. */
  name: string;
  /** The token's id. */
  jti: string;
  /** The user's own group, which applies outside of clients. Null when the program itself acts. */
  groupId: string | null;
  permissions: readonly Permission[];
  /** The clients that the caller may see, by `_id`. */
  clients: ReadonlyMap<string, ClientRights>;
  /** The import that the call belongs to, for the audit. */
  batch?: string | undefined;
}

/** Whether the caller may do this on that client. Without an access rule, the caller only needs to see the client. */
export function mayOnClient(caller: Caller, access: Access | null, clientId: string): boolean {
  const rights = caller.clients.get(clientId);
  return rights !== undefined && (access === null || allows(rights.permissions, access));
}

/** Whether the caller may do this anywhere: on some client, or outside of clients. */
export function mayAnywhere(caller: Caller, access: Access | null): boolean {
  if (access === null || allows(caller.permissions, access)) return true;
  return [...caller.clients.values()].some((rights) => allows(rights.permissions, access));
}

import { randomUUID } from "node:crypto";
import { SET_PASSWORD_ROLE } from "@lamina/shared/access/authentication";
import { decodeBase64 } from "@lamina/shared/core/base64";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../core/database/open.ts";
import type { Caller, ClientRights } from "../../http/caller.ts";
import { problems } from "../../http/problem.ts";
import { createLoginCounters } from "./login-counters.ts";
import { createLoginLimit, type LoginLimit } from "./login-limit.ts";
import { hashCode, isCode } from "./one-time-code.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import * as store from "./store.ts";
import type { Tokens } from "./token.ts";

/** Lifetime of the token of a one-time-code login. */
const CODE_TOKEN_MS = 10 * MINUTE_MS;
/** Prefix of the id of such a token, before the hash of its code; other ids are UUIDs. */
const CODE_JTI = "code:";

export interface Identity {
  /**
   * A token, or the empty text when the credentials are wrong (§5). `password` is base64 of UTF-8 bytes. A one-time
   * code as password gives a token of some minutes that can only set the user's own password. `address` is the caller's.
   * @throws HttpProblem 429
   */
  login(userName: string, password: string, address: string): Promise<string>;
  /** A new token with its own id. The old one remains valid until it expires, because other tabs still use it. */
  renew(caller: Caller): Promise<string>;
  /**
   * Verifies a token and reads its user's current rights.
   * @throws HttpProblem 401 when it is foreign, expired or revoked, or its user is deleted or inactive
   */
  authenticate(token: string): Promise<Caller>;
  /**
   * Verifies the token of a one-time-code login. Its id contains the hash of the code.
   * @throws HttpProblem 401
   */
  authenticateCode(token: string): Promise<Caller>;
  jwks: Tokens["jwks"];
  /** Limits guesses at passwords, for every call that takes one. */
  limit: LoginLimit;
}

interface IdentityOptions {
  database: Database;
  clock: Clock;
  tokens: Tokens;
  tokenTtlSeconds: number;
  loginMaxFailures: number;
  /** Hashes the names and addresses of failed logins; the same in all processes. */
  loginSecret: string;
}

export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { database, clock, tokens, tokenTtlSeconds } = options;
  /** Verified when the user or the password does not exist, so that the answer takes as long as for a wrong password. */
  const decoy = await hashPassword(randomUUID());
  const limit = createLoginLimit(clock, options.loginMaxFailures, createLoginCounters(database, options.loginSecret));

  async function issue(user: store.UserRow): Promise<string> {
    const issuedAt = clock.now();
    const expiresAt = new Date(issuedAt.getTime() + tokenTtlSeconds * 1000);
    const jti = randomUUID();
    await store.addSession(database, { jti, userId: user._id, issuedAt, expiresAt });
    const { roles } = await rightsOf(database, jti);
    return tokens.sign({ userId: user._id, userName: user.userName, roles, jti, issuedAt, expiresAt });
  }

  /** No session is stored for it, so that every other call rejects it. */
  async function issueForCode({ _id: userId, userName }: store.UserRow, code: string): Promise<string> {
    const issuedAt = clock.now();
    const hash = hashCode(code);
    if (!(await store.isCodeValid(database, userId, hash, issuedAt))) return "";
    const expiresAt = new Date(issuedAt.getTime() + CODE_TOKEN_MS);
    return tokens.sign({ userId, userName, roles: [SET_PASSWORD_ROLE], jti: CODE_JTI + hash, issuedAt, expiresAt });
  }

  return {
    jwks: tokens.jwks,
    limit,
    login: async (userName, encoded, address) => {
      const password = readPassword(encoded);
      const token = await limit.guess({ userName, address }, async () => {
        const user = await store.findUser(database, userName);
        if (password !== undefined && user?.active && isCode(password)) {
          const codeToken = await issueForCode(user, password);
          if (codeToken !== "") return codeToken;
        }
        const matches = await verifyPassword(password ?? "", user?.passwordHash || decoy);
        return matches && password !== undefined && user?.active ? issue(user) : undefined;
      });
      return token ?? "";
    },
    renew: async (caller) => {
      const user = await store.findUser(database, caller.userName);
      if (!user?.active) throw problems.tokenRejected();
      return issue(user);
    },
    authenticate: async (token) => {
      const { jti } = await tokens.verify(token, clock.now());
      return (await rightsOf(database, jti)).caller;
    },
    authenticateCode: async (token) => {
      const { jti, userId } = await tokens.verify(token, clock.now());
      const user = jti.startsWith(CODE_JTI) ? await store.findUserById(database, userId) : undefined;
      if (!user?.active) throw problems.tokenRejected();
      const { userName, name } = user;
      const nothing = { groupId: null, permissions: [], clients: new Map<string, ClientRights>() };
      return { userId, userName, name, jti: jti.slice(CODE_JTI.length), ...nothing };
    },
  };
}

/** Undefined when it is not base64 of UTF-8. */
function readPassword(encoded: string): string | undefined {
  try {
    return decodeBase64(encoded);
  } catch {
    return undefined;
  }
}

async function rightsOf(database: Database, jti: string): Promise<{ caller: Caller; roles: string[] }> {
  const found = await store.findSessionUser(database, jti);
  if (found === undefined) throw problems.tokenRejected();
  const { user, group } = found;
  // An administrator's memberships grant no further rights.
  const memberships = group.allClients ? [] : await store.listMemberships(database, user._id);
  const clients = new Map<string, ClientRights>();
  if (group.allClients) {
    for (const { clientId } of await store.listClientIds(database))
      clients.set(clientId, { permissions: group.permissions, farmIds: [] });
  } else {
    for (const membership of memberships)
      clients.set(membership.clientId, {
        permissions: membership.group.permissions,
        farmIds: membership.farmIds,
      });
  }
  return {
    caller: {
      userId: user._id,
      userName: user.userName,
      name: user.name,
      jti,
      groupId: group._id,
      permissions: group.permissions,
      clients,
    },
    // A member of clients has the roles of the memberships; the person's own group applies only without clients.
    roles:
      memberships.length === 0 ? [group.name] : [...new Set(memberships.map((membership) => membership.group.name))],
  };
}

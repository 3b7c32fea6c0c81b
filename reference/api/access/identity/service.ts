import { randomUUID } from "node:crypto";
import { SET_PASSWORD_ROLE } from "@lamina/shared/access/authentication";
import type { LoginSession } from "@lamina/shared/access/user";
import { decodeBase64 } from "@lamina/shared/core/base64";
import { isVisibleLine } from "@lamina/shared/core/storable-text";
import { DAY_MS, MINUTE_MS } from "@lamina/shared/core/time";
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

/** Renewals do not make a copied token last longer than this (NIST SP 800-63B, 4.1.3). */
const LOGIN_LIFETIME_MS = 30 * DAY_MS;
/** Longest stored name of a browser. */
const DEVICE_MAX = 200;

/** Where a login comes from: the caller's address, and the name of the browser or app. */
interface LoginPlace {
  address: string;
  device?: string | undefined;
}

export interface Identity {
  /**
   * A token, or the empty text when the credentials are wrong (§5). `password` is base64 of UTF-8 bytes. A one-time
   * code as password gives a token of some minutes that can only set the user's own password. `address` is the caller's.
   * @throws HttpProblem 429
   */
  login(userName: string, password: string, from: LoginPlace): Promise<string>;
  /**
   * A new token with its own id. The old one remains valid until it expires, because other tabs still use it.
   * @throws HttpProblem 401 for a login that is older than {@link LOGIN_LIFETIME_MS}
   */
  renew(caller: Caller): Promise<string>;
  /** Ends the caller's login: all its tokens are refused from now on. */
  logout(caller: Caller): Promise<{ matchedCount: number }>;
  /** The caller's logins that have not ended, newest first. */
  sessions(caller: Caller): Promise<LoginSession[]>;
  /** Ends one of them. @throws HttpProblem 404 for one that has ended or is another person's */
  endSession(caller: Caller, id: string): Promise<{ matchedCount: number }>;
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
  /** Whether a password is that of the caller, whose wrong guesses are limited. @throws HttpProblem 429 */
  isOwnPassword(caller: Caller, password: string): Promise<boolean>;
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

  async function issue(user: store.UserRow, login?: { login: string; startedAt: Date; device: string | null }) {
    const issuedAt = clock.now();
    const expiresAt = new Date(issuedAt.getTime() + tokenTtlSeconds * 1000);
    const jti = randomUUID();
    const session = { login: jti, startedAt: issuedAt, device: null, ...login };
    await store.addSession(database, { ...session, jti, userId: user._id, issuedAt, expiresAt });
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

  function newLogin(device: string | undefined) {
    const name = device && isVisibleLine(device) ? device.slice(0, DEVICE_MAX) : null;
    return { login: randomUUID(), startedAt: clock.now(), device: name };
  }

  return {
    jwks: tokens.jwks,
    limit,
    async isOwnPassword({ userName }, password) {
      const user = await store.findUser(database, userName);
      const proved = await limit.guess({ userName }, async () =>
        (await verifyPassword(password, user?.passwordHash || decoy)) ? true : undefined,
      );
      return proved === true;
    },
    login: async (userName, encoded, { address, device }) => {
      const password = readPassword(encoded);
      // A code is too long to be guessed, so that the guesses of strangers do not keep its person out.
      if (password !== undefined && isCode(password)) {
        const invited = await store.findUser(database, userName);
        const codeToken = invited?.active ? await issueForCode(invited, password) : "";
        if (codeToken !== "") return codeToken;
      }
      const token = await limit.guess({ userName, address }, async () => {
        const user = await store.findUser(database, userName);
        const matches = await verifyPassword(password ?? "", user?.passwordHash || decoy);
        if (!matches || password === undefined || !user?.active) return undefined;
        return issue(user, newLogin(device));
      });
      return token ?? "";
    },
    renew: async (caller) => {
      const user = await store.findUser(database, caller.userName);
      const login = await store.findLogin(database, caller.jti);
      const age = login ? clock.now().getTime() - login.startedAt.getTime() : 0;
      if (!user?.active || age > LOGIN_LIFETIME_MS) throw problems.tokenRejected();
      return issue(user, login);
    },
    logout: async ({ userId, jti }) => {
      const login = await store.findLogin(database, jti);
      const isEnded = userId !== null && login && (await store.endLogin(database, userId, login.login, clock.now()));
      return { matchedCount: isEnded ? 1 : 0 };
    },
    sessions: async ({ userId, jti }) => {
      if (userId === null) throw problems.tokenRejected();
      const own = await store.findLogin(database, jti);
      const logins = await store.listLogins(database, userId, clock.now());
      return logins.map(({ login, startedAt, issuedAt, device }) => ({
        ...{ _id: login, startedAt: startedAt.toISOString(), renewedAt: issuedAt.toISOString(), device },
        current: login === own?.login,
      }));
    },
    endSession: async ({ userId }, id) => {
      if (userId === null || !(await store.endLogin(database, userId, id, clock.now()))) throw problems.notFound();
      return { matchedCount: 1 };
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

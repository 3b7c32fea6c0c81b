import { createHash, randomUUID } from "node:crypto";
import { SET_PASSWORD_ROLE, SET_SECOND_FACTOR_ROLE } from "@lamina/shared/access/authentication";
import type { LoginRequest } from "@lamina/shared/access/login";
import type { LoginSession } from "@lamina/shared/access/user";
import { decodeBase64 } from "@lamina/shared/core/base64";
import { isVisibleLine } from "@lamina/shared/core/storable-text";
import { DAY_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { Clock } from "../../core/clock.ts";
import type { PasskeySite } from "../../core/config/passkey-site.ts";
import type { Database } from "../../core/database/open.ts";
import type { Caller, ClientRights } from "../../http/caller.ts";
import { HttpProblem, problems } from "../../http/problem.ts";
import type { Mails } from "../../mail/mails.ts";
import { type Confirm, createConfirm } from "./confirmation/confirm.ts";
import { createPins, type Pins } from "./confirmation/pins.ts";
import { createLoginCounters } from "./login-counters.ts";
import { createLoginLimit, type LoginLimit } from "./login-limit.ts";
import { noteFactor } from "./notices/note-factor.ts";
import { hashCode, isCode } from "./one-time-code.ts";
import { createPasskeys, type Passkeys } from "./passkeys/passkeys.ts";
import { decodedPassword, hashPassword, verifyPassword } from "./password.ts";
import { createFactors, type Factors } from "./second-factor/factors.ts";
import * as store from "./store.ts";
import type { Tokens } from "./token.ts";

/** Lifetime of the token of a one-time-code login. */
const CODE_TOKEN_MS = 10 * MINUTE_MS;
/** Prefix of the id of such a token, before the hash of its code; other ids are UUIDs. */
const CODE_JTI = "code:";

/** Lifetime of the tokens between password and code, and before a second factor that a group requires. */
const STEP_TOKEN_MS = 10 * MINUTE_MS;
/** Prefixes of the ids of such tokens, before a hash of the password's hash: a new password ends them. */
const CHALLENGE_JTI = "challenge:";
const SET_UP_JTI = "set-up:";

/** Wrong codes of one person from unknown addresses in a window: of the million codes three are valid at once. */
const MAX_WRONG_CODES = 10;

/** Renewals do not make a copied token last longer than this (NIST SP 800-63B, 4.1.3). */
const LOGIN_LIFETIME_MS = 30 * DAY_MS;
/** Longest stored name of a browser. */
const DEVICE_MAX = 200;

/** Where a login comes from: the caller's address, and the name of the browser or app. */
interface LoginPlace {
  address: string;
  device?: string | undefined;
}

/** Where a second factor comes from: the address, and the secret key of a known device. */
interface CodePlace {
  address: string;
  device: string | undefined;
}

export interface Identity {
  /**
   * A token, or the empty text when the credentials are wrong (§5). The password is base64 of UTF-8 bytes. A one-time
   * code as password gives a token of some minutes that can only set the user's own password; a person who must have a
   * second factor gets one that can only set it up.
   * @throws HttpProblem 401 where a code is needed or wrong, 429
   */
  login(request: LoginRequest, from: LoginPlace): Promise<string>;
  /**
   * A new token with its own id. The old one remains valid until it expires, because other tabs still use it.
   * @throws HttpProblem 401 for a login that is older than {@link LOGIN_LIFETIME_MS}, and where a group has required a
   * second factor since
   */
  renew(caller: Caller): Promise<string>;
  /** Ends the caller's login: all its tokens are refused from now on. */
  logout(caller: Caller): Promise<{ matchedCount: number }>;
  /** The caller's logins that have not ended, newest first. */
  sessions(caller: Caller): Promise<LoginSession[]>;
  /** Ends the caller's logins but that of the call. */
  endOthers(caller: Caller): Promise<{ matchedCount: number }>;
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
  /** Verifies the token of a session, or one that can only set up a second factor. @throws HttpProblem 401 */
  authenticateSetUp(token: string): Promise<Caller>;
  /** The token of a login for a person who has just set up the second factor; null for a caller with a session. */
  tokenAfterSetUp(caller: Caller, user: store.UserRow): Promise<string | null>;
  factors: Factors;
  pins: Pins;
  passkeys: Passkeys;
  confirm: Confirm;
  /** @throws HttpProblem 401 for a caller that is no person */
  personOf(caller: Caller): Promise<store.UserRow>;
  /**
   * The person of the caller, by the password as base64 in a field `current`. Wrong ones are limited.
   * @throws HttpProblem 400, 429
   */
  requirePassword(caller: Caller, current: string): Promise<store.UserRow>;
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
  /** Encrypts the secrets of authenticators. */
  factorSecret: string;
  passkeySite: PasskeySite | undefined;
  mails: Pick<Mails, "isConfigured" | "addAutomatic">;
}

export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { database, clock, tokens, tokenTtlSeconds } = options;
  /** Verified when the user or the password does not exist, so that the answer takes as long as for a wrong password. */
  const decoy = await hashPassword(randomUUID());
  const counters = createLoginCounters(database, options.loginSecret);
  const limit = createLoginLimit(clock, options.loginMaxFailures, counters);
  const maxCodes = Math.min(MAX_WRONG_CODES, options.loginMaxFailures);
  const codeLimit = createLoginLimit(clock, maxCodes, counters, { of: "code", ofName: maxCodes });
  const factors = createFactors(database, clock, options.factorSecret);
  const pins = createPins(database, clock, counters);
  const passkeys = createPasskeys(database, clock, { site: options.passkeySite, counters, mails: options.mails });

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

  function stepToken(user: store.UserRow, kind: string, roles: readonly string[]): Promise<string> {
    const issuedAt = clock.now();
    const expiresAt = new Date(issuedAt.getTime() + STEP_TOKEN_MS);
    return tokens.sign({
      userId: user._id,
      userName: user.userName,
      roles,
      jti: jtiOf(kind, user),
      issuedAt,
      expiresAt,
    });
  }

  /** The person of a token between two steps of a login; undefined for any other token. */
  async function personOfStep(token: string, kind: string): Promise<store.UserRow | undefined> {
    const { jti, userId } = await tokens.verify(token, clock.now());
    const user = await store.findUserById(database, userId);
    return user?.active && jti === jtiOf(kind, user) ? user : undefined;
  }

  async function personOfChallenge(challenge: string, userName: string): Promise<store.UserRow | undefined> {
    const [named, proved] = await Promise.all([
      store.findUser(database, userName),
      personOfStep(challenge, CHALLENGE_JTI).catch((error: unknown) => {
        if (error instanceof HttpProblem) return undefined;
        throw error;
      }),
    ]);
    return named?._id === proved?._id ? proved : undefined;
  }

  /** @throws HttpProblem 401 where a second factor is needed or wrong, 429 */
  async function requireFactor(user: store.UserRow, { Code, Passkey }: LoginRequest, from: CodePlace): Promise<void> {
    const askPasskey = () => passkeys.ask(user._id, "login");
    if (Passkey) {
      if (await passkeys.prove({ userId: user._id, ...from }, "login", Passkey)) return;
      throw problems.secondFactorWrong({ passkey: await askPasskey() });
    }
    if (Code?.trim()) return requireCode(user, Code, from);
    const [challenge, passkey] = await Promise.all([stepToken(user, CHALLENGE_JTI, []), askPasskey()]);
    throw problems.secondFactorNeeded({ challenge, passkey });
  }

  /** @throws HttpProblem 401 where a code is wrong, 429 */
  async function requireCode(user: store.UserRow, code: string, from: CodePlace): Promise<void> {
    const use = () => factors.use(user._id, code);
    // A recovery code is too long to be guessed, so that wrong codes of a stranger do not keep its person out.
    const isRecovery = await factors.isRecoveryCode(user._id, code);
    const proof = isRecovery ? await use() : await codeLimit.guess({ ...from, userName: user.userName }, use);
    if (proof === undefined) throw problems.secondFactorWrong();
    const note = {
      user,
      author: { userId: user._id, userName: user.userName },
      event: "recovery",
      date: clock.now(),
    } as const;
    if (proof === "recovery") await noteFactor(database, options.mails, note);
  }

  function newLogin(device: string | undefined) {
    const name = device && isVisibleLine(device) ? device.slice(0, DEVICE_MAX) : null;
    return { login: randomUUID(), startedAt: clock.now(), device: name };
  }

  async function personOf({ userId }: Caller): Promise<store.UserRow> {
    const user = userId === null ? undefined : await store.findUserById(database, userId);
    if (user === undefined) throw problems.tokenRejected();
    return user;
  }

  async function requirePassword(caller: Caller, current: string): Promise<store.UserRow> {
    const user = await personOf(caller);
    if (!(await isOwnPassword(caller, decodedPassword("current", current))))
      throw problems.validation([{ field: "current", id: "wrong-password" }]);
    return user;
  }

  async function isOwnPassword({ userName }: Caller, password: string): Promise<boolean> {
    const user = await store.findUser(database, userName);
    const proved = await limit.guess({ userName }, async () =>
      (await verifyPassword(password, user?.passwordHash || decoy)) ? true : undefined,
    );
    return proved === true;
  }

  return {
    jwks: tokens.jwks,
    limit,
    factors,
    pins,
    passkeys,
    personOf,
    requirePassword,
    confirm: createConfirm({ pins, passkeys, isOwnPassword }),
    login: async (request, { address, device }) => {
      const { UserName: userName, Password, Challenge, Device } = request;
      const password = readPassword(Password);
      // A code is too long to be guessed, so that the guesses of strangers do not keep its person out.
      if (password !== undefined && isCode(password)) {
        const invited = await store.findUser(database, userName);
        const codeToken = invited?.active ? await issueForCode(invited, password) : "";
        if (codeToken !== "") return codeToken;
      }
      const from = { address, device: Device };
      const provePassword = () =>
        limit.guess({ ...from, userName }, async () => {
          const user = await store.findUser(database, userName);
          const matches = await verifyPassword(password ?? "", user?.passwordHash || decoy);
          return matches && password !== undefined && user?.active ? user : undefined;
        });
      const user = await (Challenge ? personOfChallenge(Challenge, userName) : provePassword());
      if (user === undefined) return "";
      if (await factors.find(user._id)) await requireFactor(user, request, from);
      else if (await factors.isRequired(user._id)) return stepToken(user, SET_UP_JTI, [SET_SECOND_FACTOR_ROLE]);
      return issue(user, newLogin(device));
    },
    renew: async (caller) => {
      const user = await store.findUser(database, caller.userName);
      const login = await store.findLogin(database, caller.jti);
      const age = login ? clock.now().getTime() - login.startedAt.getTime() : 0;
      if (!user?.active || age > LOGIN_LIFETIME_MS) throw problems.tokenRejected();
      if ((await factors.isRequired(user._id)) && !(await factors.find(user._id))) throw problems.tokenRejected();
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
    endOthers: async ({ userId, jti }) => {
      if (userId === null) throw problems.tokenRejected();
      return { matchedCount: await store.endOtherLogins(database, userId, jti, clock.now()) };
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
      return callerWithoutRights(user, jti.slice(CODE_JTI.length));
    },
    authenticateSetUp: async (token) => {
      const { jti } = await tokens.verify(token, clock.now());
      if (!jti.startsWith(SET_UP_JTI)) return (await rightsOf(database, jti)).caller;
      const user = await personOfStep(token, SET_UP_JTI);
      if (user === undefined) throw problems.tokenRejected();
      return callerWithoutRights(user, jti);
    },
    tokenAfterSetUp: async ({ jti }, user) => (jti.startsWith(SET_UP_JTI) ? issue(user, newLogin(undefined)) : null),
  };
}

const jtiOf = (kind: string, { passwordHash }: store.UserRow) =>
  kind + createHash("sha256").update(passwordHash).digest("base64url");

function callerWithoutRights({ _id: userId, userName, name }: store.UserRow, jti: string): Caller {
  return { userId, userName, name, jti, groupId: null, permissions: [], clients: new Map<string, ClientRights>() };
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

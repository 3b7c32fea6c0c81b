import { isValid, readClaims, SET_PASSWORD_ROLE, SET_SECOND_FACTOR_ROLE } from "@lamina/shared/access/authentication";
import type { LoginRequest } from "@lamina/shared/access/login";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { ProblemId } from "@lamina/shared/core/errors";
import { LOGOUT_RELOAD_MS } from "@lamina/shared/core/limits";
import type { PasskeyProof } from "@lamina/shared/records/commands/passkey";
import { ApiError, isUnreached, LocalErrorId } from "../../api/error.ts";
import { LockHeld } from "../../platform/locks.ts";
import type { KeyValueStore } from "../../platform/storage.ts";
import { ANSWER_MS } from "../../platform/within.ts";
import { passkeyAskOf } from "../passkeys/ask-of.ts";
import { createStore, type Store } from "../store.ts";
import { readLoginMemory, writeLoginMemory } from "./login-memory.ts";
import { createRenewalTimer } from "./renewal-timer.ts";
import type { LoginAlert, SessionNotice, SessionState } from "./session-state.ts";

/** §3: the key of the token in local storage. */
export const TOKEN_KEY = "token";
const RENEWAL_LOCK = "lamina-renewal";

export interface SessionDeps {
  storage: KeyValueStore;
  tabStorage: KeyValueStore;
  now(): number;
  isOnline(): boolean;
  /** Runs a task while no other tab runs a task of the same name. @throws LockHeld when another does after `waitMs` */
  withLock<T>(name: string, task: () => Promise<T>, waitMs: number): Promise<T>;
  reload(): void;
  /** Whether a reload needs no server. */
  opensOffline(): boolean;
  /** `POST /Authentication/Login`: the token, empty for invalid credentials. */
  requestLogin(body: LoginRequest): Promise<string>;
  /** `POST /Authentication/RenewToken`. */
  requestRenewal(): Promise<string>;
  /** Ends the token at the API where it can. The page does not wait for it. */
  requestLogout(token: string): void;
  /** Whether a token with {@link SET_PASSWORD_ROLE} comes of a one-time code; another API may have users of that role. */
  hasCodes(): boolean;
}

/**
 * `held`: another tab renews this token, or sleeps while it does. `undecided`: the server failed (5xx), which is no verdict
 * on the token (readings, 30).
 */
type RenewalOutcome = "renewed" | "refused" | "unreached" | "undecided" | "held";

/** A restart behind a load balancer takes some seconds. */
const ENTRY_ATTEMPTS = 3;
const ENTRY_PAUSE_MS = 1_000;

export interface Session {
  state: Store<SessionState>;
  /** The stored token, valid or not. */
  token(): string | null;
  /** Resolves to true when the user is logged in. The outcome is in the state. */
  login(userName: string, password: string): Promise<boolean>;
  /** The second step of a login that asked for a code. */
  enterCode(code: string): Promise<boolean>;
  /** The same step by a passkey. */
  enterPasskey(proof: PasskeyProof): Promise<boolean>;
  /** Back to the password. */
  dropChallenge(): void;
  /** Logs in with the token of a second factor that was just set up. */
  enterWith(token: string): void;
  logout(): void;
  /** Ends the session for a reason that the login page shows. */
  end(notice: SessionNotice): void;
  /** True when the user is logged in now. Reads the stored token, and updates the state by it. */
  loggedIn(): boolean;
  /** Renewal at entry (readings, 3). Resolves to true when the user is logged in. */
  enter(): Promise<boolean>;
  /** Called when the API refused this token. A newer one may have been stored in the meantime. */
  refused(token: string): void;
  /** Called when another tab changed the stored token. */
  changedElsewhere(token: string | null): void;
  /** Called when the device wakes up or is online again. */
  wake(): void;
  closeAlert(): void;
  rememberUserName(userName: string): void;
  /** Stops the timers. */
  dispose(): void;
}

/** No login waits for a second step. */
const NO_STEP = {
  mustSetPassword: false,
  challenge: null,
  passkey: null,
  isCodeWrong: false,
  setUpToken: null,
} as const;

export function createSession(deps: SessionDeps): Session {
  const { storage, tabStorage } = deps;
  const state = createStore<SessionState>({ user: null, ...NO_STEP, ...readLoginMemory(tabStorage) });
  const timer = createRenewalTimer({
    now: deps.now,
    isOnline: deps.isOnline,
    expired: () => end("expired"),
    async renew() {
      const outcome = await renew();
      if (outcome === "refused") end("expired");
      return outcome === "renewed" || outcome === "refused";
    },
  });
  let reloadTimer: ReturnType<typeof setTimeout> | undefined;
  let renewing: Promise<RenewalOutcome> | undefined;
  /** The token that another tab has been renewing since the last attempt. */
  let heldToken: string | null = null;

  const token = () => storage.read(TOKEN_KEY);

  function update(change: Partial<SessionState>): void {
    state.set({ ...state.get(), ...change });
    writeLoginMemory(tabStorage, state.get());
  }

  /** Uses a valid token for the session. */
  function adopt(next: string, fresh: boolean): void {
    const claims = readClaims(next);
    if (!claims) throw new TypeError("adopting an unreadable token");
    const expiresAt = claims.exp * 1000;
    const { name, roles, jti } = claims;
    timer.watch(expiresAt, fresh);
    update({ user: { name, roles, jti, expiresAt }, alert: null, notice: null, userName: "", ...NO_STEP });
  }

  function establish(next: string): void {
    clearTimeout(reloadTimer);
    storage.write(TOKEN_KEY, next);
    adopt(next, true);
  }

  /**
   * Logout, an invalid token, a failed renewal or a failed login (§4). `comesBack`: false where a reload would end on the
   * browser's error page (readings, 30).
   */
  function close(change: Partial<SessionState>, comesBack = true): void {
    timer.stop();
    storage.remove(TOKEN_KEY);
    clearTimeout(reloadTimer);
    if (comesBack) reloadTimer = setTimeout(deps.reload, LOGOUT_RELOAD_MS);
    update({ ...change, user: null });
  }

  function end(notice: SessionNotice | null): void {
    // A second report of the end changes nothing, so that the reason of the first one stays on the screen.
    if (state.get().user || token()) close({ notice });
  }

  async function login(userName: string, body: Omit<LoginRequest, "UserName">): Promise<boolean> {
    // The pending reload of a failed attempt must not interrupt this one.
    clearTimeout(reloadTimer);
    const step = body.Challenge ? { challenge: body.Challenge, passkey: state.get().passkey } : {};
    update({ alert: null, notice: null, userName, ...NO_STEP, ...step });
    try {
      const next = await deps.requestLogin({ UserName: userName, ...body });
      const roles = readClaims(next)?.roles ?? [];
      if (deps.hasCodes() && roles.includes(SET_PASSWORD_ROLE)) {
        update({ mustSetPassword: true });
        return false;
      }
      if (roles.includes(SET_SECOND_FACTOR_ROLE)) {
        update({ setUpToken: next });
        return false;
      }
      if (body.Challenge && next === "") {
        update({ ...NO_STEP, notice: "code-too-late" });
        return false;
      }
      if (isValid(next, deps.now())) {
        establish(next);
        return true;
      }
      const id = next === "" ? "invalid-credentials" : readClaims(next) ? "clock" : "communication";
      close({ alert: { id } });
    } catch (error) {
      const challenge = challengeOf(error);
      const passkey = passkeyAskOf(error);
      if (challenge) update({ challenge, passkey });
      else if (error instanceof ApiError && error.id === ProblemId.secondFactorWrong)
        update({ isCodeWrong: true, ...(passkey && { passkey }) });
      else close({ alert: loginAlert(error), ...NO_STEP }, hasAnswer(error) || deps.opensOffline());
    }
    return false;
  }

  function enterStep(proof: Pick<LoginRequest, "Code" | "Passkey">): Promise<boolean> {
    const { userName, challenge } = state.get();
    return login(userName, { Password: "", ...proof, Challenge: challenge ?? "" });
  }

  /** At most one renewal at a time, because entry and timer may request it together. */
  function renew(): Promise<RenewalOutcome> {
    renewing ??= renewInTurn().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function renewInTurn(): Promise<RenewalOutcome> {
    const before = token();
    try {
      return await deps.withLock(RENEWAL_LOCK, () => renewNow(before), ANSWER_MS);
    } catch (error) {
      if (!(error instanceof LockHeld)) throw error;
      // The second time the other tab is asleep.
      if (heldToken === before) return renewNow(before);
      heldToken = before;
      return "held";
    }
  }

  async function renewNow(before: string | null): Promise<RenewalOutcome> {
    if (token() !== before) return takeStored();
    if (!isValid(before, deps.now())) return "refused";
    try {
      const next = await deps.requestRenewal();
      if (token() !== before) return takeStored();
      if (!isValid(next, deps.now())) return "refused";
      establish(next);
      return "renewed";
    } catch (error) {
      if (token() !== before) return takeStored();
      if (isUnreached(error)) return "unreached";
      return error instanceof ApiError && error.status >= 500 ? "undecided" : "refused";
    }
  }

  /**
   * Uses the token that was stored while this tab waited: another tab logged out, or renewed faster where there are no
   * locks.
   */
  function takeStored(): RenewalOutcome {
    changedElsewhere(token());
    return state.get().user ? "renewed" : "refused";
  }

  async function enter(): Promise<boolean> {
    if (!state.get().user) return false;
    // Without a connection no renewal is attempted, so it has not failed.
    if (!deps.isOnline()) return true;
    let outcome = await renew();
    for (let attempt = 1; outcome === "undecided" && attempt < ENTRY_ATTEMPTS; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, attempt * ENTRY_PAUSE_MS));
      outcome = await renew();
    }
    // The token is valid, and the new one of the other tab arrives by the storage event.
    if (outcome === "renewed" || outcome === "held") return true;
    end("renewal-failed");
    return false;
  }

  function changedElsewhere(next: string | null): void {
    const { user } = state.get();
    if (!isValid(next, deps.now())) {
      if (user) close({ notice: "ended-elsewhere" });
    } else if (next) {
      const other = user !== null && readClaims(next)?.name !== user.name;
      if (other) deps.reload();
      else adopt(next, true);
    }
  }

  const storedToken = token();
  if (storedToken && isValid(storedToken, deps.now())) adopt(storedToken, false);
  else if (storedToken) {
    // The page has just been loaded, so an expired token needs no reload.
    storage.remove(TOKEN_KEY);
    update({ notice: "expired" });
  }

  return {
    state,
    token,
    login: (userName, password) => login(userName, { Password: encodeBase64(password) }),
    enterCode: (code) => enterStep({ Code: code }),
    enterPasskey: (proof) => enterStep({ Passkey: proof }),
    dropChallenge: () => update(NO_STEP),
    enterWith: establish,
    logout() {
      const ended = token();
      end(null);
      if (ended && isValid(ended, deps.now())) deps.requestLogout(ended);
    },
    end,
    loggedIn() {
      const next = token();
      if (!isValid(next, deps.now())) end(next ? "expired" : null);
      else if (next && !state.get().user) adopt(next, false);
      return state.get().user !== null;
    },
    enter,
    refused(sent) {
      if (token() === sent) end("expired");
    },
    changedElsewhere,
    wake: timer.check,
    closeAlert: () => update({ alert: null }),
    rememberUserName: (userName) => update({ userName }),
    dispose() {
      timer.stop();
      clearTimeout(reloadTimer);
    },
  };
}

/** The challenge of an answer that asks for a code; undefined for any other error. */
function challengeOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.id !== ProblemId.secondFactorNeeded) return undefined;
  const { challenge }: { challenge?: unknown } = error.current ?? {};
  return typeof challenge === "string" ? challenge : undefined;
}

/** Whether a server answered, so that it can answer a reload too. */
const hasAnswer = (error: unknown) => error instanceof ApiError && error.status > 0;

/** Problems of the BFF itself. A login sends no token, so that these come from another call, to which it was redirected. */
const OWN_REFUSALS: readonly string[] = [
  ProblemId.tokenNotFound,
  ProblemId.tokenMalformed,
  ProblemId.tokenExpired,
  ProblemId.tokenRejected,
];

/** The alert for a failed login (§8; readings, 4). */
function loginAlert(error: unknown): LoginAlert {
  if (error instanceof ApiError && !OWN_REFUSALS.includes(error.id)) {
    // A page is the answer of a firewall or a gateway, which knows no password.
    if (error.id !== LocalErrorId.page && (error.status === 401 || error.status === 403))
      return { id: "invalid-credentials" };
    if (error.status === 429) return { id: "too-many-attempts", retryAfter: error.retryAfter };
  }
  return { id: "communication" };
}

import { LOGOUT_RELOAD_MS, RENEWAL_LEAD_MS } from "@lamina/shared/core/limits";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ApiError } from "../../api/error.ts";
import { LockHeld } from "../../platform/locks.ts";
import { memoryStorage } from "../../testing/storage.ts";
import { makeToken, tokenFor } from "../../testing/token.ts";
import { createSession, type SessionDeps, TOKEN_KEY } from "./session.ts";

const START = Date.parse("2026-01-15T12:00:00Z");

beforeEach(() => vi.useFakeTimers({ now: START }));
afterEach(() => vi.useRealTimers());

const token = (life: number, name = "ana", jti = "1") => tokenFor(life, Date.now(), name, jti);

/** A session with its own storage, clock and API; `stored` is the token in storage when it opens. */
function open(changes: Partial<SessionDeps> & { stored?: string } = {}) {
  const { stored, ...given } = changes;
  const storage = given.storage ?? memoryStorage(stored === undefined ? {} : { [TOKEN_KEY]: stored });
  const deps = {
    storage,
    tabStorage: memoryStorage(),
    now: Date.now,
    isOnline: () => true,
    withLock: <T>(_name: string, task: () => Promise<T>) => task(),
    reload: vi.fn(),
    opensOffline: () => true,
    requestLogin: vi.fn(async () => token(8 * HOUR_MS)),
    requestLogout: vi.fn(),
    hasCodes: () => true,
    requestRenewal: vi.fn(async () => token(8 * HOUR_MS, "ana", "2")),
    ...given,
  };
  const session = createSession(deps);
  onTestFinished(session.dispose);
  return { session, deps, storage, user: () => session.state.get().user };
}

describe("login", () => {
  it("stores the token and publishes the logged-in state; the password travels as base64 of its UTF-8 bytes", async () => {
    const { session, deps, storage, user } = open();
    const published = vi.fn();
    session.state.subscribe(published);
    expect(await session.login("joão", "ção")).toBe(true);
    expect(deps.requestLogin).toHaveBeenCalledWith({ UserName: "joão", Password: "w6fDo28=" });
    expect(storage.read(TOKEN_KEY)).toBe(session.token());
    expect(user()).toEqual({ name: "ana", roles: [], jti: "1", expiresAt: START + 8 * HOUR_MS });
    expect(published).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(LOGOUT_RELOAD_MS);
    expect(deps.reload).not.toHaveBeenCalled();
  });

  it.each([
    [false, false, 0],
    [false, true, 1],
    [true, false, 1],
  ])("answered: %s, with the app on the device: %s, ends in %i reloads", async (isAnswered, opensOffline, reloads) => {
    const error = isAnswered ? new ApiError("http-503", { status: 503 }) : new ApiError("network");
    const { session, deps, storage } = open({
      requestLogin: () => Promise.reject(error),
      opensOffline: () => opensOffline,
    });
    await session.login("ana", "x");
    await vi.advanceTimersByTimeAsync(LOGOUT_RELOAD_MS);
    expect(deps.reload).toHaveBeenCalledTimes(reloads);
    expect(storage.read(TOKEN_KEY)).toBeNull();
    expect(session.state.get()).toMatchObject({ user: null, alert: { id: "communication" } });
  });

  it.each([
    ["http-403", "invalid-credentials"],
    // A firewall's page.
    ["page", "communication"],
  ])("refused by 403 with the id %s shows %s", async (error, id) => {
    const { session } = open({ requestLogin: () => Promise.reject(new ApiError(error, { status: 403 })) });
    await session.login("ana", "x");
    expect(session.state.get().alert).toEqual({ id });
  });

  it("of a user with the role of codes, at an API without codes, is a login like any other", async () => {
    const next = makeToken({ exp: START / 1000 + 600, name: "dora", roles: ["set-password"] });
    const { session, user } = open({ requestLogin: async () => next, hasCodes: () => false });
    expect(await session.login("dora", "x")).toBe(true);
    expect(user()?.name).toBe("dora");
  });

  it("with a one-time code asks for a password, logs no user in, and stores nothing", async () => {
    const claims = { exp: START / 1000 + 600, name: "dora", roles: ["set-password"] };
    const { session, storage, deps } = open({ requestLogin: async () => makeToken(claims) });
    expect(await session.login("dora", "CSAY-HY38-X740-YG35")).toBe(false);
    expect(session.state.get()).toMatchObject({ user: null, alert: null, mustSetPassword: true });
    expect(storage.read(TOKEN_KEY)).toBeNull();
    await vi.advanceTimersByTimeAsync(LOGOUT_RELOAD_MS);
    expect(deps.reload).not.toHaveBeenCalled();
  });

  it.each([
    ["an empty token", async () => "", { id: "invalid-credentials" }],
    ["401", () => Promise.reject(new ApiError("http-401", { status: 401 })), { id: "invalid-credentials" }],
    ["403", () => Promise.reject(new ApiError("http-403", { status: 403 })), { id: "invalid-credentials" }],
    [
      "429",
      () => Promise.reject(new ApiError("too-many-failed-logins", { status: 429, retryAfter: 42 })),
      { id: "too-many-attempts", retryAfter: 42 },
    ],
    ["500", () => Promise.reject(new ApiError("http-500", { status: 500 })), { id: "communication" }],
    ["no answer", () => Promise.reject(new ApiError("network")), { id: "communication" }],
    ["an invalid token", async () => "abc", { id: "communication" }],
    ["a new token that has expired", async () => token(-HOUR_MS), { id: "clock" }],
    [
      "the BFF's own refusal of a call to which the API redirected",
      () => Promise.reject(new ApiError("token-not-found", { status: 401 })),
      { id: "communication" },
    ],
  ])("with %s alerts, clears the token and reloads 1 s later", async (_case, requestLogin, alert) => {
    const { session, deps, storage } = open({ requestLogin });
    expect(await session.login("ana", "x")).toBe(false);
    expect(session.state.get()).toMatchObject({ user: null, alert });
    expect(storage.read(TOKEN_KEY)).toBeNull();
    await vi.advanceTimersByTimeAsync(LOGOUT_RELOAD_MS - 1);
    expect(deps.reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(deps.reload).toHaveBeenCalledOnce();
  });

  it("is not cut off by the reload of an earlier attempt within that second", async () => {
    let answer: (token: string) => void = () => {};
    const requestLogin = vi.fn<SessionDeps["requestLogin"]>(async () => "");
    const { session, deps, user } = open({ requestLogin });
    await session.login("ana", "wrong");
    requestLogin.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    const second = session.login("ana", "right");
    await vi.advanceTimersByTimeAsync(10 * LOGOUT_RELOAD_MS);
    expect(deps.reload).not.toHaveBeenCalled();
    answer(token(HOUR_MS));
    expect(await second).toBe(true);
    expect(user()?.name).toBe("ana");
  });
});

describe("the reload after a failed login", () => {
  const failed = async (tabStorage = memoryStorage()) => {
    const { session } = open({ tabStorage, requestLogin: async () => "" });
    await session.login("ana", "secret");
    return { session, tabStorage };
  };

  it("keeps the open alert and the typed user name", async () => {
    const { tabStorage } = await failed();
    const { session } = open({ tabStorage });
    expect(session.state.get()).toMatchObject({ alert: { id: "invalid-credentials" }, userName: "ana" });
  });

  it("keeps the alert closed after Fechar, and the user name as typed last", async () => {
    const { session, tabStorage } = await failed();
    session.closeAlert();
    session.rememberUserName("anab");
    expect(open({ tabStorage }).session.state.get()).toMatchObject({ alert: null, userName: "anab" });
  });

  it("never keeps the password", async () => {
    const write = vi.fn();
    await failed({ ...memoryStorage(), write });
    expect(JSON.stringify(write.mock.calls)).not.toMatch(/secret|c2VjcmV0/);
  });

  it("accepts invalid data in the tab's storage", () => {
    const { session } = open({ tabStorage: memoryStorage({ login: '{"alert":7}' }) });
    expect(session.state.get()).toEqual({
      mustSetPassword: false,
      challenge: null,
      passkey: null,
      isCodeWrong: false,
      setUpToken: null,
      user: null,
      alert: null,
      notice: null,
      userName: "",
    });
  });
});

describe("the stored token", () => {
  it("that is valid logs the user in, without a renewal and without a reload", async () => {
    const { user, deps } = open({ stored: token(HOUR_MS) });
    expect(user()?.name).toBe("ana");
    await vi.advanceTimersByTimeAsync(LOGOUT_RELOAD_MS);
    expect(deps.requestRenewal).not.toHaveBeenCalled();
    expect(deps.reload).not.toHaveBeenCalled();
  });

  it.each(["abc", "a.b.c", ""])("%j is ignored and logs no user in", (stored) => {
    const { session, user } = open({ stored });
    expect(user()).toBeNull();
    expect(session.loggedIn()).toBe(false);
  });

  it("that has expired logs no user in, and says so", () => {
    const { session, user, storage } = open({ stored: token(-1000) });
    expect(user()).toBeNull();
    expect(storage.read(TOKEN_KEY)).toBeNull();
    expect(session.state.get().notice).toBe("expired");
  });

  it("that is erased while the page is open ends the session at the next page", () => {
    const { session, storage } = open({ stored: token(HOUR_MS) });
    storage.remove(TOKEN_KEY);
    expect(session.loggedIn()).toBe(false);
  });
});

describe("logout", () => {
  it("clears the token, publishes and reloads 1 s later", async () => {
    const { session, deps, storage, user } = open({ stored: token(HOUR_MS) });
    session.logout();
    expect(storage.read(TOKEN_KEY)).toBeNull();
    expect(user()).toBeNull();
    await vi.advanceTimersByTimeAsync(LOGOUT_RELOAD_MS);
    expect(deps.reload).toHaveBeenCalledOnce();
  });

  it("without a session does nothing, so that reloads do not repeat", async () => {
    const { session, deps } = open();
    session.logout();
    await vi.advanceTimersByTimeAsync(LOGOUT_RELOAD_MS);
    expect(deps.reload).not.toHaveBeenCalled();
  });

  it("in another tab logs this one out", async () => {
    const { session, deps, user } = open({ stored: token(HOUR_MS) });
    session.changedElsewhere(null);
    expect(user()).toBeNull();
    expect(session.state.get().notice).toBe("ended-elsewhere");
    await vi.advanceTimersByTimeAsync(LOGOUT_RELOAD_MS);
    expect(deps.reload).toHaveBeenCalledOnce();
  });
});

describe("another tab", () => {
  it("that renews gives this one its token", () => {
    const { session, user } = open({ stored: token(HOUR_MS) });
    session.changedElsewhere(token(8 * HOUR_MS, "ana", "9"));
    expect(user()?.jti).toBe("9");
  });

  it("that logs in logs this one in", () => {
    const { session, user } = open();
    session.changedElsewhere(token(HOUR_MS));
    expect(user()?.name).toBe("ana");
  });

  it("with another user reloads this one", () => {
    const { session, deps } = open({ stored: token(HOUR_MS) });
    session.changedElsewhere(token(HOUR_MS, "bruno"));
    expect(deps.reload).toHaveBeenCalledOnce();
  });
});

describe("a refused token", () => {
  it("logs out", () => {
    const { session, user } = open({ stored: token(HOUR_MS) });
    session.refused(session.token() ?? "");
    expect(user()).toBeNull();
    expect(session.state.get().notice).toBe("expired");
  });

  it("that has been renewed in the meantime does not log out", () => {
    const { session, user } = open({ stored: token(HOUR_MS) });
    session.refused("an older one");
    expect(user()).not.toBeNull();
  });
});

it("ends the token at the API with a logout of the user only", () => {
  const stored = token(HOUR_MS);
  const { session, deps } = open({ stored });
  session.end("expired");
  expect(deps.requestLogout).not.toHaveBeenCalled();
  const other = open({ stored });
  other.session.logout();
  expect(other.deps.requestLogout).toHaveBeenCalledExactlyOnceWith(stored);
  other.session.logout();
  expect(other.deps.requestLogout).toHaveBeenCalledOnce();
});

describe("renewal at entry", () => {
  it("stores the new token", async () => {
    const { session, storage, user } = open({ stored: token(HOUR_MS) });
    const before = storage.read(TOKEN_KEY);
    expect(await session.enter()).toBe(true);
    expect(storage.read(TOKEN_KEY)).not.toBe(before);
    expect(user()?.jti).toBe("2");
  });

  it.each([
    ["401", () => Promise.reject(new ApiError("http-401", { status: 401 }))],
    ["a network failure", () => Promise.reject(new ApiError("network"))],
    ["no token", async () => ""],
    ["an expired token", async () => token(-HOUR_MS)],
  ])("with %s logs out", async (_case, requestRenewal) => {
    const { session, deps, user, storage } = open({ stored: token(HOUR_MS), requestRenewal });
    expect(await session.enter()).toBe(false);
    expect(user()).toBeNull();
    expect(storage.read(TOKEN_KEY)).toBeNull();
    await vi.advanceTimersByTimeAsync(LOGOUT_RELOAD_MS);
    expect(deps.reload).toHaveBeenCalledOnce();
  });

  it("is tried again while the server fails, which is no verdict on the token, and then logs out", async () => {
    const failing = vi.fn(() => Promise.reject(new ApiError("http-503", { status: 503 })));
    const { session, user } = open({ stored: token(HOUR_MS), requestRenewal: failing });
    const entering = session.enter();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await entering).toBe(false);
    expect(failing).toHaveBeenCalledTimes(3);
    expect(user()).toBeNull();
  });

  it("survives a server that fails once", async () => {
    const requestRenewal = vi
      .fn(async () => token(8 * HOUR_MS, "ana", "2"))
      .mockRejectedValueOnce(new ApiError("http-503", { status: 503 }));
    const { session, user } = open({ stored: token(HOUR_MS), requestRenewal });
    const entering = session.enter();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await entering).toBe(true);
    expect(user()?.jti).toBe("2");
  });

  it("is not attempted without a connection, and the user stays", async () => {
    const { session, deps } = open({ stored: token(HOUR_MS), isOnline: () => false });
    expect(await session.enter()).toBe(true);
    expect(deps.requestRenewal).not.toHaveBeenCalled();
  });

  it("sends no request without a token", async () => {
    const { session, deps } = open();
    expect(await session.enter()).toBe(false);
    expect(deps.requestRenewal).not.toHaveBeenCalled();
  });

  it("does not restore a session that ended in the meantime", async () => {
    let answer: (token: string) => void = () => {};
    const { session, user, storage } = open({
      stored: token(HOUR_MS),
      requestRenewal: () => new Promise((resolve) => (answer = resolve)),
    });
    const entering = session.enter();
    session.logout();
    answer(token(HOUR_MS, "ana", "2"));
    expect(await entering).toBe(false);
    expect(user()).toBeNull();
    expect(storage.read(TOKEN_KEY)).toBeNull();
  });
});

describe("silent renewal", () => {
  it("runs RENEWAL_LEAD before each token expires, without a reload", async () => {
    const { deps, user } = open({ stored: token(HOUR_MS) });
    await vi.advanceTimersByTimeAsync(HOUR_MS - RENEWAL_LEAD_MS - 1);
    expect(deps.requestRenewal).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(deps.requestRenewal).toHaveBeenCalledOnce();
    expect(user()?.jti).toBe("2");
    await vi.advanceTimersByTimeAsync(8 * HOUR_MS - RENEWAL_LEAD_MS);
    expect(deps.requestRenewal).toHaveBeenCalledTimes(2);
    expect(deps.reload).not.toHaveBeenCalled();
  });

  it.each([
    ["a refusal", () => Promise.reject(new ApiError("http-401", { status: 401 }))],
    ["no token", async () => ""],
  ])("with %s logs out at once", async (_case, requestRenewal) => {
    const { user } = open({ stored: token(HOUR_MS), requestRenewal });
    await vi.advanceTimersByTimeAsync(HOUR_MS - RENEWAL_LEAD_MS);
    expect(user()).toBeNull();
  });

  it.each(["network", "timeout", "upstream-unreachable", "upstream-timeout", "going-down", "http-503"])(
    "retries a bounded number of times until the token expires when the API is not reached (%s)",
    async (id) => {
      const requestRenewal = vi.fn(() => Promise.reject(new ApiError(id, { status: 502 })));
      const { session, user } = open({ stored: token(HOUR_MS), requestRenewal });
      await vi.advanceTimersByTimeAsync(HOUR_MS - 1000);
      expect(user()).not.toBeNull();
      expect(requestRenewal.mock.calls.length).toBeGreaterThan(1);
      expect(requestRenewal.mock.calls.length).toBeLessThan(12);
      await vi.advanceTimersByTimeAsync(2000);
      expect(user()).toBeNull();
      expect(session.state.get().notice).toBe("expired");
    },
  );

  it("waits for the connection, and runs when it is back", async () => {
    let online = false;
    const { session, deps, user } = open({ stored: token(HOUR_MS), isOnline: () => online });
    await vi.advanceTimersByTimeAsync(HOUR_MS - RENEWAL_LEAD_MS + 60_000);
    expect(deps.requestRenewal).not.toHaveBeenCalled();
    online = true;
    session.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(user()?.jti).toBe("2");
  });

  it("does not loop for a token that lives shorter than the lead", async () => {
    const requestRenewal = vi.fn(async () => token(60_000, "ana", "2"));
    open({ stored: token(60_000), requestRenewal });
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    // Once at once, because the token was found within the lead; then after half of each minute.
    expect(requestRenewal.mock.calls.length).toBeLessThanOrEqual(11);
  });

  it("takes the token that another tab renewed while this one waited for the lock", async () => {
    const storage = memoryStorage({ [TOKEN_KEY]: token(HOUR_MS) });
    const other = token(9 * HOUR_MS, "ana", "other");
    const { deps, user } = open({
      storage,
      withLock(_name, task) {
        storage.write(TOKEN_KEY, other);
        return task();
      },
    });
    await vi.advanceTimersByTimeAsync(HOUR_MS - RENEWAL_LEAD_MS);
    expect(deps.requestRenewal).not.toHaveBeenCalled();
    expect(user()?.jti).toBe("other");
  });

  it.each([
    ["successful", async () => token(8 * HOUR_MS, "ana", "2")],
    ["refused", () => Promise.reject(new ApiError("http-401", { status: 401 }))],
  ])("without locks takes the token of a faster tab, though its own renewal was %s", async (_case, answer) => {
    const storage = memoryStorage({ [TOKEN_KEY]: token(HOUR_MS) });
    const other = token(9 * HOUR_MS, "ana", "other");
    const requestRenewal = () => {
      storage.write(TOKEN_KEY, other);
      return answer();
    };
    const { user } = open({ storage, requestRenewal });
    await vi.advanceTimersByTimeAsync(HOUR_MS - RENEWAL_LEAD_MS);
    expect(user()?.jti).toBe("other");
    expect(storage.read(TOKEN_KEY)).toBe(other);
  });

  it("shares one request with the renewal at entry", async () => {
    const { session, deps } = open({ stored: token(RENEWAL_LEAD_MS / 2) });
    const entering = session.enter();
    await vi.advanceTimersByTimeAsync(0);
    expect(await entering).toBe(true);
    expect(deps.requestRenewal).toHaveBeenCalledOnce();
  });
});

describe("a token that expires while the page is open", () => {
  it("ends the session after its expiry, not before", async () => {
    const { session, user } = open({ stored: token(HOUR_MS), isOnline: () => false });
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(user()).not.toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(user()).toBeNull();
    expect(session.state.get().notice).toBe("expired");
  });

  it("ends the session on waking from a sleep that stopped the timers", () => {
    const { session, user } = open({ stored: token(HOUR_MS) });
    vi.setSystemTime(START + 2 * HOUR_MS);
    session.wake();
    expect(user()).toBeNull();
  });

  it("does not fire at once when the expiry is far in the future", async () => {
    const { deps, user } = open({ stored: token(400 * 24 * HOUR_MS) });
    await vi.advanceTimersByTimeAsync(30 * 24 * HOUR_MS);
    expect(user()).not.toBeNull();
    expect(deps.requestRenewal).not.toHaveBeenCalled();
  });
});

describe("a renewal that another tab has begun", () => {
  const held = () => Promise.reject(new LockHeld("renewal"));

  it("does not hold up the entry: the token is valid, and no second renewal is made", async () => {
    const { session, deps, user } = open({ stored: token(HOUR_MS), withLock: held });
    expect(await session.enter()).toBe(true);
    expect(user()).toMatchObject({ name: "ana" });
    expect(deps.requestRenewal).not.toHaveBeenCalled();
    expect(deps.reload).not.toHaveBeenCalled();
  });

  it("is made here when that tab has not made it until the next attempt", async () => {
    const { deps, user } = open({ stored: token(HOUR_MS), withLock: held });
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(deps.requestRenewal).toHaveBeenCalledTimes(1);
    expect(user()).toMatchObject({ jti: "2" });
  });
});

import { LOGOUT_RELOAD_MS } from "@lamina/shared/core/limits";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { ApiError } from "../../api/error.ts";
import { memoryStorage } from "../../testing/storage.ts";
import { makeToken, tokenFor } from "../../testing/token.ts";
import { createSession, type SessionDeps } from "./session.ts";

beforeEach(() => vi.useFakeTimers({ now: Date.parse("2026-01-15T12:00:00Z") }));
afterEach(() => vi.useRealTimers());

const needed = () => new ApiError("second-factor-needed", { status: 401, current: { challenge: "c.h.l" } });
const TOKEN = () => tokenFor(3_600_000, Date.now(), "ana");

function open(requestLogin: SessionDeps["requestLogin"]) {
  const reload = vi.fn();
  const session = createSession({
    ...{ storage: memoryStorage({}), tabStorage: memoryStorage(), now: Date.now, isOnline: () => true, reload },
    withLock: (_name, task) => task(),
    ...{
      opensOffline: () => true,
      requestLogin,
      requestLogout: vi.fn(),
      requestRenewal: async () => "",
      hasCodes: () => true,
    },
  });
  onTestFinished(session.dispose);
  return { session, reload };
}

it("a login that needs a code waits for it without an alert or a reload, and sends it with the challenge", async () => {
  const requestLogin = vi.fn<SessionDeps["requestLogin"]>().mockRejectedValueOnce(needed());
  requestLogin.mockRejectedValueOnce(new ApiError("second-factor-wrong", { status: 401 }));
  requestLogin.mockResolvedValueOnce(TOKEN());
  const { session, reload } = open(requestLogin);
  expect(await session.login("ana", "x")).toBe(false);
  expect(session.state.get()).toMatchObject({ challenge: "c.h.l", alert: null, user: null });
  expect(await session.enterCode("111111")).toBe(false);
  expect(session.state.get()).toMatchObject({ challenge: "c.h.l", isCodeWrong: true, alert: null });
  await vi.advanceTimersByTimeAsync(LOGOUT_RELOAD_MS);
  expect(reload).not.toHaveBeenCalled();
  expect(await session.enterCode("222222")).toBe(true);
  expect(requestLogin).toHaveBeenLastCalledWith({
    ...{ UserName: "ana", Password: "", Code: "222222", Challenge: "c.h.l" },
  });
  expect(session.state.get()).toMatchObject({ challenge: null, isCodeWrong: false, user: { name: "ana" } });
});

it("a passkey may take the place of the code, with the next challenge after a refusal", async () => {
  const ask = (challenge: string) => ({ challenge, rpId: "localhost", allowed: [] });
  const requestLogin = vi.fn<SessionDeps["requestLogin"]>();
  const needed = { status: 401, current: { challenge: "c.h.l", passkey: ask("first") } };
  requestLogin.mockRejectedValueOnce(new ApiError("second-factor-needed", needed));
  requestLogin.mockRejectedValueOnce(new ApiError("second-factor-wrong", { status: 401 }));
  const next = { status: 401, current: { passkey: ask("second") } };
  requestLogin.mockRejectedValueOnce(new ApiError("second-factor-wrong", next)).mockResolvedValueOnce(TOKEN());
  const { session } = open(requestLogin);
  await session.login("ana", "x");
  // A wrong code leaves the challenge of the passkey.
  await session.enterCode("111111");
  expect(session.state.get()).toMatchObject({ challenge: "c.h.l", passkey: ask("first") });
  const proof = { id: "a", clientDataJSON: "a", authenticatorData: "a", signature: "a" };
  expect(await session.enterPasskey(proof)).toBe(false);
  expect(session.state.get()).toMatchObject({ challenge: "c.h.l", passkey: ask("second"), alert: null });
  expect(await session.enterPasskey(proof)).toBe(true);
  expect(requestLogin).toHaveBeenLastCalledWith({
    ...{ UserName: "ana", Password: "", Passkey: proof, Challenge: "c.h.l" },
  });
  expect(session.state.get()).toMatchObject({ challenge: null, passkey: null, user: { name: "ana" } });
});

it("a challenge that is over leads back to the password with the reason", async () => {
  const requestLogin = vi.fn<SessionDeps["requestLogin"]>().mockRejectedValueOnce(needed()).mockResolvedValueOnce("");
  const { session } = open(requestLogin);
  await session.login("ana", "x");
  await session.enterCode("111111");
  expect(session.state.get()).toMatchObject({ challenge: null, notice: "code-too-late", alert: null });
});

it("a login that must set up a second factor first logs no user in, until the set-up gives a token", async () => {
  const first = makeToken({ exp: 4_000_000_000, roles: ["set-second-factor"] });
  const { session } = open(async () => first);
  expect(await session.login("ana", "x")).toBe(false);
  expect(session.state.get()).toMatchObject({ user: null, setUpToken: first });
  session.enterWith(TOKEN());
  expect(session.state.get()).toMatchObject({ user: { name: "ana" }, setUpToken: null });
});

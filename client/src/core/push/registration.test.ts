import { HOUR_MS } from "@lamina/shared/core/time";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectCredentials } from "../../api/credentials.ts";
import { ownPushId } from "../../platform/notifications/own-push-id.ts";
import { deviceStorage } from "../../platform/storage.ts";
import { startApiServer } from "../../testing/api-server.ts";
import { tokenFor } from "../../testing/token.ts";
import { session } from "../session/current-session.ts";
import { endPush, startPush } from "./registration.ts";

const KEY = "BAAB";
const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;

/** The browser's part: a service worker with a push manager. */
function browser(permission: string, current: { key: string } | null = null) {
  const unsubscribe = vi.fn(async () => true);
  const subscription = (key: string) => ({
    endpoint: "https://push.example/1",
    options: { applicationServerKey: bytes(key) },
    getKey: (name: string) => bytes(name === "auth" ? "AAAA" : "BBBB"),
    unsubscribe,
  });
  const pushManager = {
    getSubscription: async () => current && subscription(current.key),
    subscribe: vi.fn(async () => subscription(KEY)),
  };
  const serviceWorker = {
    getRegistration: async () => ({ pushManager }),
    addEventListener() {},
    removeEventListener() {},
  };
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { serviceWorker }));
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission, requestPermission: vi.fn() });
  return { pushManager, unsubscribe };
}

async function server(push?: object) {
  const api = await startApiServer({
    "GET /config.json": () => ({ name: "Lâmina", version: "1", demo: false, mapTiles: null, ...(push && { push }) }),
    "POST /push/subscriptions": () => ({ id: "7" }),
    "DELETE /push/subscriptions/7": (_request, response) => void response.writeHead(204).end(),
  });
  return api;
}

const token = tokenFor(HOUR_MS, Date.now());
beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  connectCredentials({ token: () => token, missing() {}, refused() {} });
  vi.spyOn(session, "token").mockReturnValue(token);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

it("registers a browser whose user allows notifications, and ends it with the token of the session that is over", async () => {
  const { pushManager, unsubscribe } = browser("granted");
  const api = await server({ web: { publicKey: KEY } });
  const stop = startPush();
  await vi.waitFor(() => expect(ownPushId()).toBe("7"));
  stop();
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: KEY });
  const post = api.requests.find(({ method }) => method === "POST");
  expect(post?.body).toEqual({
    kind: "web",
    endpoint: "https://push.example/1",
    keys: { p256dh: "BBBB", auth: "AAAA" },
  });
  pushManager.getSubscription = async () => ({ ...(await pushManager.subscribe()) });
  await endPush(token);
  expect(api.count("DELETE /push/subscriptions/7")).toBe(1);
  expect(api.requests.at(-1)?.headers.authorization).toBe(`Bearer ${token}`);
  expect([unsubscribe.mock.calls.length, ownPushId()]).toEqual([1, null]);
});

it("keeps the subscription of this server, and replaces that of another", async () => {
  await server({ web: { publicKey: KEY } });
  const same = browser("granted", { key: KEY });
  startPush()();
  await vi.waitFor(() => expect(ownPushId()).toBe("7"));
  expect([same.unsubscribe.mock.calls.length, same.pushManager.subscribe.mock.calls.length]).toEqual([0, 0]);
  deviceStorage.remove("push-device");
  const other = browser("granted", { key: "AAAA" });
  startPush()();
  await vi.waitFor(() => expect(ownPushId()).toBe("7"));
  expect([other.unsubscribe.mock.calls.length, other.pushManager.subscribe.mock.calls.length]).toEqual([1, 1]);
});

it.each([
  ["the permission is not given", "default", { web: { publicKey: KEY } }],
  ["the server has no push", "granted", undefined],
])("registers nothing where %s", async (_case, permission, push) => {
  const { pushManager } = browser(permission);
  const api = await server(push);
  startPush()();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([pushManager.subscribe.mock.calls.length, api.count("POST /push/subscriptions"), ownPushId()]).toEqual([
    0,
    0,
    null,
  ]);
});

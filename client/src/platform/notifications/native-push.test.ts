import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { canPushNatively, onNativePushed, onNativePushOpened, subscribeNatively } from "./native-push.ts";

// The bridge of a phone.
const { plugin, listeners } = vi.hoisted(() => {
  const listeners = new Map<string, (event: object) => void>();
  const plugin = {
    createChannel: vi.fn(async (_channel: object) => {}),
    register: vi.fn(async () => {}),
    unregister: vi.fn(async () => {}),
    addListener: vi.fn(async (event: string, listener: (event: object) => void) => {
      listeners.set(event, listener);
      return { remove: async () => void listeners.delete(event) };
    }),
  };
  return { plugin, listeners };
});
vi.mock("@capacitor/push-notifications", () => ({ PushNotifications: plugin }));

const on = (platform: string) => vi.stubGlobal("Capacitor", { getPlatform: () => platform });
beforeEach(() => vi.stubEnv("VITE_FCM", "1"));
afterEach(() => {
  listeners.clear();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it("gives the token of Firebase on Android, with a channel for each severity", async () => {
  on("android");
  plugin.register.mockImplementationOnce(async () => listeners.get("registration")?.({ value: "token-of-firebase" }));
  expect(await subscribeNatively()).toEqual({ kind: "fcm", token: "token-of-firebase" });
  expect(plugin.createChannel.mock.calls.map(([channel]) => channel)).toMatchObject([
    { id: "criticos", importance: 5, name: "Alertas críticos" },
    { id: "atencao", importance: 4 },
    { id: "avisos", importance: 3 },
  ]);
  await vi.waitFor(() => expect(listeners.size).toBe(0));
});

it("gives the token of Apple on iOS, without channels", async () => {
  on("ios");
  plugin.register.mockImplementationOnce(async () => listeners.get("registration")?.({ value: "token-of-apple" }));
  expect(await subscribeNatively()).toEqual({ kind: "apns", token: "token-of-apple" });
  expect(plugin.createChannel).not.toHaveBeenCalled();
});

it("reports why the phone has no token", async () => {
  on("ios");
  plugin.register.mockImplementationOnce(async () => listeners.get("registrationError")?.({ error: "no entitlement" }));
  await expect(subscribeNatively()).rejects.toThrow("no entitlement");
});

it("asks for no token in an Android app without Firebase, which would end the app", () => {
  on("android");
  expect(canPushNatively()).toBe(true);
  vi.stubEnv("VITE_FCM", "");
  expect(canPushNatively()).toBe(false);
  on("ios");
  expect(canPushNatively()).toBe(true);
});

it("opens the path of a tapped notification", async () => {
  const opened: string[] = [];
  const stop = await onNativePushOpened((link) => opened.push(link));
  const tap = listeners.get("pushNotificationActionPerformed");
  tap?.({ notification: { data: { link: "/maps" } } });
  tap?.({ notification: { data: {} } });
  tap?.({ notification: {} });
  stop();
  expect(opened).toEqual(["/maps"]);
});

it("reports a message that came by push while the app was in front, which the phone does not show", async () => {
  const listener = vi.fn();
  const stop = await onNativePushed(listener);
  const receive = (message: object) => listeners.get("pushNotificationReceived")?.(message);
  receive({ body: "Pivô 3 parou", data: { id: "a1", link: "/maps" } });
  receive({ body: "Chuva" });
  receive({ data: { id: "a2" } });
  expect(listener.mock.calls).toEqual([
    [{ id: "a1", text: "Pivô 3 parou", link: "/maps" }],
    [{ id: undefined, text: "Chuva", link: null }],
  ]);
  stop();
  await vi.waitFor(() => expect(listeners.size).toBe(0));
});

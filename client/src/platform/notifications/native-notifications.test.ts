import { HOUR_MS } from "@lamina/shared/core/time";
import { notificationNumber } from "@lamina/shared/messages/push";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { compareClock } from "../clock.ts";
import { nativeNotifications, onNativeOpened } from "./native-notifications.ts";

// Mocked, because the phone is outside of our code.
const plugin = vi.hoisted(() => ({
  createChannel: vi.fn(async () => {}),
  checkPermissions: vi.fn(async () => ({ display: "prompt-with-rationale" })),
  requestPermissions: vi.fn(async () => ({ display: "granted" })),
  checkExactNotificationSetting: vi.fn(async () => ({ exact_alarm: "granted" })),
  addListener: vi.fn(async (_event: string, _listener: (action: object) => void) => ({ remove: vi.fn() })),
  schedule: vi.fn(async (_options: { notifications: Record<string, unknown>[] }) => ({ notifications: [] })),
}));
vi.mock("@capacitor/local-notifications", () => ({ LocalNotifications: plugin }));
const push = vi.hoisted(() => ({ removeDeliveredNotifications: vi.fn(async (_delivered: object) => {}) }));
vi.mock("@capacitor/push-notifications", () => ({ PushNotifications: push }));

const START = Date.parse("2026-01-15T12:00:00Z");
beforeEach(() => vi.useFakeTimers({ now: START }));
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

it("creates a channel of maximum importance", async () => {
  await nativeNotifications.prepare();
  expect(plugin.createChannel).toHaveBeenCalledWith(expect.objectContaining({ id: "mensagens", importance: 5 }));
});

it("works without channels on iOS, which has none, and reports other failures", async () => {
  plugin.createChannel.mockRejectedValueOnce(Object.assign(new Error("not on iOS"), { code: "UNIMPLEMENTED" }));
  await nativeNotifications.prepare();
  plugin.createChannel.mockRejectedValueOnce(new Error("broken"));
  await expect(nativeNotifications.prepare()).rejects.toThrow("broken");
});

it("schedules a message 1 s ahead on that channel, with the same id for the same message", async () => {
  const message = { title: "Mensagem", body: "Pivô 03 parou", tag: "2026-01-15T12:00:00Z Pivô 03 parou" };
  await nativeNotifications.show(message);
  await nativeNotifications.show(message);
  const [first, second] = plugin.schedule.mock.calls.map(([options]) => options.notifications[0]);
  expect(first).toMatchObject({
    title: "Mensagem",
    body: "Pivô 03 parou",
    channelId: "mensagens",
    schedule: { at: new Date(START + 1000) },
  });
  expect(second?.id).toBe(first?.id);
  expect(Number.isInteger(first?.id) && Number(first?.id) > 0 && Number(first?.id) < 2 ** 31).toBe(true);
});

it("has the number of its push, and leaves one of the two in the tray of Android", async () => {
  vi.stubEnv("VITE_FCM", "1");
  const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const show = async (platform: string) => {
    vi.stubGlobal("Capacitor", { getPlatform: () => platform });
    await nativeNotifications.show({ title: "Mensagem", body: "Pivô 03 parou", tag: "a1" });
    await vi.advanceTimersByTimeAsync(15_000);
    return plugin.schedule.mock.lastCall?.[0].notifications[0]?.id;
  };
  expect(await show("ios")).toBe(notificationNumber("a1"));
  expect(push.removeDeliveredNotifications).not.toHaveBeenCalled();
  expect(await show("android")).toBe(notificationNumber("a1"));
  const pushed = { id: "0", tag: String(notificationNumber("a1")), data: {} };
  await vi.waitFor(() => expect(push.removeDeliveredNotifications.mock.calls).toEqual([[{ notifications: [pushed] }]]));
  hidden.mockReturnValue("visible");
  await show("android");
  expect(push.removeDeliveredNotifications).toHaveBeenCalledOnce();
  hidden.mockRestore();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it("schedules by the phone's own clock, which fires the alarm, also where that clock is wrong", async () => {
  compareClock(new Date(START - HOUR_MS).toISOString());
  await nativeNotifications.show({ title: "Mensagem", body: "Pivô 03 parou", tag: "2" });
  compareClock(new Date(START).toISOString());
  expect(plugin.schedule.mock.lastCall?.[0].notifications[0]).toMatchObject({
    schedule: { at: new Date(START + 1000) },
  });
});

it("uses exact alarms only where Android allows them, and never asks for the right", async () => {
  const exact = async () => {
    await nativeNotifications.show({ title: "Mensagem", body: "Pivô 03 parou", tag: "1" });
    return plugin.schedule.mock.lastCall?.[0].notifications[0]?.isExactNotification;
  };
  expect(await exact()).toBe(false);
  vi.stubGlobal("Capacitor", { getPlatform: () => "android" });
  expect(await exact()).toBe(true);
  plugin.checkExactNotificationSetting.mockResolvedValueOnce({ exact_alarm: "denied" });
  expect(await exact()).toBe(false);
  vi.unstubAllGlobals();
});

it("throws 'User denied permissions!' when the user denies", async () => {
  plugin.requestPermissions.mockResolvedValueOnce({ display: "denied" });
  await expect(nativeNotifications.request()).rejects.toThrow("User denied permissions!");
  expect(await nativeNotifications.request()).toBe("granted");
  expect(await nativeNotifications.permission()).toBe("prompt");
});

it("opens the path of a tapped notification", async () => {
  const opened = vi.fn();
  await onNativeOpened(opened);
  await nativeNotifications.show({ title: "Mensagem", body: "Pivô 03 parou", tag: "1", link: "/maps" });
  const { extra } = plugin.schedule.mock.lastCall?.[0].notifications[0] ?? {};
  const [event, tap] = plugin.addListener.mock.lastCall ?? [];
  for (const notification of [{ extra }, {}]) tap?.({ notification });
  expect([event, opened.mock.calls]).toEqual(["localNotificationActionPerformed", [["/maps"]]]);
});

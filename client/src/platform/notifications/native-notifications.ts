import { LocalNotifications } from "@capacitor/local-notifications";
import { NOTIFICATION_DELAY_MS, NOTIFICATION_IMPORTANCE } from "@lamina/shared/core/limits";
import { notificationNumber } from "@lamina/shared/messages/push";
import { clockSkewMs, now } from "../clock.ts";
import { platformName } from "../platform.ts";
import { text } from "../text.ts";
import type { DeviceNotifications, NotificationPermissionState } from "./device-notifications.ts";

const CHANNEL_ID = "mensagens";
/** By then the server has pushed a message that no page in front has acknowledged. */
const PUSHED_MS = 15_000;

function permissionState(display: string): NotificationPermissionState {
  return display === "granted" || display === "denied" ? display : "prompt";
}

/** True when Android allows this app exact alarms (release-phones.md). iOS is always exact, and lacks this call. */
async function mayBeExact(): Promise<boolean> {
  if (platformName() !== "android") return false;
  return (await LocalNotifications.checkExactNotificationSetting()).exact_alarm === "granted";
}

/** Phones: schedules notifications 1 s ahead on a channel of maximum importance (§9). */
export const nativeNotifications: DeviceNotifications = {
  asksAtStart: true,
  // Channels exist on Android only. On iOS the call does nothing.
  prepare: () =>
    LocalNotifications.createChannel({
      id: CHANNEL_ID,
      name: text.channel,
      description: text.channelDescription,
      importance: NOTIFICATION_IMPORTANCE,
      visibility: 1,
      vibration: true,
    }).catch((error: { code?: string }) => {
      if (error.code !== "UNIMPLEMENTED") throw error;
    }),
  async permission() {
    return permissionState((await LocalNotifications.checkPermissions()).display);
  },
  async request() {
    const state = permissionState((await LocalNotifications.requestPermissions()).display);
    if (state !== "granted") throw new Error("User denied permissions!");
    return state;
  },
  async show({ title, body, tag, link }) {
    await LocalNotifications.schedule({
      notifications: [
        {
          id: notificationNumber(tag),
          title,
          body,
          channelId: CHANNEL_ID,
          extra: { link },
          // By the phone's own clock, even a wrong one: its alarm would be late, or refused as a moment of the past.
          schedule: { at: new Date(now() - clockSkewMs() + NOTIFICATION_DELAY_MS), allowWhileIdle: true },
          // An exact alarm without the right would open the phone's settings at every message.
          isExactNotification: await mayBeExact(),
        },
      ],
    });
    // Android shows the pushed one beside this one, because one has its number as a text and the other as a number.
    if (document.visibilityState === "hidden" && platformName() === "android")
      setTimeout(() => void import("./native-push.ts").then(({ removePushed }) => removePushed(tag)), PUSHED_MS);
  },
};

/** Calls `listener` with the link of a notification that the user tapped. Resolves to a stop function. */
export async function onNativeOpened(listener: (link: string) => void): Promise<() => void> {
  const handle = await LocalNotifications.addListener("localNotificationActionPerformed", ({ notification }) => {
    const { link } = (notification.extra ?? {}) as { link?: string };
    if (link) listener(link);
  });
  return () => void handle.remove();
}

import { PushNotifications } from "@capacitor/push-notifications";
import { notificationNumber, PHONE_CHANNELS, type PushAddress } from "@lamina/shared/messages/push";
import { Severity } from "@lamina/shared/records/alert";
import { platformName } from "../platform.ts";
import { text } from "../text.ts";
import type { PushedMessage } from "./web-push.ts";

type PhoneAddress = Extract<PushAddress, { token: string }>;

/** The service of this phone, as `/config.json` names it. */
export const phoneService = () => (platformName() === "ios" ? "apns" : "fcm");

/**
 * Whether this app was built for its service. Firebase ends an app that asks for a token without `google-services.json`.
 */
export const canPushNatively = () => phoneService() === "apns" || import.meta.env.VITE_FCM === "1";

/** One channel per severity, so that the phone's user can silence information and not alarms. Android only. */
async function createChannels(): Promise<void> {
  if (platformName() !== "android") return;
  for (const severity of Severity.options)
    await PushNotifications.createChannel({
      ...PHONE_CHANNELS[severity],
      name: text.channels[severity],
      visibility: 1,
      vibration: severity !== "info",
    });
}

/**
 * The address of this phone at its push service. The permission was granted before.
 * @throws Error when the service gives none
 */
export async function subscribeNatively(): Promise<PhoneAddress> {
  await createChannels();
  return new Promise((resolve, reject) => {
    const listening = Promise.all([
      PushNotifications.addListener("registration", ({ value }) => {
        resolve({ kind: phoneService(), token: value });
        stop();
      }),
      PushNotifications.addListener("registrationError", ({ error }) => {
        reject(new Error(error));
        stop();
      }),
    ]);
    const stop = () =>
      void listening.then((handles) => {
        for (const handle of handles) void handle.remove();
      });
    listening.then(() => PushNotifications.register()).catch(reject);
  });
}

/** Ends the phone's registration, so that its service refuses further messages. */
export async function unsubscribeNatively(): Promise<void> {
  if (canPushNatively()) await PushNotifications.unregister();
}

/** Calls `listener` with the link of a pushed notification that the user tapped. Resolves to a stop function. */
export async function onNativePushOpened(listener: (link: string) => void): Promise<() => void> {
  const handle = await PushNotifications.addListener("pushNotificationActionPerformed", ({ notification }) => {
    const { link } = (notification.data ?? {}) as { link?: unknown };
    if (typeof link === "string") listener(link);
  });
  return () => void handle.remove();
}

/** Removes the pushed notification of a message that the app has shown itself. */
export async function removePushed(tag: string): Promise<void> {
  if (!canPushNatively()) return;
  // Firebase gives all its notifications the number 0.
  const pushed = { id: "0", tag: String(notificationNumber(tag)), data: {} };
  await PushNotifications.removeDeliveredNotifications({ notifications: [pushed] });
}

/** Calls `listener` with a message that came by push while the app was in front. Resolves to a stop function. */
export async function onNativePushed(listener: (message: PushedMessage) => void): Promise<() => void> {
  const handle = await PushNotifications.addListener("pushNotificationReceived", ({ body, data }) => {
    const { id, link } = (data ?? {}) as { id?: string; link?: string };
    if (body) listener({ id, text: body, link: link ?? null });
  });
  return () => void handle.remove();
}

import { text } from "../text.ts";
import type { DeviceNotifications, NotificationPermissionState } from "./device-notifications.ts";

const ICON = "/icon-192.png";

function permission(): NotificationPermissionState {
  if (!("Notification" in globalThis)) return "unsupported";
  return Notification.permission === "default" ? "prompt" : Notification.permission;
}

/** Notifications of browsers. */
export const webNotifications: DeviceNotifications = {
  prepare: () => Promise.resolve(),
  permission: () => Promise.resolve(permission()),
  async request() {
    if (permission() === "unsupported") return "unsupported";
    const answer = await Notification.requestPermission();
    if (answer === "denied") console.warn(text.notificationsDenied);
    return answer === "default" ? "prompt" : answer;
  },
  async show({ title, body, tag }) {
    if (permission() !== "granted") return;
    const options = { body, tag, icon: ICON, lang: "pt-BR" };
    try {
      new Notification(title, options);
    } catch (error) {
      // Chrome on Android has no constructor, so the service worker shows the notification.
      if (!(error instanceof TypeError) || !("serviceWorker" in navigator)) throw error;
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.showNotification(title, options);
    }
  },
};

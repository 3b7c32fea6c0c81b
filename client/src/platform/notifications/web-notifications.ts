import { text } from "../text.ts";
import { within } from "../within.ts";
import type { DeviceNotifications, NotificationPermissionState } from "./device-notifications.ts";

const ICON = "/icon-192.png";

const answerListeners = new Set<() => void>();
const openListeners = new Set<(link: string) => void>();

function permission(): NotificationPermissionState {
  if (!("Notification" in globalThis)) return "unsupported";
  return Notification.permission === "default" ? "prompt" : Notification.permission;
}

export const webNotifications: DeviceNotifications = {
  prepare: () => Promise.resolve(),
  permission: () => Promise.resolve(permission()),
  async request() {
    if (permission() === "unsupported") return "unsupported";
    const answer = await Notification.requestPermission();
    if (answer === "denied") console.warn(text.notificationsDenied);
    for (const listener of answerListeners) listener();
    return answer === "default" ? "prompt" : answer;
  },
  async show({ title, body, tag, link }) {
    if (permission() !== "granted") return;
    const options = { body, tag, icon: ICON, lang: "pt-BR", data: { link } };
    // The service worker first: the constructor shows nothing in an app that is installed on iOS, and throws in Chrome on
    // Android.
    const registration = await within(Promise.resolve(navigator.serviceWorker?.getRegistration()), undefined);
    if (registration?.active) return registration.showNotification(title, options);
    try {
      const notification = new Notification(title, options);
      notification.onclick = () => {
        notification.close();
        window.focus();
        if (link) for (const listener of openListeners) listener(link);
      };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await registration?.showNotification(title, options);
    }
  },
};

/** Requests the permission in a click if the user was not asked yet. The caller does not wait for the answer. */
export function askInClick(): void {
  if (permission() === "prompt")
    webNotifications.request().catch((error: unknown) => console.error(text.notAsked, error));
}

/** Calls `listener` when the user answers, or changes the setting of the browser. Returns a stop function. */
export function onWebAnswer(listener: () => void): () => void {
  const listening = new AbortController();
  answerListeners.add(listener);
  navigator.permissions
    ?.query({ name: "notifications" })
    .then((status) => status.addEventListener("change", listener, { signal: listening.signal }))
    // An old Safari does not know the name. The answer is then read when the page is seen again.
    .catch((error: unknown) => console.warn(text.noPermissionEvents, error));
  return () => {
    answerListeners.delete(listener);
    listening.abort();
  };
}

/** Calls `listener` with the link of a notification that the user tapped. Returns a stop function. */
export function onWebOpened(listener: (link: string) => void): () => void {
  const hear = ({ data }: MessageEvent<{ type?: string; link?: string } | null>) => {
    if (data?.type === "notification-opened" && data.link) listener(data.link);
  };
  openListeners.add(listener);
  navigator.serviceWorker?.addEventListener("message", hear);
  return () => {
    openListeners.delete(listener);
    navigator.serviceWorker?.removeEventListener("message", hear);
  };
}

import { NotificationMessage } from "@lamina/shared/records/alert";
import { onWake } from "../../platform/lifecycle.ts";
import { deviceNotifications, onPermissionAnswer, onPushed } from "../../platform/notifications/notifications.ts";
import { ownPushId } from "../push/registration.ts";
import { realtime } from "../realtime/current-realtime.ts";
import { useStore } from "../store.ts";
import { messagesArchive } from "./messages-archive.ts";
import { createNotificationCenter, type NotificationsState } from "./notification-center.ts";

const notificationCenter = createNotificationCenter({
  realtime,
  device: deviceNotifications,
  ownPushId,
  archive: messagesArchive,
});

/** Listens for this user, and follows changes of the permission. Returns a stop function. */
export function startNotifications(userName: string): () => void {
  const refresh = () => void notificationCenter.refresh();
  const stops = [
    notificationCenter.start(userName),
    onPermissionAnswer(refresh),
    onWake(refresh),
    onPushed(notificationCenter.pushed),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** True for a message about an alert of the inbox. */
function isAlert(message: unknown): boolean {
  const parsed = NotificationMessage.safeParse(message);
  return parsed.success && parsed.data.notificationId !== null;
}

/** Received messages, newest first, and the permission to show them. */
export function useNotifications(): NotificationsState & {
  /** Unread messages that are not alerts, because an alert is counted until a user takes it. */
  unread: number;
  /**
   * Asks for permission. Call it from a click. @throws Error 'User denied permissions!' when a phone's user denies (§4)
   */
  request(): Promise<void>;
  markAllRead(): void;
} {
  const state = useStore(notificationCenter.state);
  return {
    ...state,
    unread: state.items.filter(({ read, message }) => !read && !isAlert(message)).length,
    request: notificationCenter.request,
    markAllRead: notificationCenter.markAllRead,
  };
}

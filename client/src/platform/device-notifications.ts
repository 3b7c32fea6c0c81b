/** Whether notifications may be shown. `unsupported`: this browser has none. */
export type NotificationPermissionState = "prompt" | "granted" | "denied" | "unsupported";

/** A notification of the device. `tag`: a later one of the same tag takes its place. */
interface DeviceNotification {
  title: string;
  body: string;
  tag: string;
}

/** Notifications of the platform we run on. */
export interface DeviceNotifications {
  /** Makes ready what showing wants. */
  prepare(): Promise<void>;
  permission(): Promise<NotificationPermissionState>;
  /** Asks the user; call from a click. @throws Error 'User denied permissions!' on a phone that denies (§4) */
  request(): Promise<NotificationPermissionState>;
  show(notification: DeviceNotification): Promise<void>;
}

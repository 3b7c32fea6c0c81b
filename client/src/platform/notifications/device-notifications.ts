/** The permission to show notifications. `unsupported`: this browser has none. */
export type NotificationPermissionState = "prompt" | "granted" | "denied" | "unsupported";

/** A notification of the device. A later one with the same `tag` replaces it. */
interface DeviceNotification {
  title: string;
  body: string;
  tag: string;
}

/** Notifications of the current platform. */
export interface DeviceNotifications {
  /** Prepares what `show` needs. */
  prepare(): Promise<void>;
  permission(): Promise<NotificationPermissionState>;
  /** Asks the user. Call it from a click. @throws Error 'User denied permissions!' when a phone's user denies (§4) */
  request(): Promise<NotificationPermissionState>;
  show(notification: DeviceNotification): Promise<void>;
}

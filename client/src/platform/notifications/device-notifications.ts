/** The permission to show notifications. `unsupported`: this browser has none. */
export type NotificationPermissionState = "prompt" | "granted" | "denied" | "unsupported";

/** A notification of the device. A later one with the same `tag` replaces it. */
export interface DeviceNotification {
  title: string;
  body: string;
  tag: string;
  /** Path of the app that a tap opens. */
  link?: string | undefined;
}

export interface DeviceNotifications {
  /** True where the permission can be requested without a click. */
  asksAtStart?: boolean;
  /** Prepares what `show` needs. */
  prepare(): Promise<void>;
  permission(): Promise<NotificationPermissionState>;
  /**
   * Asks the user, and reports a denial as §4 and §8 say. With `asksAtStart` it needs no click.
   * @throws Error 'User denied permissions!' when a phone's user denies
   */
  request(): Promise<NotificationPermissionState>;
  show(notification: DeviceNotification): Promise<void>;
}

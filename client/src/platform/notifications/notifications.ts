import { isNative } from "../platform.ts";
import type { DeviceNotifications } from "./device-notifications.ts";

/** Imported on first use, so that a platform does not load the plugin of the other. */
export async function deviceNotifications(): Promise<DeviceNotifications> {
  return isNative()
    ? (await import("./native-notifications.ts")).nativeNotifications
    : (await import("./web-notifications.ts")).webNotifications;
}

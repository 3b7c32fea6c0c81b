import type { DeviceNotifications } from "./device-notifications.ts";
import { isNative } from "./platform.ts";

/** Loaded when first wanted: the plugin of one platform is no weight on the other. */
export async function deviceNotifications(): Promise<DeviceNotifications> {
  return isNative()
    ? (await import("./native-notifications.ts")).nativeNotifications
    : (await import("./web-notifications.ts")).webNotifications;
}

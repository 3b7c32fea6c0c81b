import { isNative } from "../platform.ts";
import type { DeviceNotifications } from "./device-notifications.ts";
import { askInClick, onWebAnswer, onWebOpened, webNotifications } from "./web-notifications.ts";
import { onWebPushed, type PushedMessage } from "./web-push.ts";

/** The phone's plugins are imported on first use, so that browsers do not load it. */
const native = () => import("./native-notifications.ts");

export async function deviceNotifications(): Promise<DeviceNotifications> {
  return isNative() ? (await native()).nativeNotifications : webNotifications;
}

/** Asks for the permission at once, because a browser allows it in a click only. Phones ask at the start. */
export function askAtLogin(): void {
  if (!isNative()) askInClick();
}

/** Calls `listener` when the user answers. Returns a stop function. A phone's answer is read when the app is seen again. */
export function onPermissionAnswer(listener: () => void): () => void {
  return isNative() ? () => {} : onWebAnswer(listener);
}

/** Calls `listener` with the link of a notification that the user tapped. Returns a stop function. */
export function onNotificationOpened(listener: (link: string) => void): () => void {
  if (!isNative()) return onWebOpened(listener);
  const stops = Promise.all([
    native().then(({ onNativeOpened }) => onNativeOpened(listener)),
    import("./native-push.ts").then(({ canPushNatively, onNativePushOpened }) =>
      canPushNatively() ? onNativePushOpened(listener) : () => {},
    ),
  ]);
  return () =>
    void stops.then((removes) => {
      for (const remove of removes) remove();
    });
}

/** Calls `listener` with a message that came by push while the app was seen. Returns a stop function. */
export function onPushed(listener: (message: PushedMessage) => void): () => void {
  if (!isNative()) return onWebPushed(listener);
  const stop = import("./native-push.ts").then(({ canPushNatively, onNativePushed }) =>
    canPushNatively() ? onNativePushed(listener) : () => {},
  );
  return () => void stop.then((remove) => remove());
}

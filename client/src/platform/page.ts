import { isNative } from "./platform.ts";

export const page = {
  /** Reloads the page, as the browser's own button does. */
  reload(): void {
    window.location.reload();
  },
  /** Whether a reload needs no server: the app's files are on the device. */
  opensOffline(): boolean {
    return isNative() || Boolean(navigator.serviceWorker?.controller);
  },
};

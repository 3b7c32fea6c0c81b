import { isNative } from "./platform.ts";
import { text } from "./text.ts";

/** False when the device reports no connection. True does not prove a connection. */
export function isOnline(): boolean {
  return navigator.onLine;
}

/** Calls `listener` when the device gains or loses its connection. Returns a function that removes it. */
export function onConnectivity(listener: (online: boolean) => void): () => void {
  const handle = () => listener(isOnline());
  window.addEventListener("online", handle);
  window.addEventListener("offline", handle);
  return () => {
    window.removeEventListener("online", handle);
    window.removeEventListener("offline", handle);
  };
}

/**
 * Calls `listener` when the app may be in use again after timers slept: connection back, tab visible, page restored,
 * native app resumed. Returns a function that removes it.
 */
export function onWake(listener: () => void): () => void {
  const visible = () => {
    if (document.visibilityState === "visible") listener();
  };
  const online = () => listener();
  window.addEventListener("online", online);
  window.addEventListener("pageshow", visible);
  document.addEventListener("visibilitychange", visible);
  const stopNative = isNative() ? listenNatively((app) => app.addListener("resume", listener)) : () => {};
  return () => {
    window.removeEventListener("online", online);
    window.removeEventListener("pageshow", visible);
    document.removeEventListener("visibilitychange", visible);
    stopNative();
  };
}

/**
 * Handles Android's back button: goes back in history, or leaves the app on its first page. `handled` returns true when
 * it has handled the press, such as by closing a dialog. Does nothing on the web. Returns a stop function.
 */
export function onBackButton(handled: () => boolean): () => void {
  if (!isNative()) return () => {};
  return listenNatively((app) =>
    app.addListener("backButton", ({ canGoBack }) => {
      if (handled()) return;
      if (canGoBack) window.history.back();
      else void app.exitApp();
    }),
  );
}

/**
 * Calls `listener` with the path of a link to the BFF's host that the phone opens with the app, also of the link that
 * started it. Does nothing on the web. Returns a stop function.
 */
export function onLinkOpened(listener: (path: string) => void): () => void {
  if (!isNative()) return () => {};
  return listenNatively((app) =>
    app.addListener("appUrlOpen", ({ url }) => {
      const { pathname, search, hash } = new URL(url);
      // Two slashes would name another host.
      listener(pathname.replace(/^\/+/, "/") + search + hash);
    }),
  );
}

type AppPlugin = typeof import("@capacitor/app").App;

/** The plugin is loaded on phones only. A stop before it is loaded takes effect after the load. */
function listenNatively(listen: (app: AppPlugin) => Promise<{ remove(): Promise<void> }>): () => void {
  const handle = import("@capacitor/app").then(({ App }) => listen(App));
  handle.catch((error: unknown) => console.error(text.noLifecycle, error));
  return () => void handle.then((listener) => listener.remove()).catch(() => {});
}

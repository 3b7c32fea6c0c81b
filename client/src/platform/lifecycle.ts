import { isNative } from "./platform.ts";

/** False when the device knows that it has no connection; true proves nothing. */
export function isOnline(): boolean {
  return navigator.onLine;
}

/** Tells `listener` when the device gains or loses its connection; returns how to stop. */
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
 * Tells `listener` when somebody may be looking again after timers slept: connection back, tab visible, page restored,
 * native app resumed. Returns how to stop.
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
 * Android's back button: goes back in history, or leaves the app from its first page. `handled` may take the press
 * itself (a menu or dialog closes). Returns how to stop; on the web it does nothing.
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

type AppPlugin = typeof import("@capacitor/app").App;

/** The plugin is loaded on phones alone; stopping before it arrived stops it when it does. */
function listenNatively(listen: (app: AppPlugin) => Promise<{ remove(): Promise<void> }>): () => void {
  const handle = import("@capacitor/app").then(({ App }) => listen(App));
  handle.catch((error: unknown) => console.error("Ciclo de vida do aplicativo indisponível", error));
  return () => void handle.then((listener) => listener.remove()).catch(() => {});
}

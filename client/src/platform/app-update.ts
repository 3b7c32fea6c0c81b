import { registerSW } from "virtual:pwa-register";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { useSyncExternalStore } from "react";
import { isOnline, onWake } from "./lifecycle.ts";
import { isNative } from "./platform.ts";

/** How often an open tab looks for a new version. */
const LOOK_AGAIN_MS = 5 * MINUTE_MS;
/** The first screen has the line for itself so long: what is kept for offline is all of the app. */
const REGISTER_AFTER_MS = 3_000;

const listeners = new Set<() => void>();
let registered = false;
let waiting = false;
let activate: (reload: boolean) => Promise<void> = async () => {};

/** Registers the service worker, once, which keeps the app's own files for offline. The native app carries them itself. */
export function registerAppUpdate(): void {
  if (registered || isNative() || !import.meta.env.PROD) return;
  registered = true;
  setTimeout(register, REGISTER_AFTER_MS);
}

function register(): void {
  activate = registerSW({
    onNeedRefresh() {
      waiting = true;
      for (const listener of listeners) listener();
    },
    onRegisteredSW: (_url, registration) => registration && keepLooking(registration),
    onRegisterError: (error: unknown) => console.warn("Uso sem conexão indisponível", error),
  }) as typeof activate;
}

/** A browser looks by itself only when a page is opened; a tab on a farm's wall is open for weeks. */
function keepLooking(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // A device without a connection looks in vain.
    if (isOnline()) registration.update().catch(() => {});
  };
  setInterval(look, LOOK_AGAIN_MS);
  onWake(look);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** "Nova versão": whether one is waiting, and how to change to it, which reloads the page. */
export function useAppUpdate(): { available: boolean; apply(): void } {
  const available = useSyncExternalStore(subscribe, () => waiting);
  return { available, apply: () => void activate(true) };
}

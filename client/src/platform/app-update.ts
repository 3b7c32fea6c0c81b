import { registerSW } from "virtual:pwa-register";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { useSyncExternalStore } from "react";
import { isOnline, onWake } from "./lifecycle.ts";
import { isNative } from "./platform.ts";
import { text } from "./text.ts";

/** How often an open tab checks for a new version. */
const LOOK_AGAIN_MS = 5 * MINUTE_MS;
/** How long a press of "Atualizar" waits for the new version, before it reloads the page. */
const ACTIVATION_MS = 5_000;
const listeners = new Set<() => void>();
let registered = false;
let waiting = false;
let activate: (reload: boolean) => Promise<void> = async () => {};

/**
 * Registers the service worker once. It caches the app's files for offline use, one at a time. The native app contains
 * its files.
 */
export function registerAppUpdate(): void {
  if (registered || isNative() || !import.meta.env.PROD) return;
  registered = true;
  activate = registerSW({
    onNeedRefresh() {
      waiting = true;
      for (const listener of listeners) listener();
    },
    onRegisteredSW: (_url, registration) => registration && keepLooking(registration),
    onRegisterError: (error: unknown) => console.warn(text.noOfflineUse, error),
  }) as typeof activate;
}

/** A browser checks only when a page is opened, but a tab may stay open for weeks. */
function keepLooking(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // Offline the check cannot succeed.
    if (isOnline()) registration.update().catch(() => {});
  };
  setInterval(look, LOOK_AGAIN_MS);
  onWake(look);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** "Nova versão": true when a new version is waiting, and a function that activates it and reloads the page. */
export function useAppUpdate(): { available: boolean; apply(): void } {
  const available = useSyncExternalStore(subscribe, () => waiting);
  return { available, apply };
}

/**
 * The library reloads a page that a worker controlled when it was opened, so not the page of the first visit. A browser
 * activates the new version when the old one has no request under way, which may be long; a reload ends them.
 */
function apply(): void {
  const reload = () => window.location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  setTimeout(reload, ACTIVATION_MS);
  void activate(true);
}

/** Resolves when the app's files are on this device: at once in the native app and without a service worker. */
export async function appStored(): Promise<void> {
  if (isNative() || !import.meta.env.PROD) return;
  await navigator.serviceWorker?.ready;
}

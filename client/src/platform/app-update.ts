import { MINUTE_MS } from "@lamina/shared/core/time";
import { useSyncExternalStore } from "react";
import type { Workbox } from "workbox-window";
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
let worker: Workbox | undefined;

/**
 * Registers the service worker once. It caches the app's files for offline use, one at a time. The native app contains
 * its files.
 */
export function registerAppUpdate(): void {
  if (registered || isNative() || !import.meta.env.PROD) return;
  registered = true;
  void register().catch((error: unknown) => console.warn(text.noOfflineUse, error));
}

async function register(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { Workbox } = await import("workbox-window");
  worker = new Workbox("/sw.js");
  worker.addEventListener("waiting", () => {
    waiting = true;
    for (const listener of listeners) listener();
    // Also when another tab activates the new version.
    worker?.addEventListener("controlling", ({ isUpdate }) => isUpdate && window.location.reload());
  });
  const registration = await worker.register();
  if (registration) keepLooking(registration);
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
 * Reloads when the new version is active. A browser activates it when the old one has no request under way, which may
 * be long; a reload ends them.
 */
function apply(): void {
  const reload = () => window.location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  setTimeout(reload, ACTIVATION_MS);
  worker?.messageSkipWaiting();
}

/** Resolves when the app's files are on this device: at once in the native app and without a service worker. */
export async function appStored(): Promise<void> {
  if (isNative() || !import.meta.env.PROD) return;
  await navigator.serviceWorker?.ready;
}

import type { RuntimeConfig } from "@lamina/shared/messages/runtime-config";
import { deviceStorage } from "../platform/storage.ts";
import { deadline } from "./deadline.ts";

const CHOSEN_KEY = "bffOrigin";

/**
 * Origin of the BFF: this page's own on the web; in the native app the one set at build time (`VITE_BFF_URL`), or the one
 * that its user chose on the login page.
 */
export function bffOrigin(): string {
  const built = import.meta.env.VITE_BFF_URL;
  return built ? (deviceStorage.read(CHOSEN_KEY) ?? built) : location.origin;
}

/** Longest wait for the answer of a server that somebody typed. */
const CHECK_TIMEOUT_MS = 10_000;

/**
 * Proves that a BFF answers at an address, and keeps it for the next start of the app.
 * @returns false when the address is none, or no BFF answers there
 */
export async function chooseBffOrigin(address: string): Promise<boolean> {
  const limit = deadline(CHECK_TIMEOUT_MS);
  try {
    const url = new URL(address.includes("://") ? address : `https://${address}`);
    if (url.protocol !== "https:" || url.username || url.password) return false;
    const response = await fetch(`${url.origin}/config.json`, { signal: limit.signal });
    const { name, version, demo }: Partial<RuntimeConfig> = await response.json();
    if (!response.ok || typeof name !== "string" || typeof version !== "string" || typeof demo !== "boolean")
      return false;
    deviceStorage.write(CHOSEN_KEY, url.origin);
    return true;
  } catch {
    return false;
  } finally {
    limit.release();
  }
}

/** Address of an API call, given its path and query as the API names them. */
export function apiAddress(pathAndQuery: string): string {
  return new URL(`/api${pathAndQuery}`, bffOrigin()).href;
}

/** Address of the realtime WebSocket. */
export function realtimeAddress(): string {
  const url = new URL("/realtime", bffOrigin());
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

/** Address of `/config.json` (contract). */
export function configAddress(): string {
  return new URL("/config.json", bffOrigin()).href;
}

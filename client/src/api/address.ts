import type { RuntimeConfig } from "@lamina/shared/messages/runtime-config";
import { deviceStorage } from "../platform/storage.ts";
import { deadline } from "./deadline.ts";

const CHOSEN_KEY = "bffOrigin";

/**
 * Origin of the BFF. On the web: the origin of the page. In the native app: the one set at build time (`VITE_BFF_URL`),
 * or the one that the user chose on the login page.
 */
export function bffOrigin(): string {
  const built = import.meta.env.VITE_BFF_URL;
  return built ? (deviceStorage.read(CHOSEN_KEY) ?? built) : location.origin;
}

/** Longest wait for the answer of a server whose address a user typed. */
const CHECK_TIMEOUT_MS = 10_000;

/**
 * Checks that a BFF answers at an address, and stores the address for the next start of the app.
 * @returns false when the address is invalid, or no BFF answers there
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

/** Address of an API call, from the path and query of its endpoint. */
export function apiAddress(pathAndQuery: string): string {
  return new URL(`/api${pathAndQuery}`, bffOrigin()).href;
}

export function realtimeAddress(): string {
  const url = new URL("/realtime", bffOrigin());
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

export function configAddress(): string {
  return new URL("/config.json", bffOrigin()).href;
}

/** Origin of the BFF: this page's own on the web; in the native app the one set at build time (`VITE_BFF_URL`). */
function bffOrigin(): string {
  return import.meta.env.VITE_BFF_URL || location.origin;
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

import type { IncomingMessage } from "node:http";

const REALTIME_PATH = "/realtime";

/** Accepts only a WebSocket at `/realtime`. Other upgrades are ignored, as HTTP specifies (RFC 9110, 7.8). */
export function isRealtimeUpgrade({ url = "", headers: { upgrade = "" } }: IncomingMessage): boolean {
  return url.split("?", 1)[0] === REALTIME_PATH && upgrade.toLowerCase() === "websocket";
}

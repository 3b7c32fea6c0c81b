import type { IncomingMessage } from "node:http";

const REALTIME_PATH = "/realtime";

/** Only a WebSocket at `/realtime` is taken up. Any other upgrade is ignored, as HTTP says (RFC 9110, 7.8). */
export function isRealtimeUpgrade({ url = "", headers: { upgrade = "" } }: IncomingMessage): boolean {
  return url.split("?", 1)[0] === REALTIME_PATH && upgrade.toLowerCase() === "websocket";
}

import { EventEmitter } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** Whether an upgrade is wanted. Any other is ignored and answered as the request that it is (RFC 9110, 7.8). */
export function isWebSocketAt(path: string, { url, headers }: IncomingMessage): boolean {
  return url?.split("?", 1)[0] === path && headers.upgrade?.toLowerCase() === "websocket";
}

/** The upgrades of a server, for `@fastify/websocket` to listen to in place of the server. */
export function upgradesOf(server: Server): Server {
  const upgrades = new EventEmitter();
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    upgrades.emit("upgrade", request, socket, head);
  });
  // It needs no more of a server than this event.
  return upgrades as Server;
}

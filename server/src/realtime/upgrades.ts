import { EventEmitter } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/**
 * The upgrades of one path, for `@fastify/websocket` to listen to in place of the server. Left to itself it answers 101 on
 * every route, and never frees the socket of one that a hook of another plugin refuses. Any other upgrade is refused here.
 */
export function upgradesOf(server: Server, path: string): Server {
  const upgrades = new EventEmitter();
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (request.url?.split("?", 1)[0] === path) upgrades.emit("upgrade", request, socket, head);
    else refuse(server, socket);
  });
  // It needs no more of a server than this event.
  return upgrades as Server;
}

/** Answers as to any request that cannot be read, and lets go of the socket, whatever the peer does. */
function refuse(server: Server, socket: Socket): void {
  socket.on("error", () => socket.destroy());
  server.emit("clientError", new Error("no upgrade here"), socket);
  socket.destroySoon();
}

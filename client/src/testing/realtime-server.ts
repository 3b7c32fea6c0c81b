import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { ClientFrame, ServerFrame } from "@lamina/shared/messages/realtime";
import { onTestFinished, vi } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";

/** A real WebSocket server in place of the BFF, for one test. */
interface RealtimeServer {
  url: string;
  /** Frames received over all connections, in their order. */
  frames: ClientFrame[];
  /** Number of connections since the start. */
  connections: number;
  /** Answers an `authenticate` frame. By default: `authenticated`, and a connected broker. */
  onAuthenticate(socket: WebSocket, token: string): void;
  send(frame: ServerFrame): void;
  sendText(text: string): void;
  /** Closes every open connection with a code. */
  closeAll(code: number): void;
  /** Stops the server. `resume` starts it again on the same port. */
  stop(): Promise<void>;
  resume(): Promise<void>;
  /** Waits until this many frames of a type have arrived. */
  received(type: ClientFrame["type"], count?: number): Promise<void>;
}

export async function startRealtimeServer(): Promise<RealtimeServer> {
  let server: WebSocketServer;
  let port = 0;
  const open = new Set<WebSocket>();

  const realtime: RealtimeServer = {
    url: "",
    frames: [],
    connections: 0,
    onAuthenticate(socket) {
      socket.send(JSON.stringify({ type: "authenticated" }));
      socket.send(JSON.stringify({ type: "state", state: "connected" }));
    },
    send: (frame) => realtime.sendText(JSON.stringify(frame)),
    sendText(text) {
      for (const socket of open) socket.send(text);
    },
    closeAll(code) {
      for (const socket of open) socket.close(code);
    },
    async stop() {
      for (const socket of open) socket.terminate();
      server.close();
      await once(server, "close");
    },
    async resume() {
      server = new WebSocketServer({ port, host: "127.0.0.1" });
      server.on("connection", accept);
      await once(server, "listening");
      port = (server.address() as AddressInfo).port;
      realtime.url = `ws://127.0.0.1:${port}`;
    },
    received: (type, count = 1) =>
      vi.waitUntil(() => realtime.frames.filter((frame) => frame.type === type).length >= count).then(() => {}),
  };

  function accept(socket: WebSocket): void {
    realtime.connections += 1;
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data)) as ClientFrame;
      realtime.frames.push(frame);
      if (frame.type === "authenticate") realtime.onAuthenticate(socket, frame.token);
    });
  }

  await realtime.resume();
  onTestFinished(realtime.stop);
  return realtime;
}

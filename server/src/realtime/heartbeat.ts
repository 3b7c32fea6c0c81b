import type { WebSocket } from "ws";

/** Pings an open socket until it closes, and terminates it when it no longer answers. */
export function keepAlive(socket: WebSocket, intervalMs: number, timeoutMs: number): void {
  let deadline: NodeJS.Timeout | undefined;
  const beat = setInterval(() => {
    socket.ping();
    deadline ??= setTimeout(() => socket.terminate(), timeoutMs).unref();
  }, intervalMs).unref();
  socket.on("pong", () => {
    clearTimeout(deadline);
    deadline = undefined;
  });
  socket.on("close", () => {
    clearInterval(beat);
    clearTimeout(deadline);
  });
}

import type { Socket } from "node:net";
import { buildConnector } from "undici";

/** Code of a reset connection, for which the library would take the end of an answer without a length as its end. */
export const RESET = "API_RESET";

/** Connections that broke after an earlier answer, by their error. */
const broken = new WeakSet<object>();

/** Connects as the library does. Marks the errors of connections, before the library handles them. */
export function connector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      socket.on("error", (failure: NodeJS.ErrnoException) => mark(failure, socket));
      return callback(null, socket);
    });
}

function mark(failure: NodeJS.ErrnoException, { bytesRead }: Socket): void {
  if (bytesRead > 0) broken.add(failure);
  if (failure.code === "ECONNRESET") failure.code = RESET;
}

/** Whether a call failed because its connection, which had served another one, was closed. */
export function isKeptConnectionClosed(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  if (broken.has(error)) return true;
  const { code, socket } = error as { code?: unknown; socket?: { bytesRead?: number } };
  return code === "UND_ERR_SOCKET" && (socket?.bytesRead ?? 0) > 0;
}

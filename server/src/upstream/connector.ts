import type { Socket } from "node:net";
import { buildConnector } from "undici";

/** Code of a reset connection, for which the library would take the end of an answer without a length as its end. */
export const RESET = "API_RESET";

/** Connections that broke after an earlier answer, by their error. */
const broken = new WeakSet<object>();

const CONTINUE = Buffer.from("HTTP/1.1 100");
const END_OF_HEAD = Buffer.from("\r\n\r\n");

/**
 * Connects as the library does. Marks the errors of connections, before the library handles them, and drops each `100
 * Continue`, which an API may send unasked and the library takes for a fault (RFC 9110, 15.2).
 */
export function connector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      socket.on("error", (failure: NodeJS.ErrnoException) => mark(failure, socket));
      dropContinue(socket);
      return callback(null, socket);
    });
}

function dropContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  /** Bytes that had been written when the last answer began. */
  let answered = 0;
  socket.read = (size?: number): Buffer | null => {
    let chunk: Buffer | null = read(size);
    // Only the first bytes after a request are the head of an answer.
    while (chunk && socket.bytesWritten !== answered) {
      const end = chunk.subarray(0, CONTINUE.length).equals(CONTINUE) ? chunk.indexOf(END_OF_HEAD) : -1;
      if (end < 0) answered = socket.bytesWritten;
      else chunk = end + END_OF_HEAD.length < chunk.length ? chunk.subarray(end + END_OF_HEAD.length) : read();
    }
    return chunk;
  };
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

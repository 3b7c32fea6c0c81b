import type { Socket } from "node:net";
import { buildConnector } from "undici";

/** Code of a reset connection, for which the library would take the end of an answer without a length as its end. */
export const RESET = "API_RESET";

/** Connections that broke after an earlier answer, by their error. */
const broken = new WeakSet<object>();

/** The beginning of an interim answer (RFC 9110, 15.2), or of its beginning; 101 ends what HTTP is, and is no interim one. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)/;
const MAYBE_INTERIM = /^(H|HT|HTT|HTTP|HTTP\/|HTTP\/1|HTTP\/1\.|HTTP\/1\.[01]|HTTP\/1\.[01] |HTTP\/1\.[01] 10?)$/;
const END_OF_HEAD = Buffer.from("\r\n\r\n");
/** Longer than "HTTP/1.1 100". */
const PEEKED_BYTES = 12;
/** As the library limits the head of an answer. */
const MAX_HEAD_BYTES = 16_384;

/**
 * Connects as the library does. Marks the errors of connections, before the library handles them, and drops each
 * interim answer, such as a `100 Continue`, which an API may send unasked and the library takes for a fault (RFC 9110,
 * 15.2).
 */
export function connector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      socket.on("error", (failure: NodeJS.ErrnoException) => mark(failure, socket));
      dropInterim(socket);
      return callback(null, socket);
    });
}

function dropInterim(socket: Socket): void {
  const read = socket.read.bind(socket);
  /** Bytes that had been written when the last answer began. */
  let answered = 0;
  /** The beginning of what may be an interim answer, until the rest of its head arrives. */
  let held: Buffer | undefined;
  socket.read = (size?: number): Buffer | null => {
    let chunk: Buffer | null = read(size);
    // Only the first bytes after a request are the head of an answer.
    while (chunk && socket.bytesWritten !== answered) {
      if (held) chunk = Buffer.concat([held, chunk]);
      held = undefined;
      const beginning = chunk.toString("latin1", 0, PEEKED_BYTES);
      const isInterim = INTERIM.test(beginning);
      const end = isInterim ? chunk.indexOf(END_OF_HEAD) : -1;
      if (end >= 0) chunk = end + END_OF_HEAD.length < chunk.length ? chunk.subarray(end + END_OF_HEAD.length) : read();
      else if ((isInterim || MAYBE_INTERIM.test(beginning)) && chunk.length < MAX_HEAD_BYTES) {
        held = chunk;
        chunk = read();
      } else answered = socket.bytesWritten;
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

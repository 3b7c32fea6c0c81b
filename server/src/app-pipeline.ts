import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The last response of a connection, and the one before it for pipelined requests. Properties, because a weak map costs more. */
const LAST = Symbol("last answer");
const EARLIER = Symbol("earlier answer");
type Connection = Socket & { [LAST]?: Answer };
type Answer = ServerResponse & { [EARLIER]?: Answer };

/** Safe methods (RFC 9110, 9.2.1). */
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

export function isSafe(method: string | undefined): boolean {
  return SAFE.has(method ?? "");
}

/** Remembers the response to the current request of a connection. Called before any other listener. */
export function noteAnswer(request: IncomingMessage, answer: Answer): void {
  const socket: Connection = request.socket;
  const last = socket[LAST];
  if (last && isUnderWay(last)) answer[EARLIER] = last;
  socket[LAST] = answer;
}

/**
 * The response that a pipelined request must wait for, because requests run in parallel only when all of them are safe
 * (RFC 9112, 9.3.2).
 */
export function precedingWrite(answer: Answer): ServerResponse | undefined {
  const earlier = earlierOf(answer);
  if (!earlier || !isSafe(answer.req.method)) return earlier;
  let other: Answer | undefined = earlier;
  while (other && isSafe(other.req.method)) other = earlierOf(other);
  return other && earlier;
}

/** The response that an error of the parser must wait for. */
export function runningAnswer(socket: Connection): ServerResponse | undefined {
  const last = socket[LAST];
  // A truncated request has no response to wait for.
  const answer = last && !last.req.complete && !last.headersSent ? last[EARLIER] : last;
  return answer && isUnderWay(answer) ? answer : undefined;
}

function earlierOf(answer: Answer): Answer | undefined {
  const earlier = answer[EARLIER];
  return earlier && isUnderWay(earlier) ? earlier : undefined;
}

function isUnderWay(answer: ServerResponse): boolean {
  return !answer.writableFinished && !answer.destroyed;
}

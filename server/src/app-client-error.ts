import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ProblemId } from "@lamina/shared/core/errors";
import { PROBLEM_CONTENT_TYPE, type Problem } from "@lamina/shared/core/problem";

const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The last response of a connection, and the one before it for pipelined requests. Properties, because a weak map costs more. */
const LAST = Symbol("last answer");
const EARLIER = Symbol("earlier answer");
type Connection = Socket & { [LAST]?: Answer };
type Answer = ServerResponse & { [EARLIER]?: Answer };

/** Remembers the current response of a connection, for {@link answerClientError}. */
export function noteAnswer(request: IncomingMessage, answer: Answer): void {
  const socket: Connection = request.socket;
  const last = socket[LAST];
  if (last && isUnderWay(last)) answer[EARLIER] = last;
  socket[LAST] = answer;
}

/** Answers an unreadable HTTP request, which reaches no route and no hook, after the running responses. */
export function answerClientError(error: Error & { code?: string }, socket: Connection): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const last = socket[LAST];
  // A truncated request has no response to wait for.
  const answer = last && !last.req.complete && !last.headersSent ? last[EARLIER] : last;
  if (!answer || !isUnderWay(answer)) {
    refuse(error, socket);
    return;
  }
  // Stop reading, because each further byte would be another error.
  socket.pause();
  answer.once("close", () => {
    if (answer.writableFinished) refuse(error, socket);
    else socket.destroy();
  });
}

function isUnderWay(answer: ServerResponse): boolean {
  return !answer.writableFinished && !answer.destroyed;
}

function refuse(error: Error & { code?: string }, socket: Socket): void {
  const status = STATUS[error.code ?? ""] ?? 400;
  const requestId = randomUUID();
  const problem: Problem = {
    title: "Bad request",
    status,
    detail: "The request cannot be read.",
    requestId,
    id: ProblemId.badRequest,
  };
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `content-type: ${PROBLEM_CONTENT_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  // Closes the connection even if the peer keeps its side open.
  socket.destroySoon();
}

import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ProblemId } from "@lamina/shared/core/errors";
import { PROBLEM_CONTENT_TYPE, type Problem } from "@lamina/shared/core/problem";
import { runningAnswer } from "./app-pipeline.ts";

const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers an unreadable HTTP request, which reaches no route and no hook, after the running responses. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const answer = runningAnswer(socket);
  if (!answer) {
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

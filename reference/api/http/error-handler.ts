import type { FastifyError, FastifyInstance } from "fastify";
import { unavailability } from "../core/database/unavailable.ts";
import { isUnstorable } from "../core/database/violations.ts";
import { HttpProblem, problems, sendProblem } from "./problem.ts";

/** Answers every error as a problem; unexpected errors are logged and answered without their message. */
export function handleErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, problems.notFound("address")));

  app.setErrorHandler((error: FastifyError | HttpProblem, request, reply) => {
    if (error instanceof HttpProblem) return sendProblem(reply, error);
    const status = error.statusCode ?? 500;
    if (status === 413) return sendProblem(reply, problems.bodyTooLarge());
    if ((status >= 400 && status < 500) || isUnstorable(error)) return sendProblem(reply, problems.badRequest());
    const unavailable = unavailability(error);
    if (unavailable) {
      request.log.warn(unavailable, "the database is away");
      return sendProblem(reply, problems.unavailable());
    }
    // Without the error's message, because a driver's message contains the values of its query.
    request.log.error({ name: error.name, code: error.code, stack: stackOnly(error) }, "unexpected error");
    return sendProblem(reply, problems.internal());
  });
}

/** The stack without the message. */
function stackOnly({ stack = "" }: Error): string[] {
  return stack
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "));
}

import { ProblemId } from "@lamina/shared/core/errors";
import type { FastifyReply } from "fastify";
import { ProblemError, reasonOf, sendProblem, toProblem } from "../errors.ts";
import { bypassesCache } from "./forward.ts";
import type { ProxyRequest } from "./proxy-request.ts";

/** Answers with a problem, unless the client has disconnected. */
export function fail(reply: FastifyReply, proxied: ProxyRequest, error: unknown): FastifyReply {
  if (proxied.signal.aborted) return reply.hijack();
  const problem = toProblem(error);
  if (problem.statusCode >= 500 && problem.id !== ProblemId.notStored) logFailure(reply, error);
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return reply.hijack();
  }
  if (proxied.request.method === "GET") {
    reply.header("cache-status", `bff; fwd=${bypassesCache(proxied) ? "bypass" : "uri-miss"}; detail=upstream-error`);
  }
  return sendProblem(reply, problem);
}

/** Without a stack where the reason is known, because that stack contains only the lines of this module. */
function logFailure({ log, server }: FastifyReply, error: unknown): void {
  const cause = error instanceof ProblemError ? { reason: reasonOf(error) } : { err: error };
  // The embedded API has not started yet: expected, and `/config.json` says so.
  const level = server.upstreamTarget.current ? "warn" : "info";
  log[level](cause, "no answer of the API");
}

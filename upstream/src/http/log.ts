import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Logger, pino } from "pino";

/** Logs without tokens, passwords or query values: a request is its method and its path. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, serializers: { req: requestLine } });
}

/** One line for each answer. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, "answered");
  });
}

function requestLine({ method, url }: Pick<FastifyRequest, "method" | "url">) {
  return { method, path: url.split("?", 1)[0] };
}

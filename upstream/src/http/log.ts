import { DrizzleQueryError } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type DestinationStream, type Logger, pino, stdSerializers, stdTimeFunctions } from "pino";
import { VERSION } from "../core/version.ts";
import { traceId } from "./request-id.ts";

/** Logs without tokens, passwords or query values: a request is its method and its path, a query is without its parameters. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  return pino(
    {
      level,
      base: { service: "lamina-api", version: VERSION },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { req: requestLine, err: errorWithoutValues },
    },
    destination,
  );
}

/** One line for each answer, but for probes, which would be most of the log. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    if (request.routeOptions.url === "/healthz") return;
    const trace = traceId(request);
    request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime), trace }, "answered");
  });
}

function requestLine({ method, url }: Pick<FastifyRequest, "method" | "url">) {
  return { method, path: url.split("?", 1)[0] };
}

/** Drizzle's message is the query with its parameters, and those are in the stack too; what the database said of it is the cause. */
function errorWithoutValues(error: Error) {
  if (!(error instanceof DrizzleQueryError)) return stdSerializers.err(error);
  return { type: error.name, query: error.query, reason: error.cause?.message };
}

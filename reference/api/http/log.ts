import { withoutKey } from "@lamina/shared/doors/key-path";
import { DrizzleQueryError } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type DestinationStream, type Logger, pino, stdSerializers, stdTimeFunctions } from "pino";
import { unavailability } from "../core/database/unavailable.ts";
import { VERSION } from "../core/version.ts";
import { traceId } from "./answer-headers.ts";

/** Logs without tokens, passwords or query values: a request is logged as method and path, a query without its parameters. */
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

/** Logs one line per answer, except for probes, which would fill the log. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    if (request.routeOptions.url === "/healthz") return;
    const trace = traceId(request);
    request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime), trace }, "answered");
  });
}

function requestLine({ method, url }: Pick<FastifyRequest, "method" | "url">) {
  return { method, path: withoutKey(url.split("?", 1)[0] ?? "") };
}

/**
 * Drizzle's message and stack contain the query's parameters; the database's own message is in the cause. While the
 * database is unavailable, every job fails for that reason, so that stacks would fill the log.
 */
function errorWithoutValues(error: Error) {
  const unavailable = unavailability(error);
  if (unavailable) return unavailable;
  if (!(error instanceof DrizzleQueryError)) return stdSerializers.err(error);
  return { type: error.name, query: error.query, reason: error.cause?.message };
}

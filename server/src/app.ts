import type { FastifyInstance, FastifyServerOptions } from "fastify";
import Fastify from "fastify";
import type { Config } from "./config.ts";
import { sendProblem, toProblem } from "./errors.ts";
import { health } from "./health/plugin.ts";
import { metrics } from "./metrics/plugin.ts";
import { session } from "./session/plugin.ts";
import { supervisor } from "./supervisor/plugin.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The time now, in milliseconds since the epoch; the only clock of the server. */
    clock: () => number;
    /** Whether a page of this origin may talk to the BFF: its own, or one of `ALLOWED_ORIGINS`. */
    originAllowed: (request: { headers: { origin?: string | undefined }; host: string }) => boolean;
  }
}

export interface AppOptions {
  clock?: () => number;
  logger?: FastifyServerOptions["logger"];
}

/** The BFF, not listening yet: one builder for tests and production. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({ logger: options.logger ?? { level: config.logLevel } });
  app.decorate("clock", options.clock ?? Date.now);
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error);
    if (problem.statusCode >= 500) request.log.error({ err: error }, "request failed");
    return sendProblem(reply, problem);
  });

  await app.register(metrics, { port: config.metricsPort, host: config.host });
  await app.register(health);
  await app.register(supervisor, { config });
  await app.register(session);
  return app;
}

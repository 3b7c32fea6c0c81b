import type { FastifyInstance } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { Config } from "../config.ts";
import { EmbeddedApi, type Reporter } from "./embedded-api.ts";
import { TargetSource } from "./target.ts";

declare module "fastify" {
  interface FastifyInstance {
    upstreamTarget: TargetSource;
  }
}

export interface SupervisorOptions {
  config: Pick<Config, "upstream" | "broker" | "embeddedEnvironment" | "logLevel">;
  entry: string;
  reporter?: Reporter | undefined;
}

/**
 * Provides the addresses of the API and the broker, from the configuration or from the embedded API, which it starts
 * and restarts.
 */
export const supervisor = fastifyPlugin<SupervisorOptions>(
  async (app, { config, entry, reporter }) => {
    const { upstream, broker, embeddedEnvironment, logLevel } = config;
    if (upstream) {
      const target = new TargetSource({ ...upstream, broker, demo: null });
      app.decorate("upstreamTarget", target);
      app.onReload((changed) => {
        if (changed.upstream) target.set({ ...changed.upstream, broker: changed.broker, demo: null });
      });
      return;
    }
    const source = new TargetSource();
    app.decorate("upstreamTarget", source);
    const reporters = [ownReporter(app, source), ...(reporter ? [reporter] : [])];
    const env = { ...embeddedEnvironment, LOG_LEVEL: logLevel };
    const api = new EmbeddedApi({ entry, env, broker, reporters });
    // The BFF listens first, so that it serves the login page while the API starts.
    app.addHook("onListen", async () => api.start());
    app.addHook("onClose", () => api.stop());
  },
  { name: "supervisor", dependencies: ["reload"] },
);

function ownReporter(app: FastifyInstance, source: TargetSource): Reporter {
  return {
    progress(progress) {
      const { step, done, total } = progress;
      source.starting = { step, percent: total > 0 ? Math.floor((100 * done) / total) : 0 };
      app.log.debug({ progress }, "embedded API starting");
    },
    ready: (target) => source.set(target),
    died: (delayMs) => app.log.error({ delayMs }, "embedded API ended, starts again"),
    refused: () => app.log.fatal("embedded API refuses its configuration"),
  };
}

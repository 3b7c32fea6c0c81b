import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { PROBLEM_CONTENT_TYPE, Problem } from "@lamina/shared/core/problem";
import type { FastifyInstance, FastifySchema } from "fastify";
import * as z from "zod";
import { documentationText } from "./text.ts";

/** The viewer loads only its own files and this API. */
const CONTENT_SECURITY_POLICY = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": ["'self'", "data:"],
  "connect-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

/**
 * `/openapi.json`, generated from the table of calls with the schemas that validate them, and `/docs` to read it.
 * Registered before `refuseUnguardedRoutes`, because the viewer adds its public files itself.
 */
export async function documentationRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: documentationText.product, version: "1", description: documentationText.description },
      components: { securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
    },
    transform: ({ schema, url }) => ({ schema: asJsonSchema(schema), url }),
  });
  const options = { config: { auth: "public" }, schema: { hide: true } } as const;
  app.get("/openapi.json", options, async () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    staticCSP: CONTENT_SECURITY_POLICY,
    theme: { title: documentationText.title },
    // No validator, because that is an internet service.
    uiConfig: { deepLinking: true, docExpansion: "none", filter: true, validatorUrl: null },
  });
}

const PARTS = ["querystring", "body"] as const;

/** Fastify's route schema with JSON Schema (2020-12, as in OpenAPI 3.1) instead of Zod's. */
function asJsonSchema(schema: FastifySchema | undefined): FastifySchema {
  const converted: FastifySchema = { ...schema };
  for (const part of PARTS) {
    if (schema?.[part] instanceof z.ZodType) converted[part] = toJsonSchema(schema[part]);
  }
  const reply = (schema?.response as Record<string, unknown> | undefined)?.["200"];
  if (reply instanceof z.ZodType)
    converted.response = { 200: { description: "OK", ...toJsonSchema(reply) }, default: PROBLEM };
  return converted;
}

/** Uses the schemas' input types, because the contract's reply schemas are written for the reader. */
function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return json;
}

/** Answers of any call instead of its reply. */
const PROBLEM = {
  description: "Um problema (RFC 9457)",
  content: { [PROBLEM_CONTENT_TYPE]: { schema: toJsonSchema(Problem) } },
};

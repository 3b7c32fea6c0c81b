import type { FastifyInstance } from "fastify";
import { problems } from "./problem.ts";

/** Deeper than any record, and far from the depth at which Node cannot write a value as JSON. */
const MAX_DEPTH = 100;

/** Accepts JSON bodies, and empty ones: `RenewToken` is sent with the JSON content type and an empty body. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined);
    return parse(request, String(body), (error, value) => {
      if (error === null && isDeeper(value, MAX_DEPTH)) done(problems.badRequest());
      else done(error, value);
    });
  });
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((part) => isDeeper(part, depth - 1));
}

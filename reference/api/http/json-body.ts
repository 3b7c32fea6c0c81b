import type { FastifyInstance } from "fastify";

/** Accepts JSON bodies, and empty ones: `RenewToken` is sent with the JSON content type and an empty body. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parse(request, String(body), done);
  });
}

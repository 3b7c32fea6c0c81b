import type { FastifyInstance } from "fastify";

/** JSON bodies, where none at all is fine: `RenewToken` is sent with the JSON content type and nothing in it. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parse(request, String(body), done);
  });
}

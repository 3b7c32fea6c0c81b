import type { Readable } from "node:stream";
import { views } from "@lamina/shared/calls/views";
import { UNSUBSCRIBE_PATH } from "@lamina/shared/views/mail";
import type { FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { problems } from "../errors.ts";
import { text } from "./text.ts";

/** A form with one short field. */
const BODY_LIMIT = 4096;
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const LONGEST_TOKEN = 2048;
/** The form of RFC 8058 (3.1), as `application/x-www-form-urlencoded` or as `multipart/form-data`. */
const ONE_CLICK = /^List-Unsubscribe=One-Click$|name="List-Unsubscribe"\r?\n\r?\nOne-Click\r?\n/m;

/** `POST` of a link in a mail: ends its subscription at the API, whose call needs the token of the link. */
export const unsubscribe = fastifyPlugin(
  async (app) => {
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("*", async (request: FastifyRequest, payload: Readable) =>
        (await app.overload.readBody(request, payload, BODY_LIMIT)).toString(),
      );

      scope.post<{ Querystring: { token?: unknown } }>(UNSUBSCRIBE_PATH, async ({ query, body, id }, reply) => {
        const { token } = query;
        if (typeof token !== "string" || token.length > LONGEST_TOKEN || !TOKEN.test(token))
          throw problems.tokenMalformed();
        if (typeof body !== "string" || !ONE_CLICK.test(body))
          throw problems.badRequest("The body must be List-Unsubscribe=One-Click.");
        const { method, path } = views.mailSubscriptionEnd;
        const headers = { authorization: `Bearer ${token}`, accept: "application/json", "x-request-id": id };
        const write = { scope: "all callers", caller: undefined, trusted: false } as const;
        const { status, body: answer } = await app.cache.responses.write(write, async () => ({
          answer: await app.upstream.request({ method, path, headers }),
        }));
        if (!Buffer.isBuffer(answer)) answer.destroy();
        if (status === 401) throw problems.tokenMalformed();
        if (status < 200 || status > 299) throw problems.upstreamUnreachable();
        return reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send(text.ended);
      });
    });
  },
  { name: "unsubscribe", dependencies: ["upstream", "cache", "overload"] },
);

import { endpoints } from "@lamina/shared/calls/endpoints";
import type { FastifyInstance } from "fastify";
import { TokenError } from "../errors.ts";
import { Queue } from "./queue.ts";
import type { TokenVerifier } from "./tokens.ts";

/** Most concurrent calls of the API: after a restart thousands of sockets reconnect together, each with its token. */
const MAX_CONCURRENT = 16;
/** Time limit for one verification, including its wait in the queue. */
const PATIENCE_MS = 10_000;

/** Verifies a token by an authenticated GET of the API with that token (readings, 18). */
export function apiVerifier(
  upstream: FastifyInstance["upstream"],
  { concurrent = MAX_CONCURRENT, patienceMs = PATIENCE_MS } = {},
): TokenVerifier {
  const queue = new Queue(concurrent);
  const { method, path } = endpoints.clientGetAll;
  return {
    byApi: true,
    async ask({ token }) {
      const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
      const signal = AbortSignal.timeout(patienceMs);
      const answer = await queue
        .run(() => upstream.request({ method, path, headers, signal }), signal)
        .catch((error: unknown) => {
          throw new TokenError("unavailable", error);
        });
      if (!Buffer.isBuffer(answer.body)) answer.body.destroy();
      if (answer.status === 401 || answer.status === 403) throw new TokenError("rejected");
      if (answer.status < 200 || answer.status > 299) throw new TokenError("unavailable");
    },
  };
}

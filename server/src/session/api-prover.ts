import { endpoints } from "@lamina/shared/endpoints";
import type { FastifyInstance } from "fastify";
import { TokenError } from "../errors.ts";
import type { Prover } from "./tokens.ts";

/** Proves a token by an authenticated GET of the API with that very token (readings, 18). */
export function apiProver(upstream: FastifyInstance["upstream"]): Prover {
  return {
    byApi: true,
    async ask({ token }) {
      const { method, path } = endpoints.clientGetAll;
      const answer = await upstream
        .request({ method, path, headers: { authorization: `Bearer ${token}`, accept: "application/json" } })
        .catch((error: unknown) => {
          throw new TokenError("unavailable", error);
        });
      if (!Buffer.isBuffer(answer.body)) answer.body.destroy();
      if (answer.status === 401 || answer.status === 403) throw new TokenError("rejected");
      if (answer.status < 200 || answer.status > 299) throw new TokenError("unavailable");
    },
  };
}

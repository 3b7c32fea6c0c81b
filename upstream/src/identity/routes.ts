import { endpoints } from "@lamina/shared/endpoints";
import type { FastifyInstance } from "fastify";
import type { Router } from "../http/router.ts";
import type { Identity } from "./service.ts";

export function identityRoutes(router: Router, identity: Identity): void {
  router.publicRoute(endpoints.login, async ({ body }) => ({
    token: await identity.login(body.UserName, body.Password),
  }));
  router.route(endpoints.renewToken, async ({ caller }) => ({ token: await identity.renew(caller) }));
}

/** The key that proves tokens, for those who verify them themselves (RFC 7517). */
export function keyRoutes(app: FastifyInstance, identity: Identity): void {
  app.get("/.well-known/jwks.json", { config: { door: "public" } }, async () => identity.jwks);
}

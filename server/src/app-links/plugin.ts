import type { FastifyReply } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { Config } from "../config.ts";
import { problems } from "../errors.ts";

/** `appId` of `client/capacitor.config.ts`. */
const APP_ID = "br.app.lamina";
const MAX_AGE = "public, max-age=3600";

/**
 * The files by which Android (Digital Asset Links) and iOS (associated domains) let the app open links to this host. 404
 * for a system whose variable is not set.
 */
export const appLinks = fastifyPlugin<{ config: Pick<Config, "appLinks"> }>(
  async (app, { config: { appLinks } }) => {
    const { androidKeys, appleTeam } = appLinks;
    const send = (reply: FastifyReply, body: object | undefined) => {
      if (body === undefined) throw problems.notFound();
      return reply.header("cache-control", MAX_AGE).send(body);
    };
    const android = androidKeys && [
      {
        relation: ["delegate_permission/common.handle_all_urls"],
        target: { namespace: "android_app", package_name: APP_ID, sha256_cert_fingerprints: androidKeys },
      },
    ];
    const apple = appleTeam && {
      applinks: {
        details: [{ appIDs: [`${appleTeam}.${APP_ID}`], components: [{ "/": "/api/*", exclude: true }, { "/": "*" }] }],
      },
    };
    app.get("/.well-known/assetlinks.json", (_request, reply) => send(reply, android));
    app.get("/.well-known/apple-app-site-association", (_request, reply) => send(reply, apple || undefined));
  },
  { name: "app-links", dependencies: ["security"] },
);

import fastifyPlugin from "fastify-plugin";
import { ValkeyLink } from "./link.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The store that several BFFs share; undefined without `VALKEY_URL`. */
    valkey: ValkeyLink | undefined;
  }
}

interface ValkeyOptions {
  url: string | undefined;
}

/** The link to Valkey, for what replicas of the BFF share. */
export const valkey = fastifyPlugin<ValkeyOptions>(
  async (app, { url }) => {
    const link = url === undefined ? undefined : new ValkeyLink({ url, log: app.log });
    app.decorate("valkey", link);
    if (!link) return;
    app.health.register("valkey", () => {
      if (!link.usable) throw new Error("the shared cache does not answer");
    });
    let current = url;
    app.onReload(({ cache: { valkeyUrl } }) => {
      if (valkeyUrl === undefined || valkeyUrl === current) return;
      current = valkeyUrl;
      link.move(valkeyUrl);
    });
    app.addHook("onClose", async () => link.close());
  },
  { name: "valkey", dependencies: ["health", "reload"] },
);

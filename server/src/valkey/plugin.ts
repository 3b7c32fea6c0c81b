import fastifyPlugin from "fastify-plugin";
import { Histogram } from "prom-client";
import type { ValkeyLink } from "./link.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The connection shared by the BFF's modules; undefined without `VALKEY_URL`. */
    valkey: ValkeyLink | undefined;
  }
}

interface ValkeyOptions {
  url: string | undefined;
}

/** In seconds: from a lookup in nearby memory to the maximum wait for a reply (`link.ts`). */
const DURATION_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Provides the connection to Valkey, for state that replicas of the BFF share. */
export const valkey = fastifyPlugin<ValkeyOptions>(
  async (app, { url }) => {
    if (url === undefined) {
      app.decorate("valkey", undefined);
      return;
    }
    // Imported only when configured, because the library delays the start.
    const { ValkeyLink } = await import("./link.ts");
    const duration = new Histogram({
      name: "bff_valkey_command_duration_seconds",
      help: "Duration of commands to Valkey by outcome: answered, or failed (an error, or no answer in time)",
      labelNames: ["outcome"] as const,
      buckets: DURATION_BUCKETS,
      registers: [app.metrics.registry],
    });
    for (const outcome of ["answered", "failed"]) duration.zero({ outcome });
    const observe = (seconds: number, isAnswered: boolean) =>
      duration.observe({ outcome: isAnswered ? "answered" : "failed" }, seconds);
    const link = new ValkeyLink({ url, log: app.log, observe });
    app.decorate("valkey", link);
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
  { name: "valkey", dependencies: ["metrics", "health", "reload"] },
);

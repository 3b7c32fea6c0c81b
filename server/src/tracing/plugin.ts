import type { FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { RequestSpan } from "./tracer.ts";

declare module "fastify" {
  interface FastifyInstance {
    tracing: Tracing;
  }
}

interface Tracing {
  /** Runs a call to the API. With tracing it gets a span, and `headers` get its `traceparent`. */
  call<T extends { status: number }>(
    request: FastifyRequest,
    headers: Record<string, string>,
    run: () => Promise<T>,
  ): Promise<T>;
}

interface TracingOptions {
  endpoint: string | undefined;
  version: string;
}

/** OpenTelemetry traces of requests and of their calls to the API. Probes and hits of the fast lane have none. */
export const tracing = fastifyPlugin<TracingOptions>(
  async (app, { endpoint, version }) => {
    if (endpoint === undefined) {
      app.decorate("tracing", { call: (_request, _headers, run) => run() });
      return;
    }
    // Imported only when configured, because the SDK delays the start.
    const { RequestTracer } = await import("./tracer.ts");
    const tracer = new RequestTracer({ endpoint, version });
    const spans = new WeakMap<FastifyRequest, RequestSpan>();

    app.decorate("tracing", {
      call: (request, headers, run) => spans.get(request)?.call(headers, run) ?? run(),
    });
    app.addHook("onRequest", (request, reply, done) => {
      if (app.metrics.isProbe(request)) return done();
      const span = tracer.begin(request.method, request.id, request.headers);
      spans.set(request, span);
      // `close` also follows when the client disconnects early, which skips onResponse.
      reply.raw.once("close", () => {
        const cacheStatus = reply.getHeader("cache-status");
        span.end(
          app.metrics.routeOf(request),
          reply.statusCode,
          cacheStatus === undefined ? undefined : String(cacheStatus),
        );
      });
      done();
    });
    app.addHook("onClose", () => tracer.close());
  },
  { name: "tracing", dependencies: ["metrics"] },
);

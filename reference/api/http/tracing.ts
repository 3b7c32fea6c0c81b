import type { FastifyInstance } from "fastify";

const SERVICE = "lamina-api";

interface TracingOptions {
  /**
   * Base address of the collector (`OTEL_EXPORTER_OTLP_ENDPOINT`): traces are sent to `/v1/traces` below it, as OTLP in
   * JSON.
   */
  endpoint: string;
  version: string;
}

/**
 * Sends a span of each request but the probes to a collector, as a child of the span in `traceparent`, whose sender decides on the
 * sampling. No attribute contains a token, a query or an id of a record.
 */
export async function traceRequests(app: FastifyInstance, { endpoint, version }: TracingOptions): Promise<void> {
  // Imported only when used, because the SDK delays the start.
  const [{ defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode }, core, otlp, resources, sdk] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/core"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace"),
    ]);
  const exporter = new otlp.OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ "service.name": SERVICE, "service.version": version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const propagator = new core.W3CTraceContextPropagator();
  const tracer = provider.getTracer(SERVICE);

  app.addHook("onRequest", async (request, reply) => {
    const { method, headers, id, routeOptions } = request;
    if (routeOptions.url === "/healthz") return;
    const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const attributes = { "http.request.method": method, "http.request.header.x-request-id": [id] };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    // Also for an answer whose client has disconnected, which has no onResponse.
    reply.raw.once("close", () => {
      const route = routeOptions.url ?? "unmatched";
      span.updateName(`${method} ${route}`);
      span.setAttributes({ "http.route": route, "http.response.status_code": reply.statusCode });
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
  });
  app.addHook("onClose", () => provider.shutdown());
}

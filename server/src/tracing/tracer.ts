import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { AlwaysOnSampler, BatchSpanProcessor, ParentBasedSampler, TracerProvider } from "@opentelemetry/sdk-trace";
import { ProblemError } from "../errors.ts";

const SERVICE = "lamina-bff";

type Headers = Record<string, string | string[] | undefined>;

interface TracerOptions {
  /** Base URL of the collector. Traces are posted to `/v1/traces` below it, as OTLP in JSON over HTTP. */
  endpoint: string;
  version: string;
}

/** The span of a client's request. */
export interface RequestSpan {
  /** Sets the route and closes the span. */
  end(route: string, status: number, cacheStatus: string | undefined): void;
  /** Runs a call to the API in a child span. Sets `traceparent` in its headers. */
  call<T extends { status: number }>(headers: Record<string, string>, run: () => Promise<T>): Promise<T>;
}

/**
 * Sends spans to a collector. A client's `traceparent` decides whether its request is sampled; requests without one are
 * sampled. No attribute contains a token, a query or a path with names in it.
 */
export class RequestTracer {
  readonly #provider: TracerProvider;
  readonly #propagator = new W3CTraceContextPropagator();

  constructor({ endpoint, version }: TracerOptions) {
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ "service.name": SERVICE, "service.version": version }),
      sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
  }

  begin(method: string, requestId: string, headers: Headers): RequestSpan {
    const tracer = this.#provider.getTracer(SERVICE);
    const parent = this.#propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const attributes = { "http.request.method": method, "http.request.header.x-request-id": [requestId] };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    const spanContext = trace.setSpan(parent, span);
    return {
      end: (route, status, cacheStatus) => {
        span.updateName(`${method} ${route}`);
        span.setAttribute("http.route", route);
        if (cacheStatus !== undefined) span.setAttribute("http.response.header.cache-status", [cacheStatus]);
        finish(span, status);
      },
      call: (sent, run) => {
        const outgoing = tracer.startSpan(`${method} API`, { kind: SpanKind.CLIENT, attributes }, spanContext);
        this.#propagator.inject(trace.setSpan(spanContext, outgoing), sent, defaultTextMapSetter);
        return observed(outgoing, run);
      },
    };
  }

  /** Sends the spans that wait. */
  async close(): Promise<void> {
    await this.#provider.shutdown();
  }
}

async function observed<T extends { status: number }>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    const answer = await run();
    finish(span, answer.status);
    return answer;
  } catch (error) {
    span.setAttribute("error.type", error instanceof ProblemError ? error.id : "cancelled");
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    throw error;
  }
}

function finish(span: Span, status: number): void {
  span.setAttribute("http.response.status_code", status);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

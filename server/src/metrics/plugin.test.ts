import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { type MetricsOptions, metrics } from "./plugin.ts";

let app: FastifyInstance;
afterEach(() => app.close());

function build(options: MetricsOptions = {}): FastifyInstance {
  app = fastify();
  app.register(metrics, options);
  app.register(async (scope) => {
    scope.get("/api/*", async () => "ok");
    scope.get("/fails", async () => {
      throw new Error("on purpose");
    });
  });
  return app;
}

async function scrape(): Promise<string> {
  return (await app.inject("/metrics")).body;
}

test("requests are counted by route template, method and status, never by URL", async () => {
  build();
  await app.inject("/api/Client/GetAll?ID=secret-id");
  await app.inject("/api/Invented/secret-path");
  await app.inject("/fails");
  await app.inject("/nowhere/secret-path");
  const text = await scrape();
  expect(text).toContain(
    'bff_http_request_duration_seconds_count{method="GET",route="/api/Client/GetAll",status="200"} 1',
  );
  expect(text).toContain('route="/api/other",status="200"} 1');
  expect(text).toContain('route="/fails",status="500"} 1');
  expect(text).toContain('route="unmatched",status="404"} 1');
  expect(text).not.toContain("secret");
});

test("the version, bytes and refused tokens are counted", async () => {
  build({ version: "1.2.3" });
  app.get("/refused", (_request, reply) => reply.code(401).send("no token"));
  await app.inject("/refused");
  const text = await scrape();
  expect(text).toContain('bff_build_info{version="1.2.3"} 1');
  expect(text).toContain("bff_rejected_tokens_total 1");
  expect(text).toContain("bff_http_response_bytes_total 8");
});

test("exports the process's own metrics as Prometheus text", async () => {
  build();
  const reply = await app.inject("/metrics");
  expect(reply.headers["content-type"]).toContain("text/plain; version=0.0.4");
  expect(reply.body).toContain("process_cpu_seconds_total");
});

test("with a separate port, /metrics is served there and not on the main port", async () => {
  build({ port: 0 });
  await app.ready();
  expect((await app.inject("/metrics")).statusCode).toBe(404);
  const own = `http://127.0.0.1:${app.metrics.port}`;
  expect(await (await fetch(`${own}/metrics`)).text()).toContain("process_cpu_seconds_total");
  expect((await fetch(`${own}/other`)).status).toBe(404);
  await app.close();
  await expect(fetch(`${own}/metrics`)).rejects.toThrow();
});

test("a metrics port already taken stops the start", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  try {
    build({ port: (other.address() as AddressInfo).port });
    await expect(app.ready()).rejects.toThrow("EADDRINUSE");
  } finally {
    other.close();
  }
});

test("two applications in one process keep their metrics apart", async () => {
  const first = build();
  await first.inject("/api/x");
  const second = build();
  expect(await scrape()).not.toContain('route="/api/other"');
  await first.close();
  expect(second).toBe(app);
});

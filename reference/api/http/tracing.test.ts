import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { traceRequests } from "./tracing.ts";

it("sends a span of each request, below that of its caller, without its query and without probes", async () => {
  const received: string[] = [];
  const collector = createServer(async (request, response) => {
    received.push(`${request.url} ${await text(request)}`);
    response.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const { port } = collector.address() as AddressInfo;

  const app = Fastify({ genReqId: () => "bff-42" });
  await traceRequests(app, { endpoint: `http://127.0.0.1:${port}/`, version: "1.2.3" });
  app.get("/Client/GetAll", async () => []);
  app.get("/healthz", async () => ({}));
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const { port: own } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  await (await fetch(`http://127.0.0.1:${own}/Client/GetAll?name=Ana`, { headers: { traceparent } })).text();
  await (await fetch(`http://127.0.0.1:${own}/healthz`)).text();
  await app.close();
  collector.close();

  const sent = received.join("\n");
  expect(sent).toMatch(/^\/v1\/traces /);
  for (const part of [
    "0af7651916cd43dd8448eb211c80319c",
    "b7ad6b7169203331",
    "GET /Client/GetAll",
    "bff-42",
    "1.2.3",
  ]) {
    expect(sent).toContain(part);
  }
  for (const part of ["Ana", "healthz"]) expect(sent).not.toContain(part);
});

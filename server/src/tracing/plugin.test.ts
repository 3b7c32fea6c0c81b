import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: unknown }[];
  status: { code?: number };
}

/** OTLP's codes for the kinds of a span. */
const SERVER = 2;
const CLIENT = 3;
const PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/** A collector that accepts OTLP in JSON. */
let collector: Server;
let spans: SentSpan[];
let api: ScriptedApi;
let bff: Bff;

beforeEach(async () => {
  spans = [];
  collector = createServer(async (request, response) => {
    const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
    if (request.url === "/v1/traces") {
      spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    }
    response.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const { port } = collector.address() as AddressInfo;
  api = await ScriptedApi.start();
  bff = await Bff.start(api, { tracesEndpoint: `http://127.0.0.1:${port}` });
});
afterEach(async () => {
  await api.stop();
  collector.close();
});

test("a request and its call to the API are spans of the client's trace", async () => {
  const secret = token();
  api.json("GET /Client/GetAll", []);
  await bff.ask("/api/Client/GetAll?name=Ana", { token: secret, headers: { traceparent: PARENT } });
  await bff.stop();

  const [incoming] = spans.filter(({ kind }) => kind === SERVER);
  const [outgoing] = spans.filter(({ kind }) => kind === CLIENT);
  const traceId = PARENT.split("-")[1];
  expect(incoming).toMatchObject({ traceId, parentSpanId: "b7ad6b7169203331", name: "GET /api/Client/GetAll" });
  expect(outgoing).toMatchObject({ traceId, parentSpanId: incoming?.spanId });
  expect(api.calls[0]?.headers.traceparent).toBe(`00-${traceId}-${outgoing?.spanId}-01`);
  expect(JSON.stringify(spans)).not.toContain(secret);
  expect(JSON.stringify(spans)).not.toContain("Ana");
});

test("probes have no spans", async () => {
  for (const path of ["/healthz", "/readyz", "/metrics"]) await bff.ask(path);
  await bff.ask("/config.json");
  await bff.stop();
  expect(spans.map(({ name }) => name)).toEqual(["GET /config.json"]);
});

test("a call that gets no response is a failed span", async () => {
  await api.stop();
  await bff.ask("/api/Client/GetAll", { token: token() });
  await bff.stop();
  expect(spans.find(({ kind }) => kind === CLIENT)).toMatchObject({ status: { code: 2 } });
  expect(spans.find(({ kind }) => kind === SERVER)).toMatchObject({ status: { code: 2 } });
});

test("an unsampled trace sends no spans", async () => {
  api.json("GET /Client/GetAll", []);
  await bff.ask("/api/Client/GetAll", { token: token(), headers: { traceparent: PARENT.replace(/01$/, "00") } });
  await bff.stop();
  expect(spans).toEqual([]);
  expect(api.calls[0]?.headers.traceparent).toMatch(/-00$/);
});

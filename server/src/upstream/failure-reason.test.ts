import { afterEach, beforeEach, expect, test } from "vitest";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

let api: ScriptedApi;
let bff: Bff;
beforeEach(async () => {
  api = await ScriptedApi.start();
});
afterEach(() => Promise.all([bff.stop(), api.stop()]));

/** The reasons that the BFF counts, with their numbers. */
async function counted(): Promise<Record<string, string>> {
  const { text } = await bff.ask("/metrics");
  const lines = text.matchAll(/^bff_upstream_failures_total\{reason="(\w+)"\} ([1-9]\d*)$/gm);
  return Object.fromEntries([...lines].map(([, reason, count]) => [reason, count]));
}

const call = () => bff.ask("/api/Client/GetAll", { token: token() });

test("an API without a listener is unreachable", async () => {
  bff = await Bff.start(api);
  await api.stop();
  await call();
  expect(await counted()).toEqual({ unreachable: "1" });
});

test("a certificate of an unknown authority is a failure of TLS", async () => {
  bff = await Bff.start(api, { upstream: { url: api.url, ca: undefined } });
  await call();
  expect(await counted()).toEqual({ tls: "1" });
});

test("a connection that the API ends is reset", async () => {
  bff = await Bff.start(api);
  api.on("GET /Client/GetAll", (_request, response) => response.destroy());
  await call();
  expect(await counted()).toEqual({ reset: "1" });
});

test("an API that does not answer is a timeout", async () => {
  bff = await Bff.start(api, { upstreamTimeoutMs: 300 });
  api.on("GET /Client/GetAll", () => {});
  await call();
  expect(await counted()).toEqual({ timeout: "1" });
});

test("a caller that leaves, and an error that the API answers, are no failures", async () => {
  bff = await Bff.start(api);
  api.json("GET /Client/GetAll", { error: "database" }, 500);
  await call();
  const leaving = new AbortController();
  const asked = new Promise((resolve) => api.on("GET /Farm/GetAll", resolve));
  const left = bff.ask("/api/Farm/GetAll", { token: token(), signal: leaving.signal }).catch(() => {});
  await asked;
  leaving.abort();
  await left;
  expect(await counted()).toEqual({});
});

test.each([
  ["without a listener", () => api.stop(), "ECONNREFUSED"],
  ["of an unknown authority", () => {}, "DEPTH_ZERO_SELF_SIGNED_CERT"],
])("the log names why an API %s is down", async (_name, prepare, code) => {
  const lines: string[] = [];
  const logOutput = { write: (text: string) => void lines.push(...text.trim().split("\n")), flushSync() {} };
  bff = await Bff.start(api, { logLevel: "warn", upstream: { url: api.url, ca: undefined } }, { logOutput });
  await prepare();
  await bff.ask("/readyz");
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      msg: "dependency is down",
      dependency: "upstream",
      reason: expect.stringContaining(code),
    }),
  );
});

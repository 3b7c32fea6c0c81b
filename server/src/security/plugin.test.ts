import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpsRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REQUEST_HEADERS } from "@lamina/shared/calls/request-headers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { makeCertificate } from "../../../scripts/testing/certificate.ts";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

let api: ScriptedApi;
let bff: Bff;
beforeEach(async () => {
  api = await ScriptedApi.start();
  api.json("*", []);
  bff = await Bff.start(api);
});
afterEach(async () => {
  await bff.stop();
  await api.stop();
});

test.each([
  "/",
  "/healthz",
  "/readyz",
  "/metrics",
  "/config.json",
  "/api/Client/GetAll",
  "/nothing.js",
  "/api/%zz",
  "/%zz",
])("%s answers with a request id and a content policy", async (path) => {
  const { headers } = await bff.ask(path);
  expect(headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(headers).not.toHaveProperty("strict-transport-security");
  expect(headers).not.toHaveProperty("x-powered-by");
});

test("a request without an origin gets no cross-origin headers, and the response still varies by it", async () => {
  const { headers } = await bff.ask("/api/Client/GetAll", { token: token() });
  expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  expect(headers.vary).toContain("Origin");
});

describe("other origins", () => {
  const preflight = (origin: string) =>
    bff.ask("/api/Client/Update", {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": REQUEST_HEADERS.join(","),
      },
    });

  test.each(["capacitor://localhost", "https://localhost"])("%s may call, after a preflight", async (origin) => {
    const asked = await preflight(origin);
    expect(asked.status).toBe(204);
    expect(asked.headers["access-control-allow-origin"]).toBe(origin);
    const named = String(asked.headers["access-control-allow-headers"]).split(", ");
    expect(named).toEqual(expect.arrayContaining([...REQUEST_HEADERS]));
    expect(asked.headers["access-control-allow-methods"]).toContain("DELETE");
    const reply = await bff.ask("/api/Client/GetAll", { token: token(), headers: { origin } });
    expect(reply.headers["access-control-allow-origin"]).toBe(origin);
    expect(reply.headers["access-control-expose-headers"]).toContain("x-request-id");
    expect(reply.headers.vary).toContain("Origin");
    const refused = await bff.ask("/api/Client/GetAll", { headers: { origin } });
    expect(refused.status).toBe(401);
    expect(refused.headers["access-control-allow-origin"]).toBe(origin);
  });

  test.each([
    "https://evil.example",
    "https://localhost.evil.example",
    "http://localhost",
    "null",
    "https://localhost:1",
  ])("%s may not", async (origin) => {
    expect((await preflight(origin)).headers).not.toHaveProperty("access-control-allow-origin");
    const reply = await bff.ask("/api/Client/GetAll", { token: token(), headers: { origin } });
    expect(reply.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test("the BFF's own page, listed origins and clients that are no browser may open a socket", () => {
    const allowed = (origin?: string) =>
      bff.app.originAllowed({ headers: { origin }, host: "farm.test:8080" } as Parameters<
        typeof bff.app.originAllowed
      >[0]);
    expect(allowed()).toBe(true);
    expect(allowed("https://farm.test:8080")).toBe(true);
    expect(allowed("capacitor://localhost")).toBe(true);
    expect(allowed("https://farm.test")).toBe(false);
    expect(allowed("https://evil.example")).toBe(false);
    expect(allowed("null")).toBe(false);
  });
});

test.each(["/", "/api/Client/GetAll", "/healthz", "/realtime/other"])("no WebSocket at %s", async (path) => {
  const socket = new WebSocket(`ws://127.0.0.1:${bff.port}${path}`, {
    headers: { authorization: `Bearer ${token()}` },
  });
  const outcome = await new Promise((resolve) => {
    socket.on("open", () => resolve("open"));
    socket.on("unexpected-response", (_request, response) => resolve(response.statusCode));
    socket.on("error", resolve);
  });
  socket.terminate();
  // The upgrade is ignored and never forwarded to the API.
  expect(outcome).toEqual(expect.any(Number));
  for (const { headers } of api.calls) expect(headers.upgrade).toBeUndefined();
});

describe("the page's policy", () => {
  test("names the tile server and the socket of this host, and ignores a forged host", async () => {
    await bff.stop();
    const mapTiles = { url: "https://{s}.tiles.example/{z}/{x}/{y}.png", attribution: "" };
    bff = await Bff.start(api, { mapTiles });
    const policy = async (headers: Record<string, string>) =>
      String((await bff.ask("/", { headers })).headers["content-security-policy"]);
    expect(await policy({ host: "farm.test:8080" })).toContain(
      "connect-src 'self' ws://farm.test:8080 wss://farm.test:8080;",
    );
    expect(await policy({ host: "farm.test" })).toContain("img-src 'self' data: blob: https://*.tiles.example;");
    expect(await policy({ host: "x; script-src *" })).not.toContain("script-src *");
  });
});

test("with a certificate: TLS and HSTS", async () => {
  await bff.stop();
  const folder = mkdtempSync(join(tmpdir(), "lamina-tls-"));
  writeFileSync(join(folder, "index.html"), "<html><head></head></html>");
  const { cert, key } = await makeCertificate();
  bff = await Bff.start(api, { tls: { cert, key } }, { client: folder });
  const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
    httpsRequest({ host: "127.0.0.1", port: bff.port, ca: cert, agent: false }, (response) => {
      response.resume();
      resolve(response.headers);
    })
      .on("error", reject)
      .end();
  });
  expect(headers["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
  rmSync(folder, { recursive: true });
});

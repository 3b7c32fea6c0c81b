import { once } from "node:events";
import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isLongFor } from "../../../scripts/testing/long.ts";
import type { AppOptions } from "../app.ts";
import type { Config } from "../config.ts";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

const TTL_MS = 5_000;
const config: Partial<Config> = { cache: { ttlMs: TTL_MS, maxBytes: 10_000_000, staleIfErrorMs: 60_000 } };

let now = Date.now();
let api: ScriptedApi;
/** One with the fast lane, and one at log level `debug`, which disables it. */
let fast: Bff;
let ordinary: Bff;

beforeAll(async () => {
  api = await ScriptedApi.start();
  api.on(
    "GET /Small/Get",
    (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).end("[1]"),
  );
  api.on("GET /Long/Get", ({ url }, response) => {
    const headers = { "content-type": "application/json", etag: '"v1"', "x-total": "3", vary: "Accept-Language" };
    response.writeHead(200, headers).end(JSON.stringify({ url, text: "chuva ".repeat(500) }));
  });
  api.on(
    "GET /Secret/Get",
    (_request, response) => void response.writeHead(200, { "cache-control": "no-store" }).end("x"),
  );
  for (const client of ["a", "b"]) {
    for (const method of ["GET", "POST"]) api.json(`${method} /Of/${client}`, [client], 200, { "x-client-id": client });
  }
  api.json("*", { done: true });
  const options: AppOptions = { clock: () => now };
  fast = await Bff.start(api, config, { ...options, logger: { level: "silent" } });
  const quiet = { level: "debug", stream: { write() {} } };
  ordinary = await Bff.start(api, config, { ...options, logger: quiet });
});
afterAll(async () => {
  await fast.stop();
  await ordinary.stop();
  await api.stop();
});

interface Step {
  method: string;
  path: string;
  headers: [string, string][];
  /** Milliseconds until the next step. */
  waitMs: number;
}

/** Sends a step on a new connection and reads all bytes, with the values that differ between runs replaced. */
async function bytesOf(bff: Bff, { method, path, headers }: Step): Promise<string> {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const socket = connect(bff.port, "127.0.0.1");
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: farm.test\r\n${lines}Connection: close\r\n\r\n`, "latin1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  await once(socket, "close");
  return Buffer.concat(chunks)
    .toString("latin1")
    .replace(/(x-request-id: )[\da-f-]{36}/, "$1new")
    .replace(/("requestId":")[\da-f-]{36}/, "$1new")
    .replace(/date: .*/i, "date: now");
}

async function fastHits(): Promise<number> {
  const { text } = await fast.ask("/metrics");
  return Number(/bff_cache_fast_hits_total (\d+)/.exec(text)?.[1]);
}

async function cacheHits(bff: Bff): Promise<number> {
  const { text } = await bff.ask("/metrics");
  return Number(/bff_cache_requests_total\{result="hit"\} (\d+)/.exec(text)?.[1] ?? 0);
}

/** Two valid tokens, one that expires during a run, and one that is no token. */
function callers() {
  const soon = token({ exp: Math.floor(now / 1000) + 3 });
  return [`Bearer ${token({ name: "ana" })}`, `bearer ${token({ name: "bruno" })}`, `Bearer ${soon}`, "Bearer x.y.z"];
}

/** Header names in the case that some clients use. */
const cased = (name: string) => fc.constantFrom(name, name.toLowerCase(), name.toUpperCase());
const header = (name: string, ...values: string[]) => fc.tuple(cased(name), fc.constantFrom(...values));

function steps(authorizations: string[]): fc.Arbitrary<Step[]> {
  const mostly = fc.constantFrom(authorizations[0] ?? "", authorizations[0] ?? "", ...authorizations);
  const authorization = fc.tuple(cased("Authorization"), mostly);
  const further = fc.oneof(
    header("Accept", "application/json", "*/*", "text/csv"),
    header("Accept-Encoding", "gzip", "br, gzip", "identity", "gzip;q=0"),
    header("Accept-Language", "pt-BR", "en"),
    header("Cache-Control", "no-cache", "stale-if-error=0", "max-age=0"),
    header("Pragma", "no-cache", "x"),
    header("Origin", "https://localhost", "capacitor://localhost", "https://evil.example", "null"),
    header("If-None-Match", '"v1"', 'W/"v1"', '"v0"', '"v0", W/"v1"', "*"),
    header("X-Request-Id", "mine-1", "not a plain one"),
    header("Range", "bytes=0-1"),
    header("If-Match", '"v1"'),
    header("Expect", "nothing"),
    header("User-Agent", "bench", "phone"),
    header("X-Forwarded-For", "6.6.6.6"),
    header("Cookie", "a=1"),
    header("Upgrade", "h2c"),
  );
  const plain = fc.constantFrom<[string, string][]>(
    [],
    [],
    [["Accept", "application/json"]],
    [["Accept-Encoding", "gzip"]],
  );
  const headers = fc
    .tuple(fc.option(authorization, { freq: 15 }), fc.oneof(plain, fc.array(further, { maxLength: 3 })))
    .map(([own, others]) => (own ? [own, ...others] : others) as [string, string][]);
  const shape = fc.record({
    method: fc.constantFrom("GET", "GET", "GET", "GET", "GET", "GET", "HEAD", "POST", "OPTIONS"),
    path: fc.constantFrom(
      ...["/api/Small/Get", "/api/Long/Get", "/api/Long/Get?a=1", "/api/Secret/Get", "/api/../x"],
      ...["/api/Of/a", "/api/Of/a", "/api/Of/b", "/api/Of/b"],
    ),
    headers,
  });
  const waits = fc.constantFrom(0, 0, 0, 0, 0, 999, 1_000, TTL_MS);
  // Few different requests, so that they repeat and hit the cache.
  return fc
    .tuple(
      fc.array(shape, { minLength: 3, maxLength: 5 }),
      fc.array(fc.tuple(fc.oneof(fc.constant(0), fc.nat(5)), waits), { minLength: 30, maxLength: 30 }),
    )
    .map(([shapes, turns]) => {
      const kept = { method: "GET", path: "/api/Long/Get", headers: [["authorization", authorizations[0] ?? ""]] };
      return [[kept, ...shapes] as Omit<Step, "waitMs">[], turns] as const;
    })
    .map(([shapes, turns]) =>
      turns.flatMap(([index, waitMs]) => {
        const chosen = shapes[index % shapes.length];
        return chosen ? [{ ...chosen, waitMs }] : [];
      }),
    );
}

const RUNS = isLongFor("server/src/") ? 20 : 8;

test("the fast lane answers random requests with the same bytes as the normal path", async () => {
  const hitsBefore = await fastHits();
  const property = fc.asyncProperty(fc.nat(), async (seed) => {
    // New tokens for each run, because the two caches persist across runs.
    const [run] = fc.sample(steps(callers()), { numRuns: 1, seed });
    for (const step of run ?? []) {
      const [answer, expected] = [await bytesOf(fast, step), await bytesOf(ordinary, step)];
      expect(answer, JSON.stringify(step)).toBe(expected);
      now += step.waitMs;
    }
  });
  await fc.assert(property, { numRuns: RUNS });
  // Without hits the test would compare the normal path with itself.
  expect((await fastHits()) - hitsBefore).toBeGreaterThan(2.5 * RUNS);
  expect(await cacheHits(fast)).toBe(await cacheHits(ordinary));
});

test("the fast lane serves a hit that follows a hit, also as a 304", async () => {
  const headers = { accept: "application/json", "accept-encoding": "gzip" };
  const ana = token();
  const ask = (extra = {}) => fast.ask("/api/Long/Get", { token: ana, headers: { ...headers, ...extra } });
  const before = await fastHits();
  const { bytes } = await ask();
  expect((await ask()).bytes).toEqual(bytes);
  expect(await fastHits()).toBe(before);
  expect((await ask()).bytes).toEqual(bytes);
  expect(await fastHits()).toBe(before + 1);
  await ask({ "if-none-match": 'W/"v1"' });
  expect(await ask({ "if-none-match": 'W/"v1"' })).toMatchObject({ status: 304 });
  expect(await fastHits()).toBe(before + 2);
});

test("a write, a refused token and expiry end the hits at once", async () => {
  const ana = token();
  const status = async () => (await fast.ask("/api/Small/Get", { token: ana })).headers["cache-status"];
  const warm = async () => {
    await status();
    await status();
    const before = await fastHits();
    expect(await status()).toBe("bff; hit; ttl=5");
    expect(await fastHits()).toBe(before + 1);
  };
  await warm();
  await fast.post("/api/Client/Update", {}, { token: token() });
  expect(await status()).toBe("bff; fwd=uri-miss; stored");
  await warm();
  api.json("GET /Menu/GetAll", {}, 401);
  await fast.ask("/api/Menu/GetAll", { token: ana });
  expect(await status()).toBe("bff; fwd=uri-miss; stored");
  await warm();
  now += TTL_MS;
  expect(await status()).toBe("bff; fwd=uri-miss; stored");
});

test("a write of one client ends the hits of its answers and of those without a client, and no others", async () => {
  const paths = ["/api/Of/a", "/api/Of/b", "/api/Small/Get"] as const;
  const users = [token({ name: "ana" }), token({ name: "bruno" })];
  const status = async (path: string, user: string | undefined) =>
    String((await fast.ask(path, { token: user ?? "" })).headers["cache-status"]).replace(/; ttl=.*/, "");
  for (const user of users) for (const path of paths) for (let turn = 0; turn < 3; turn++) await status(path, user);
  const before = await fastHits();
  for (const user of users) for (const path of paths) expect(await status(path, user)).toBe("bff; hit");
  expect(await fastHits()).toBe(before + 6);
  await fast.post("/api/Of/a", {}, { token: token({ name: "carla" }) });
  for (const user of users) expect(await status("/api/Of/b", user)).toBe("bff; hit");
  expect(await fastHits()).toBe(before + 8);
  for (const user of users) {
    for (const path of ["/api/Of/a", "/api/Small/Get"])
      expect(await status(path, user)).toBe("bff; fwd=uri-miss; stored");
  }
});

test("does not learn a response that a write has invalidated", async () => {
  const ana = token();
  const gate = Promise.withResolvers<void>();
  api.on("GET /Slow/Get", async (_request, response) => {
    await gate.promise;
    response.end("old");
  });
  const slow = fast.ask("/api/Slow/Get", { token: ana });
  await expect.poll(() => api.callsOf("GET /Slow/Get").length).toBe(1);
  await fast.post("/api/Client/Update", {}, { token: ana });
  gate.resolve();
  expect((await slow).text).toBe("old");
  api.on("GET /Slow/Get", (_request, response) => void response.end("new"));
  expect((await fast.ask("/api/Slow/Get", { token: ana })).text).toBe("new");
});

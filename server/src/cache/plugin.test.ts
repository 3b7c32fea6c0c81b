import type { ServerResponse } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Ask, Bff, type Reply } from "../testing/bff.ts";
import { ScriptedApi, sendJson } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

let api: ScriptedApi;
let bff: Bff;
let now: number;
const ana = token({ name: "ana" });
const bruno = token({ name: "bruno" });
const LIST = "/api/Client/GetAll";
const MISS = "bff; fwd=uri-miss; stored";

beforeEach(async () => {
  now = Date.now();
  api = await ScriptedApi.start();
  // With a client, because only a list of clients proves the token of a call.
  api.on("*", ({ headers }, response) =>
    sendJson(response, { call: api.calls.length, whose: headers.authorization, data: [{ _id: "1" }] }),
  );
  bff = await Bff.start(api, {}, { clock: () => now });
});
afterEach(async () => {
  await bff.stop();
  await api.stop();
});

const status = (reply: Reply) => reply.headers["cache-status"];
const get = (path = LIST, ask: Ask = {}) => bff.ask(path, { token: ana, ...ask });

describe("a GET", () => {
  test("is served again for CACHE_TTL_MS, then fetched again", async () => {
    const first = await get();
    expect(status(first)).toBe(MISS);
    const second = await get();
    expect(status(second)).toBe("bff; hit; ttl=1");
    expect(second.json).toEqual(first.json);
    now += 999;
    expect(status(await get())).toBe("bff; hit; ttl=1");
    now += 1;
    expect(status(await get())).toBe(MISS);
    expect(api.calls).toHaveLength(2);
  });

  test("of a photo is passed and stored byte by byte", async () => {
    const photo = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 256));
    api.on("*", (_request, response) => {
      response.writeHead(200, { "content-type": "image/jpeg", "x-content-type-options": "nosniff" }).end(photo);
    });
    for (const expected of [MISS, "bff; hit; ttl=1"]) {
      const reply = await get("/api/Photo/GetByID?ID=f1", { headers: { "accept-encoding": "br, gzip" } });
      expect([status(reply), reply.headers["content-encoding"]]).toEqual([expected, undefined]);
      expect(reply.headers).toMatchObject({ "content-type": "image/jpeg", "x-content-type-options": "nosniff" });
      expect(reply.bytes.equals(photo)).toBe(true);
    }
  });

  test("is another one with another query or token", async () => {
    await get();
    const others = [
      await get(`${LIST}?x=1`),
      await get(`${LIST}?x=2`),
      await get(`${LIST}?`),
      await get(LIST, { token: bruno }),
    ];
    for (const reply of others) expect(status(reply)).toBe(MISS);
    expect(others[3]?.json).toMatchObject({ whose: `Bearer ${bruno}` });
  });

  test("is cached by Accept only where the API varies by it", async () => {
    const asked = [{ accept: "text/csv" }, { "accept-language": "en" }, { accept: "application/x-invented" }];
    await get();
    for (const headers of asked) expect(status(await get(LIST, { headers }))).toMatch(/^bff; hit/);
    api.on("*", (_request, response) => {
      response.setHeader("vary", "Accept");
      sendJson(response, { call: api.calls.length });
    });
    const varying = "/api/Farm/GetByClientID?ID=1";
    await get(varying, { headers: { accept: "application/json" } });
    expect(status(await get(varying, { headers: { accept: "text/csv" } }))).toBe(MISS);
    expect(status(await get(varying, { headers: { accept: "text/csv", "accept-language": "en" } }))).toMatch(
      /^bff; hit/,
    );
  });

  test("with a token that has since expired is refused, though its answer is stored", async () => {
    const short = token({ exp: Math.floor(now / 1000) + 1 });
    await bff.stop();
    bff = await Bff.start(
      api,
      { cache: { ttlMs: 60_000, maxBytes: 1_000_000, staleIfErrorMs: 0 } },
      { clock: () => now },
    );
    expect((await get(LIST, { token: short })).status).toBe(200);
    now += 2_000;
    expect(await get(LIST, { token: short })).toMatchObject({ status: 401, json: { title: "Token expired" } });
  });

  test.each([
    { range: "bytes=0-1" },
    { "cache-control": "no-cache" },
    { "cache-control": "no-store" },
    { pragma: "no-cache" },
  ])("with %o bypasses the cache", async (headers) => {
    await get();
    expect(status(await get(LIST, { headers: headers as Record<string, string> }))).toBe("bff; fwd=bypass");
    expect(api.calls).toHaveLength(2);
  });

  test("that fails is not stored", async () => {
    api.json("GET /Client/GetAll", { error: 1 }, 500);
    expect(status(await get())).toBe("bff; fwd=uri-miss");
    api.json("GET /Client/GetAll", []);
    expect(await get()).toMatchObject({ status: 200, json: [] });
  });

  test.each([
    { "set-cookie": "a=1" },
    { vary: "*" },
    { vary: "Accept-Encoding, X-Farm" },
    { "cache-control": "private, no-store" },
    { "content-encoding": "identity-of-its-own" },
  ])("with the response header %o is not stored", async (headers) => {
    api.json("GET /Client/GetAll", [], 200, headers as Record<string, string>);
    expect(status(await get())).toBe("bff; fwd=uri-miss");
    expect(status(await get())).toBe("bff; fwd=uri-miss");
    expect(api.calls).toHaveLength(2);
  });

  test.each([{ "cache-control": "private, no-cache, max-age=0" }, { vary: "Origin, Accept-Encoding, Authorization" }])(
    "with the response header %o is stored, because each entry belongs to one token",
    async (headers) => {
      api.json("GET /Client/GetAll", [], 200, headers as Record<string, string>);
      expect(status(await get())).toBe(MISS);
      const hit = await get();
      expect(status(hit)).toBe("bff; hit; ttl=1");
      expect(hit.headers["cache-control"]).toBe("private, no-cache");
    },
  );

  test("carries Cache-Status also when it is refused or fails", async () => {
    expect(status(await bff.ask(LIST))).toBe("bff; detail=not-forwarded");
    await api.stop();
    expect(status(await get())).toBe("bff; fwd=uri-miss; detail=upstream-error");
  });
});

describe("while the API is unavailable", () => {
  const STALE = "bff; hit; fwd=stale; detail=upstream-error";

  test("serves the stale answer for CACHE_STALE_IF_ERROR_MS, with its age, and /metrics counts it", async () => {
    const first = await get();
    await api.stop();
    now += 2_500;
    const stale = await get();
    expect(stale).toMatchObject({ status: 200, json: first.json, headers: { "cache-status": STALE, age: "2" } });
    expect((await bff.ask("/metrics")).text).toMatch(/bff_cache_requests_total\{result="stale"\} 1/);
    expect(status(await get(LIST, { token: bruno }))).toBe("bff; fwd=uri-miss; detail=upstream-error");
    now += 1_000 + 300_000 - 2_500 - 1;
    expect(status(await get())).toBe(STALE);
    now += 1;
    expect(await get()).toMatchObject({ status: 502 });
  });

  test("serves no stale answer that the request does not accept", async () => {
    await get();
    await api.stop();
    now += 4_000;
    const asked = (directive: string) => get(LIST, { headers: { "cache-control": directive } });
    expect((await asked("stale-if-error=0")).status).toBe(502);
    expect((await asked("max-age=0, stale-if-error=3")).status).toBe(502);
    expect(status(await asked("stale-if-error=4"))).toBe(STALE);
    expect((await asked("no-cache")).status).toBe(502);
  });

  test("serves no stale answer after a write, nor for a refused token", async () => {
    api.json("GET /Menu/GetAll", {}, 401);
    await get();
    await get(LIST, { token: bruno });
    await bff.ask("/api/Menu/GetAll", { token: bruno });
    await api.stop();
    now += 1_000;
    expect((await get(LIST, { token: bruno })).status).toBe(502);
    expect(status(await get())).toBe(STALE);
    expect((await bff.post("/api/Client/Update", {}, { token: ana })).status).toBe(502);
    expect((await get()).status).toBe(502);
  });

  test("passes on the API's own 500", async () => {
    await get();
    api.json("*", { error: "broken" }, 500);
    now += 1_000;
    expect(await get()).toMatchObject({ status: 500, json: { error: "broken" } });
  });
});

describe("equal concurrent GETs", () => {
  function hold(): ServerResponse[] {
    const held: ServerResponse[] = [];
    api.on("GET /Client/GetAll", (_request, response) => held.push(response));
    return held;
  }

  test("make one call for each token", async () => {
    const held = hold();
    const anas = [get(), get(), get()];
    const brunos = [get(LIST, { token: bruno }), get(LIST, { token: bruno })];
    await vi.waitFor(() => expect(held).toHaveLength(2));
    // All five must wait before the responses end; this sixth request is not held and arrives after them.
    await get("/api/Menu/GetAll");
    const [first, second] = api.callsOf("GET /Client/GetAll").map(({ headers }) => headers.authorization);
    for (const [index, response] of held.entries()) sendJson(response, index === 0 ? first : second);
    const replies = await Promise.all(anas);
    for (const { json } of replies) expect(json).toBe(`Bearer ${ana}`);
    for (const { json } of await Promise.all(brunos)) expect(json).toBe(`Bearer ${bruno}`);
    expect(replies.map(status).toSorted()).toEqual([
      "bff; fwd=uri-miss; collapsed",
      "bff; fwd=uri-miss; collapsed",
      MISS,
    ]);
    expect(held).toHaveLength(2);
  });

  test("survive the disconnect of the first client", async () => {
    const held = hold();
    const leader = new AbortController();
    const first = get(LIST, { signal: leader.signal }).catch(() => "left");
    await vi.waitFor(() => expect(held).toHaveLength(1));
    const second = get();
    await get("/api/Menu/GetAll");
    leader.abort();
    expect(await first).toBe("left");
    await get("/api/Menu/GetAll?again");
    for (const response of held) sendJson(response, "for the second");
    expect((await second).json).toBe("for the second");
  });

  test("of a large answer get one response each", async () => {
    const large = "x".repeat(2_500_000);
    const held = hold();
    const both = [get(), get()];
    await vi.waitFor(() => expect(held).toHaveLength(1));
    await get("/api/Menu/GetAll");
    api.json("GET /Client/GetAll", large);
    for (const response of held) sendJson(response, large);
    for (const reply of await Promise.all(both)) {
      expect(reply.json === large).toBe(true);
      expect(status(reply)).toBe("bff; fwd=uri-miss");
    }
  });
});

test("clients that disconnect cost no connection, and the answer is stored", async () => {
  const held: ServerResponse[] = [];
  api.on("GET /Client/GetAll", (_request, response) => held.push(response));
  await get("/api/Menu/GetAll");
  const before = api.connections;
  for (let round = 1; round <= 3; round++) {
    const leaving = new AbortController();
    const gone = get(`${LIST}?round=${round}`, { signal: leaving.signal }).catch(() => "left");
    await vi.waitFor(() => expect(held).toHaveLength(round));
    leaving.abort();
    expect(await gone).toBe("left");
    for (const response of held.slice(-1)) sendJson(response, round);
    await vi.waitFor(async () => expect(status(await get(`${LIST}?round=${round}`))).toBe("bff; hit; ttl=1"));
  }
  expect(held).toHaveLength(3);
  expect(api.connections - before).toBeLessThanOrEqual(1);
});

describe("a write", () => {
  const methods = ["POST", "PUT", "PATCH", "DELETE"];

  test.each(methods)("%s invalidates the entries of all callers", async (method) => {
    await get();
    await get(LIST, { token: bruno });
    await bff.ask("/api/Client/Update", { method, token: ana });
    expect(status(await get())).toBe(MISS);
    expect(status(await get(LIST, { token: bruno }))).toBe(MISS);
  });

  test("inside /Authentication/ invalidates only the caller's entries", async () => {
    await get();
    await get(LIST, { token: bruno });
    await bff.ask("/api/Authentication/RenewToken", { method: "POST", token: ana });
    expect(status(await get())).toBe(MISS);
    expect(status(await get(LIST, { token: bruno }))).toBe("bff; hit; ttl=1");
    await bff.post("/api/Authentication/Login", { UserName: "carla", Password: "x" });
    expect(status(await get(LIST, { token: bruno }))).toBe("bff; hit; ttl=1");
  });

  test.each([500, 404, 409])("that is answered %i invalidates too", async (code) => {
    await get();
    await get(LIST, { token: bruno });
    api.json("POST /Client/Update", {}, code);
    await bff.post("/api/Client/Update", {}, { token: bruno });
    expect(status(await get())).toBe(MISS);
  });

  test.each([401, 403])("that the API refuses with %i invalidates no entries of other callers", async (code) => {
    await get();
    api.json("POST /Client/Update", {}, code);
    await bff.post("/api/Client/Update", {}, { token: bruno });
    expect(status(await get())).toBe("bff; hit; ttl=1");
  });

  test.each([400, 404])("of a forged token that is answered %i invalidates no entries of others", async (code) => {
    await get();
    api.json("POST /Invented/Path", {}, code);
    await bff.post("/api/Invented/Path", {}, { token: `${bruno.slice(0, -2)}xx` });
    expect(status(await get())).toBe("bff; hit; ttl=1");
  });

  test("that was never sent invalidates no entries of other callers: stale answers are still served", async () => {
    await get();
    await api.stop();
    now += 1_000;
    expect((await bff.post("/api/Client/Update", {}, { token: bruno })).status).toBe(502);
    expect(status(await get())).toBe("bff; hit; fwd=stale; detail=upstream-error");
  });

  test("that breaks off while it is sent invalidates, because the API may have executed it", async () => {
    await get();
    api.on("POST /Client/Update", (_request, response) => response.socket?.destroy());
    expect((await bff.post("/api/Client/Update", {}, { token: bruno })).status).toBe(502);
    expect(status(await get())).toBe(MISS);
  });

  test("that is refused for a missing token invalidates nothing", async () => {
    await get();
    expect((await bff.post("/api/Client/Update", {})).status).toBe(401);
    expect(status(await get())).toBe("bff; hit; ttl=1");
  });

  test("overtakes a slow GET: its answer is neither stored nor shared with a later one", async () => {
    const held: ServerResponse[] = [];
    api.on("GET /Client/GetAll", (_request, response) => held.push(response));
    const before = get();
    await vi.waitFor(() => expect(held).toHaveLength(1));
    await bff.post("/api/Client/Update", {}, { token: bruno });
    const after = get();
    await vi.waitFor(() => expect(held).toHaveLength(2));
    for (const [index, response] of held.entries()) sendJson(response, index === 0 ? "old" : "new");
    expect((await before).json).toBe("old");
    expect((await after).json).toBe("new");
    expect(await get()).toMatchObject({ json: "new", headers: { "cache-status": "bff; hit; ttl=1" } });
  });
});

describe("a token that the API refuses", () => {
  test("gets no more answers from the cache", async () => {
    await get();
    api.json("GET /Menu/GetAll", {}, 401);
    expect((await get("/api/Menu/GetAll")).status).toBe(401);
    api.json("GET /Client/GetAll", {}, 401);
    expect((await get()).status).toBe(401);
  });
});

describe("representations", () => {
  const long = { text: "chuva ".repeat(2_000) };

  test.each([
    ["br", "gzip, br", brotliDecompressSync],
    ["gzip", "gzip, br;q=0", gunzipSync],
    ["br", "*", brotliDecompressSync],
  ] as const)("compressed as %s for %s, and stored compressed", async (encoding, accepted, decompress) => {
    api.json("GET /Client/GetAll", long);
    const headers = { "accept-encoding": accepted };
    for (const expected of [MISS, "bff; hit; ttl=1"]) {
      const reply = await get(LIST, { headers });
      expect(status(reply)).toBe(expected);
      expect(reply.headers["content-encoding"]).toBe(encoding);
      expect(reply.headers.vary).toContain("Accept-Encoding");
      expect(JSON.parse(decompress(reply.bytes).toString())).toEqual(long);
    }
    expect(api.calls[0]?.headers["accept-encoding"]).toBe("identity");
    const plain = await get(LIST, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers).not.toHaveProperty("content-encoding");
    expect(plain.json).toEqual(long);
  });

  test("small and binary answers stay as they are; large ones are compressed while they stream", async () => {
    const headers = { "accept-encoding": "gzip" };
    expect((await get(LIST, { headers })).headers).not.toHaveProperty("content-encoding");
    api.on("GET /File/Get", (_request, response) =>
      response.writeHead(200, { "content-type": "image/png" }).end(Buffer.alloc(5_000)),
    );
    expect((await get("/api/File/Get", { headers })).headers).not.toHaveProperty("content-encoding");
    const large = "x".repeat(3_000_000);
    api.json("GET /Report/Large", large);
    const reply = await get("/api/Report/Large", { headers });
    expect(reply.headers["content-encoding"]).toBe("gzip");
    expect(JSON.parse(gunzipSync(reply.bytes).toString()) === large).toBe(true);
  });

  test("answers 304 to a matching validator, the API's or the BFF's", async () => {
    api.json("GET /Client/GetAll", [1], 200, { etag: '"v1"' });
    api.json("GET /Menu/GetAll", [2]);
    for (const path of [LIST, "/api/Menu/GetAll"]) {
      const { headers } = await get(path);
      const again = await get(path, { headers: { "if-none-match": `"other", ${headers.etag}` } });
      expect(again).toMatchObject({ status: 304, text: "" });
      // A cache on the way copies the headers of a 304 to the response that it stores.
      expect(again.headers).not.toHaveProperty("content-type");
      expect(again.headers.etag).toBe(headers.etag);
      expect(status(again)).toBe("bff; hit; ttl=1");
      expect((await get(path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
    }
    expect(api.calls.every(({ headers }) => headers["if-none-match"] === undefined)).toBe(true);
  });

  test("the validator of a large body changes with the body and differs between callers", async () => {
    const large = "chuva ".repeat(20_000);
    const etag = async (text: string, path: string, of = ana) => {
      api.json(`GET ${path}`, text);
      return (await get(`/api${path}`, { token: of })).headers.etag;
    };
    const first = await etag(large, "/Report/One");
    expect(first).toMatch(/^W\/"[\w-]{22}"$/);
    expect(await etag(large, "/Report/Two")).toBe(first);
    expect(await etag(large.replace("chuva", "secas"), "/Report/Three")).not.toBe(first);
    expect(await etag(large, "/Report/Four", token({ name: "bruno" }))).not.toBe(first);
  });
});

describe("the limits", () => {
  test("without a time-to-live or without memory every GET goes to the API", async () => {
    for (const cache of [
      { ttlMs: 0, maxBytes: 1_000_000, staleIfErrorMs: 0 },
      { ttlMs: 1_000, maxBytes: 0, staleIfErrorMs: 0 },
    ]) {
      await bff.stop();
      bff = await Bff.start(api, { cache });
      await get();
      expect(status(await get())).toBe("bff; fwd=uri-miss");
    }
  });

  test("are measured: /metrics shows bytes and results", async () => {
    await get();
    await get();
    const { text } = await bff.ask("/metrics");
    expect(text).toMatch(/bff_cache_requests_total\{result="hit"\} 1/);
    expect(text).toMatch(/bff_cache_requests_total\{result="stored"\} 1/);
    expect(text).toMatch(/bff_cache_requests_total\{result="stale"\} 0/);
    expect(text).toMatch(/bff_cache_limit_bytes [1-9]/);
    expect(Number(/bff_cache_bytes (\d+)/.exec(text)?.[1])).toBeGreaterThan(0);
  });
});

describe("X-Client-Id of the API", () => {
  const farms = (client: string) => `/api/Farm/GetByClientID?ID=${client}`;
  const of = (client: string | string[]) => ({ "x-client-id": client });
  const write = (ask: Ask = {}) => bff.post("/api/Farm/Update", {}, { token: ana, ...ask });
  /** The clients of a and b whose answers are hits, for both users. */
  const hits = async () => {
    const found: string[] = [];
    for (const client of ["a", "b"]) {
      const replies = [await get(farms(client)), await get(farms(client), { token: bruno })];
      if (replies.every((reply) => status(reply)?.toString().startsWith("bff; hit"))) found.push(client);
    }
    return found;
  };
  beforeEach(() => {
    api.on("GET /Farm/GetByClientID", ({ url }, response) => {
      const client = new URL(url, "https://api.test").searchParams.get("ID") ?? "";
      sendJson(response, { call: api.calls.length }, 200, of(client));
    });
  });

  test("of a write leaves the answers of other clients, and reaches no browser", async () => {
    api.json("POST /Farm/Update", { matchedCount: 1 }, 200, of("a"));
    await hits();
    await get();
    const written = await write();
    expect(written).toMatchObject({ status: 200, json: { matchedCount: 1 } });
    expect(await hits()).toEqual(["b"]);
    expect(status(await get())).toBe(MISS);
    for (const reply of [written, await get(farms("b")), await get(farms("c"))]) {
      expect(reply.headers).not.toHaveProperty("x-client-id");
    }
  });

  test.each([
    { what: "a list", headers: of("a, b"), code: 200 },
    { what: "two headers", headers: of(["a", "a"]), code: 200 },
    { what: "an empty value", headers: of(""), code: 200 },
    { what: "an overlong value", headers: of("a".repeat(129)), code: 200 },
    { what: "none", headers: {}, code: 200 },
    { what: "a failure", headers: of("a"), code: 500 },
    { what: "a redirect", headers: { ...of("a"), location: "/x" }, code: 303 },
  ])("$what with $code leaves no answers", async ({ headers, code }) => {
    api.json("POST /Farm/Update", {}, code, headers);
    await hits();
    await write();
    expect(await hits()).toEqual([]);
  });

  test("of the browser's request means nothing", async () => {
    await hits();
    await write({ headers: of("a") });
    expect(await hits()).toEqual([]);
  });

  test("of a refused write leaves the answers of others, and none of the writer's own", async () => {
    await get(farms("b"), { token: bruno });
    await get(farms("b"));
    api.json("POST /Farm/Update", {}, 403, of("a"));
    await write();
    expect(status(await get(farms("b")))).toBe(MISS);
    expect(status(await get(farms("b"), { token: bruno }))).toMatch(/^bff; hit/);
  });

  test("of a write in the caller's own area changes nothing there", async () => {
    await hits();
    api.json("POST /Authentication/RenewToken", {}, 200, of("a"));
    await bff.post("/api/Authentication/RenewToken", {}, { token: ana });
    expect(status(await get(farms("b")))).toBe(MISS);
    expect(status(await get(farms("a"), { token: bruno }))).toMatch(/^bff; hit/);
  });

  test("of a slow GET that began before the write: its response is neither kept nor shared", async () => {
    const gate = Promise.withResolvers<void>();
    const path = "/Slow/GetByClientID?ID=a";
    api.on("GET /Slow/GetByClientID", async (_request, response) => {
      await gate.promise;
      sendJson(response, "old", 200, of("a"));
    });
    api.json("POST /Farm/Update", { matchedCount: 1 }, 200, of("a"));
    const slow = get(`/api${path}`);
    await expect.poll(() => api.callsOf(`GET ${path}`).length).toBe(1);
    await write();
    api.json("GET /Slow/GetByClientID", "new", 200, of("a"));
    expect(await get(`/api${path}`)).toMatchObject({ json: "new" });
    gate.resolve();
    expect(await slow).toMatchObject({ json: "old" });
    const kept = await get(`/api${path}`);
    expect([status(kept), kept.json]).toEqual(["bff; hit; ttl=1", "new"]);
  });

  test("of a write with a streamed response", async () => {
    const large = "x".repeat(2_000_000);
    api.json("POST /Farm/Update", large, 200, of("a"));
    await get();
    await hits();
    expect((await write()).json).toBe(large);
    expect(await hits()).toEqual(["b"]);
  });
});

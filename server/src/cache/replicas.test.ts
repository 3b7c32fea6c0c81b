import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Ask, Bff } from "../testing/bff.ts";
import { ScriptedApi, sendJson } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";
import { hasValkey, Valkey } from "../testing/valkey.ts";
import { Wire } from "../testing/wire.ts";

const LIST = "/api/Client/GetAll";
const MISS = "bff; fwd=uri-miss; stored";
const BYPASS = "bff; fwd=bypass";
const TTL_MS = 60_000;
const ana = token({ name: "ana" });
const bruno = token({ name: "bruno" });

describe.skipIf(!hasValkey && !process.env.CI)("two BFFs with one Valkey", () => {
  let valkey: Valkey;
  let api: ScriptedApi;
  let [one, other]: Bff[] = [];
  beforeAll(async () => {
    valkey = await Valkey.start();
  });
  afterAll(() => valkey.remove());
  beforeEach(async () => {
    api = await ScriptedApi.start();
    api.on("*", ({ headers }, response) =>
      sendJson(response, { call: api.calls.length, whose: headers.authorization }),
    );
    [one, other] = [await open(), await open()];
    for (const bff of [one, other])
      await vi.waitUntil(async () => (await status(bff, {}, "/api/Menu/GetAll")) !== BYPASS);
    api.calls.length = 0;
  });
  afterEach(async () => {
    await one?.stop();
    await other?.stop();
    await api.stop();
    await valkey.run((client) => client.flushAll());
  });

  const open = (url = valkey.url) =>
    Bff.start(api, { cache: { ttlMs: TTL_MS, maxBytes: 1_000_000, staleIfErrorMs: 0, valkeyUrl: url } });
  async function states(bff: Bff | undefined): Promise<Record<string, string>> {
    const { json } = await asked(bff, "/readyz");
    return (json as { dependencies: Record<string, string> }).dependencies;
  }
  function asked(bff: Bff | undefined, path = LIST, ask: Ask = {}) {
    if (!bff) throw new Error("no BFF runs");
    return bff.ask(path, { token: ana, ...ask });
  }
  const status = async (bff: Bff | undefined, ask?: Ask, path = LIST) =>
    (await asked(bff, path, ask)).headers["cache-status"];

  test("one serves what the other has fetched, only to the same token", async () => {
    expect(await status(one)).toBe(MISS);
    expect(await status(other)).toMatch(/^bff; hit; ttl=/);
    expect(await status(other, { token: bruno })).toBe(MISS);
    expect((await asked(one, LIST, { token: bruno })).json).toMatchObject({ whose: `Bearer ${bruno}` });
    expect(api.calls).toHaveLength(2);
  });

  test("the commands to Valkey are measured, whether they succeed or fail", async () => {
    const failed = async () =>
      Number(/_count\{outcome="failed"\} (\d+)/.exec((await asked(one, "/metrics")).text)?.[1] ?? 0);
    expect((await asked(one, "/metrics")).text).toMatch(
      /^bff_valkey_command_duration_seconds_count\{outcome="answered"\} [1-9]/m,
    );
    const before = await failed();
    valkey.hold();
    onTestFinished(() => valkey.release());
    await vi.waitFor(async () => {
      await asked(one);
      expect(await failed()).toBeGreaterThan(before);
    });
    valkey.release();
  });

  test("a write through one invalidates for all callers of the other, whatever its outcome", async () => {
    for (const answer of [200, 500]) {
      api.on("POST /Client/Update", (_request, response) => sendJson(response, {}, answer));
      await status(other);
      await status(other, { token: bruno });
      expect((await asked(one, "/api/Client/Update", { method: "POST", body: "{}" })).status).toBe(answer);
      expect(await status(other)).toBe(MISS);
      expect(await status(other, { token: bruno })).toBe(MISS);
    }
  });

  test("a write through one discards a response that the other is fetching", async () => {
    let finish = () => {};
    api.on("GET /Client/GetAll", (_request, response) => {
      finish = () => sendJson(response, { call: "before" });
    });
    const slow = asked(one);
    await vi.waitUntil(() => api.calls.length === 1);
    api.on("GET /Client/GetAll", (_request, response) => sendJson(response, { call: "after" }));
    await asked(other, "/api/Client/Update", { method: "POST", body: "{}" });
    finish();
    expect((await slow).json).toEqual({ call: "before" });
    expect((await asked(one)).json).toEqual({ call: "after" });
    expect((await asked(other)).json).toEqual({ call: "after" });
  });

  test("while Valkey is down requests go to the API, /readyz reports it, and a write invalidates once it is back", async () => {
    await status(one);
    await valkey.stop();
    onTestFinished(() => valkey.start());
    await vi.waitUntil(async () => (await status(one)) === BYPASS);
    expect((await asked(one, "/api/Client/Update", { method: "POST", body: "{}" })).status).toBe(200);
    expect((await asked(one)).status).toBe(200);
    await vi.waitUntil(async () => (await states(one)).valkey === "down");
    expect((await asked(one, "/readyz")).status).toBe(200);
    await valkey.start();
    await vi.waitUntil(async () => (await states(one)).valkey === "up");
    expect(await status(one)).toBe(MISS);
    expect(await status(one)).toMatch(/^bff; hit/);
  });

  test("a write through a BFF that alone has lost Valkey is unknown to the other for CACHE_TTL_MS at most", async () => {
    const wire = await Wire.to(new URL(valkey.url).port);
    onTestFinished(() => wire.stop());
    const away = await open(valkey.url.replace(/\d+$/, String(wire.port)));
    onTestFinished(() => away.stop());
    const leases = () => valkey.run((client) => client.zCard("lamina:replicas"));
    await vi.waitUntil(async () => (await leases()) === 3);
    wire.hold();
    // The end of its lease invalidates once. This is about the time after it.
    await vi.waitUntil(async () => (await leases()) === 2 && (await states(away)).valkey === "down");

    let list = "before";
    api.on("GET /Client/GetAll", (_request, response) => sendJson(response, { list }));
    expect(await status(other)).toBe(MISS);
    list = "after";
    expect((await asked(away, "/api/Client/Update", { method: "POST", body: "{}" })).status).toBe(200);
    expect((await asked(away)).json).toEqual({ list: "after" });
    expect((await asked(other)).json).toEqual({ list: "before" });
    await valkey.run(async (client) => {
      for (const key of await client.keys("lamina:answer:*")) {
        expect(await client.pTTL(key)).toBeLessThanOrEqual(TTL_MS);
        await client.pExpire(key, 0);
      }
    });
    expect((await asked(other)).json).toEqual({ list: "after" });
  });

  test("a BFF starts and serves without Valkey, and with a refused password", async () => {
    for (const url of [valkey.url.replace("da-fazenda", "errada"), "redis://127.0.0.1:1"]) {
      const bff = await open(url);
      onTestFinished(() => bff.stop());
      expect(await status(bff)).toBe(BYPASS);
      expect((await states(bff)).valkey).toBe("down");
    }
  });
});

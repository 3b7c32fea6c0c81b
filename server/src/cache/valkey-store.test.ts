import { HOUR_MS } from "@lamina/shared/core/time";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { isLongFor } from "../../../scripts/testing/long.ts";
import { hasValkey, Valkey } from "../testing/valkey.ts";
import { Wire } from "../testing/wire.ts";
import { ValkeyLink } from "../valkey/link.ts";
import { storeContract, storedAnswer } from "./store.contract.ts";
import { ValkeyStore } from "./valkey-store.ts";

const log = { info: vi.fn(), warn: vi.fn() };
/** Outages of the server, which take seconds each. */
const isEach = isLongFor("server/src/cache/", "server/src/valkey/");
const UNLIMITED = 1_000_000;

// Skipped where no Valkey is installed; in CI that fails.
describe.skipIf(!hasValkey && !process.env.CI)("on a real server", () => {
  let valkey: Valkey;
  const links: ValkeyLink[] = [];
  beforeAll(async () => {
    valkey = await Valkey.start();
  });
  afterEach(async () => {
    for (const link of links.splice(0)) link.close();
    await valkey.run((client) => client.flushAll());
  });
  afterAll(() => valkey.remove());

  async function open(maxBytes = UNLIMITED, elapsed: () => number = Date.now): Promise<ValkeyStore> {
    return (await openLinked(valkey.url, maxBytes, elapsed)).store;
  }

  async function openLinked(url: string, maxBytes = UNLIMITED, elapsed: () => number = Date.now) {
    const link = new ValkeyLink({ url, log });
    links.push(link);
    const store = new ValkeyStore({ link, maxBytes, elapsed });
    await vi.waitUntil(() => link.usable);
    return { link, store };
  }

  storeContract("the shared store", async (maxBytes) => ({
    store: await open(maxBytes),
    // The server's time cannot be moved, so the expiry of every key is brought forward.
    advance: (ms) =>
      valkey.run(async (client) => {
        for (const key of await client.keys("*")) await client.pExpire(key, Math.max(0, (await client.pTTL(key)) - ms));
      }),
  }));

  test("an invalidation reaches every replica, and replicas share their entries", async () => {
    const [one, other] = [await open(), await open()];
    const before = await one.generation("ana");
    expect(await other.generation("ana")).toBe(before);
    await one.set("a", storedAnswer("[1]"), 60_000);
    expect((await other.get("a"))?.body.toString()).toBe("[1]");
    await other.invalidate("ana");
    expect(await one.generation("ana")).not.toBe(before);
    expect(await one.generation("ana")).toBe(await other.generation("ana"));
  });

  test("a reply that arrives while this process is busy is in time", async () => {
    const { link } = await openLinked(valkey.url);
    const reply = link.ask((client) => client.ping());
    // The command is written before this turn.
    await new Promise((resolve) => setImmediate(resolve));
    const end = performance.now() + 600;
    while (performance.now() < end);
    expect(await reply).toBe("PONG");
    expect(link.usable).toBe(true);
  });

  test("replicas whose clocks differ by an hour agree on how long an answer is fresh", async () => {
    const [early, late] = [await open(UNLIMITED, () => 0), await open(UNLIMITED, () => HOUR_MS)];
    await early.set("a", { ...storedAnswer(), freshUntil: 30_000 }, 60_000);
    const left = ((await late.get("a"))?.freshUntil ?? 0) - HOUR_MS;
    expect(left).toBeGreaterThan(20_000);
    expect(left).toBeLessThanOrEqual(30_000);
  });

  test("generations that Valkey evicts get new names", async () => {
    const store = await open();
    const seen = new Set<string | undefined>();
    for (let round = 0; round < 3; round++) {
      seen.add(await store.generation("ana"));
      await valkey.run((client) => client.flushAll());
    }
    expect(seen.size).toBe(3);
  });

  test("an unreadable value is no answer", async () => {
    const store = await open();
    for (const rubbish of ["", "\n", "{}\nbody", '{"headers":{"a":1},"staleMs":0}\nbody', "no line"]) {
      await store.set("a", storedAnswer(), 60_000);
      await valkey.run(async (client) => {
        const [key = ""] = await client.keys("*answer*");
        await client.set(key, rubbish, { expiration: { type: "PX", value: 60_000 } });
      });
      expect(await store.get("a")).toBeUndefined();
    }
  });

  test("its memory and limit are measured, except for an account that may not ask, which is no outage", async () => {
    await valkey.run(async (client) => {
      await client.configSet({ maxmemory: "200000000" });
      await client.aclSetUser("limited", ["on", ">da-fazenda", "~*", "+@all", "-info"]);
    });
    onTestFinished(() => valkey.run(async (client) => void (await client.configSet({ maxmemory: "0" }))));
    const store = await open();
    const before = (await store.usage()).bytes ?? 0;
    await store.set("a", storedAnswer("x".repeat(500_000)), 60_000);
    expect((await store.usage()).bytes).toBeGreaterThan(before + 500_000);
    expect((await store.usage()).limit).toBe(200_000_000);

    const { link, store: limited } = await openLinked(valkey.url.replace("//:", "//limited:"));
    expect(await limited.usage()).toEqual({ bytes: undefined, limit: undefined });
    expect(link.usable).toBe(true);
  });

  test("a password that it refuses from the start is in the log, once", async () => {
    const refusals = async () => {
      const text = await valkey.run((client) => client.info("stats"));
      return Number(/total_error_replies:(\d+)/.exec(text)?.[1]);
    };
    log.warn.mockClear();
    const before = await refusals();
    const link = new ValkeyLink({ url: valkey.url.replace("da-fazenda", "other"), log });
    links.push(link);
    await vi.waitFor(async () => expect(await refusals()).toBeGreaterThan(before + 1));
    const reasons = log.warn.mock.calls.map(([{ reason }]) => reason);
    expect(reasons).toEqual([expect.stringMatching(/WRONGPASS/)]);
  });

  test("keys and logs contain no address, no caller's token and no password", async () => {
    const store = await open();
    await store.set("g ana identity [] /Farm/GetByClientID?ID=secret", storedAnswer(), 60_000);
    const keys = await valkey.run((client) => client.keys("*"));
    expect(keys.join()).not.toMatch(/secret|Farm/);
    expect(keys.every((key) => key.startsWith("lamina:"))).toBe(true);
    expect(JSON.stringify([log.info.mock.calls, log.warn.mock.calls])).not.toContain("da-fazenda");
  });

  if (isEach)
    test.each([
      ["stopped", { away: () => valkey.stop(), back: () => valkey.start() }],
      ["held still", { away: () => valkey.hold(), back: () => valkey.release() }],
    ])("while it is %s it serves nothing, and a write in that time invalidates afterwards", async (_, server) => {
      const [{ store: one }, { store: other }] = [await openLinked(valkey.url), await openLinked(valkey.url)];
      const before = await one.generation("ana");
      await one.set("a", storedAnswer(), 60_000);
      await server.away();
      onTestFinished(async () => void (await server.back()));
      await vi.waitUntil(async () => (await one.generation("ana")) === undefined);
      expect(await one.get("a")).toBeUndefined();
      expect(await one.set("a", storedAnswer(), 60_000)).toBe(false);
      await one.invalidate("ana");
      await server.back();
      await vi.waitUntil(() => links.every((link) => link.usable));
      await vi.waitUntil(async () => (await other.generation("ana")) !== undefined);
      expect(await other.generation("ana")).not.toBe(before);
      expect(await other.generation("ana")).toBe(await one.generation("ana"));
    });

  test("a write that ends while Valkey is being prepared still invalidates", async () => {
    const { link, store: one } = await openLinked(valkey.url);
    const { store: other } = await openLinked(valkey.url);
    let write: Promise<void> | undefined;
    // After the generation has changed, and before Valkey is used again.
    link.prepare(async () => {
      const seen = await other.generation("ana");
      await other.set(`${seen} list`, storedAnswer("old"), 60_000);
      write ??= one.invalidate();
      await write;
    });
    valkey.hold();
    expect(await one.generation("ana")).toBeUndefined();
    valkey.release();
    await vi.waitUntil(() => link.usable);
    expect(write).toBeDefined();
    expect(await one.get(`${await one.generation("ana")} list`)).toBeUndefined();
    expect(await other.get(`${await other.generation("ana")} list`)).toBeUndefined();
  });

  if (isEach)
    test("a server restored from a snapshot brings no old generation back", async () => {
      const store = await open();
      const before = await store.generation("ana");
      await store.set(`${before} list`, storedAnswer("old"), 60_000);
      await valkey.snapshot();
      await store.invalidate();
      const after = await store.generation("ana");
      await valkey.stop();
      await valkey.start();
      await vi.waitUntil(async () => (await store.generation("ana")) !== undefined);
      expect([before, after]).not.toContain(await store.generation("ana"));
    });

  test("a start changes the generation of all callers, because the last process may have left a write unreported", async () => {
    const one = await open();
    const before = await one.generation("ana");
    await open();
    expect(await one.generation("ana")).not.toBe(before);
  });

  if (isEach)
    test("a replica that cannot report a write changes the generation of the others when its lease ends", async () => {
      const wire = await Wire.to(new URL(valkey.url).port);
      onTestFinished(() => wire.stop());
      const { store: one } = await openLinked(valkey.url.replace(/\d+$/, String(wire.port)));
      const { store: other } = await openLinked(valkey.url);
      await vi.waitUntil(() => valkey.run(async (client) => (await client.zCard("lamina:replicas")) === 2));
      const before = await other.generation("ana");
      wire.hold();
      await one.invalidate();
      await vi.waitUntil(async () => (await other.generation("ana")) !== before);
    });

  test("a replica that shuts down in order removes its lease and changes no generation", async () => {
    const [one, other] = [await open(), await open()];
    const replicas = () => valkey.run((client) => client.zCard("lamina:replicas"));
    await vi.waitUntil(async () => (await replicas()) === 2);
    const before = await other.generation("ana");
    await one.close();
    links.shift()?.close();
    expect(await replicas()).toBe(1);
    await vi.waitUntil(async () => (await replicas()) === 1);
    expect(await other.generation("ana")).toBe(before);
  });

  test("a write while the server is full invalidates the entries of every replica", async () => {
    const [one, other] = [await open(), await open()];
    const before = await other.generation("ana");
    await valkey.run((client) => client.configSet({ maxmemory: "1", "maxmemory-policy": "noeviction" }));
    onTestFinished(() => valkey.run(async (client) => void (await client.configSet({ maxmemory: "0" }))));
    await one.invalidate();
    // At once, not at the other replica's next heartbeat.
    expect(await other.generation("ana")).not.toBe(before);
  });

  test("a full server gives no hits", async () => {
    const store = await open();
    await valkey.run((client) => client.configSet({ maxmemory: "1", "maxmemory-policy": "noeviction" }));
    onTestFinished(() => valkey.run(async (client) => void (await client.configSet({ maxmemory: "0" }))));
    await store.invalidate();
    expect(await store.generation("ana")).toBeUndefined();
  });
});

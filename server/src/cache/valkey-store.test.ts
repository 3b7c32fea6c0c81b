import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { hasValkey, Valkey } from "../testing/valkey.ts";
import { storeContract, storedAnswer } from "./store.contract.ts";
import { ValkeyStore } from "./valkey-store.ts";

const log = { info: vi.fn(), warn: vi.fn() };
const UNLIMITED = 1_000_000;

// Missing on a laptop is a skipped suite, in CI a failure.
describe.skipIf(!hasValkey && !process.env.CI)("on a real server", () => {
  let valkey: Valkey;
  const stores: ValkeyStore[] = [];
  beforeAll(async () => {
    valkey = await Valkey.start();
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) store.close();
    await valkey.run((client) => client.flushAll());
  });
  afterAll(() => valkey.stop());

  async function open(maxBytes = UNLIMITED, clock: () => number = Date.now): Promise<ValkeyStore> {
    const store = new ValkeyStore({ url: valkey.url, maxBytes, clock, log });
    stores.push(store);
    await vi.waitUntil(() => store.usable);
    return store;
  }

  storeContract("the shared store", async (maxBytes) => ({
    store: await open(maxBytes),
    // Time cannot be moved there: everything kept is brought nearer to its end.
    advance: (ms) =>
      valkey.run(async (client) => {
        for (const key of await client.keys("*")) await client.pExpire(key, Math.max(0, (await client.pTTL(key)) - ms));
      }),
  }));

  test("an invalidation of one replica is every replica's, and what one keeps the others give back", async () => {
    const [one, other] = [await open(), await open()];
    const before = await one.generation("ana");
    expect(await other.generation("ana")).toBe(before);
    await one.set("a", storedAnswer("[1]"), 60_000);
    expect((await other.get("a"))?.body.toString()).toBe("[1]");
    await other.invalidate("ana");
    expect(await one.generation("ana")).not.toBe(before);
    expect(await one.generation("ana")).toBe(await other.generation("ana"));
  });

  test("replicas whose clocks differ by an hour agree on how long an answer is fresh", async () => {
    const [early, late] = [await open(UNLIMITED, () => 0), await open(UNLIMITED, () => 3_600_000)];
    await early.set("a", { ...storedAnswer(), freshUntil: 30_000 }, 60_000);
    const left = ((await late.get("a"))?.freshUntil ?? 0) - 3_600_000;
    expect(left).toBeGreaterThan(20_000);
    expect(left).toBeLessThanOrEqual(30_000);
  });

  test("what Valkey forgets of generations comes back as new ones", async () => {
    const store = await open();
    const seen = new Set<string | undefined>();
    for (let round = 0; round < 3; round++) {
      seen.add(await store.generation("ana"));
      await valkey.run((client) => client.flushAll());
    }
    expect(seen.size).toBe(3);
  });

  test("rubbish under an answer's key is no answer", async () => {
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

  test("no key, and nothing that is logged, tells an address, a caller's token or the password", async () => {
    const store = await open();
    await store.set("g ana identity [] /Farm/GetByClientID?ID=secret", storedAnswer(), 60_000);
    const keys = await valkey.run((client) => client.keys("*"));
    expect(keys.join()).not.toMatch(/secret|Farm/);
    expect(keys.every((key) => key.startsWith("lamina:"))).toBe(true);
    expect(JSON.stringify([log.info.mock.calls, log.warn.mock.calls])).not.toContain("da-fazenda");
  });

  test.each([
    ["stopped", { away: () => valkey.stop(), back: () => valkey.start() }],
    ["held still", { away: () => valkey.hold(), back: () => valkey.release() }],
  ])("while it is %s nothing is answered from it, and a write that it missed counts afterwards", async (_, server) => {
    const [one, other] = [await open(), await open()];
    const before = await one.generation("ana");
    await one.set("a", storedAnswer(), 60_000);
    await server.away();
    onTestFinished(async () => void (await server.back()));
    await vi.waitUntil(async () => (await one.generation("ana")) === undefined);
    expect(await one.get("a")).toBeUndefined();
    expect(await one.set("a", storedAnswer(), 60_000)).toBe(false);
    await one.invalidate("ana");
    await server.back();
    await vi.waitUntil(() => one.usable && other.usable, { timeout: 10_000 });
    await vi.waitUntil(async () => (await other.generation("ana")) !== undefined, { timeout: 10_000 });
    expect(await other.generation("ana")).not.toBe(before);
    expect(await other.generation("ana")).toBe(await one.generation("ana"));
  });
});

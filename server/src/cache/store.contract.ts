import { MINUTE_MS } from "@lamina/shared/core/time";
import { beforeEach, describe, expect, test } from "vitest";
import type { CacheStore, StoredAnswer } from "./store.ts";

/** A store under test, with a clock that the test moves and `maxBytes` of memory. */
interface StoreUnderTest {
  store: CacheStore;
  advance(ms: number): void | Promise<void>;
}

/** An answer of this size in bytes, fresh for one second. */
export function storedAnswer(body: string | number = "[]"): StoredAnswer {
  const bytes = typeof body === "number" ? Buffer.alloc(body, "x") : Buffer.from(body);
  return { headers: { "content-type": "application/json", etag: 'W/"1"' }, body: bytes, freshUntil: 1_000 };
}

/** Tests that every store must pass. */
export function storeContract(
  name: string,
  make: (maxBytes: number) => StoreUnderTest | Promise<StoreUnderTest>,
): void {
  describe(name, () => {
    let store: CacheStore;
    let advance: StoreUnderTest["advance"];
    beforeEach(async () => {
      ({ store, advance } = await make(1_048_576));
    });

    test("returns what was stored, byte for byte", async () => {
      const { freshUntil, ...answer } = { ...storedAnswer(), body: Buffer.from([10, 0, 255, 128, 10]) };
      expect(await store.set("a", { ...answer, freshUntil }, MINUTE_MS)).toBe(true);
      const { freshUntil: kept, ...found } = (await store.get("a")) ?? {};
      expect(found).toEqual(answer);
      // A store with its own clock also measures the round trip.
      expect(Math.abs((kept ?? 0) - freshUntil)).toBeLessThan(MINUTE_MS / 2);
      expect(await store.get("b")).toBeUndefined();
    });

    test("expires entries", async () => {
      await store.set("a", storedAnswer(), MINUTE_MS);
      await advance(MINUTE_MS / 2);
      expect(await store.get("a")).toBeDefined();
      await advance(MINUTE_MS / 2 + 1);
      expect(await store.get("a")).toBeUndefined();
    });

    test("stores nothing for zero time", async () => {
      expect(await store.set("a", storedAnswer(), 0)).toBe(false);
      expect(await store.get("a")).toBeUndefined();
    });

    test("does not store an answer larger than its memory, and evicts nothing for it", async () => {
      ({ store } = await make(16_384));
      await store.set("small", storedAnswer(), MINUTE_MS);
      expect(await store.set("large", storedAnswer(16_385), MINUTE_MS)).toBe(false);
      expect(await store.get("small")).toBeDefined();
    });

    test("stores nothing without memory", async () => {
      ({ store } = await make(0));
      expect(await store.set("a", storedAnswer(), MINUTE_MS)).toBe(false);
      expect(await store.get("a")).toBeUndefined();
    });

    test("a generation lasts until an invalidation and is never reused", async () => {
      const seen = new Set([await store.generation("ana")]);
      expect(await store.generation("ana")).toBe([...seen][0]);
      for (const invalidate of [
        () => store.invalidate("ana"),
        () => store.invalidate(),
        () => store.invalidate("ana"),
      ]) {
        await invalidate();
        const generation = await store.generation("ana");
        expect(generation).not.toContain(" ");
        expect(seen).not.toContain(generation);
        seen.add(generation);
      }
    });

    test("an invalidation of one caller leaves the others alone; one of all callers reaches each", async () => {
      const [ana, bruno] = [await store.generation("ana"), await store.generation("bruno")];
      await store.invalidate("ana");
      expect(await store.generation("bruno")).toBe(bruno);
      expect(await store.generation("ana")).not.toBe(ana);
      await store.invalidate();
      expect(await store.generation("bruno")).not.toBe(bruno);
    });

    test("an invalidation of one client leaves none of its answers, and none without a client, to be found", async () => {
      const key = async (name: string) => `${await store.generation("ana")} ${name}`;
      await store.set(await key("known"), { ...storedAnswer(), client: "a" }, MINUTE_MS);
      await store.set(await key("unknown"), storedAnswer(), MINUTE_MS);
      expect(await store.get(await key("known"))).toBeDefined();
      await store.invalidateClient("a");
      for (const name of ["known", "unknown"]) expect(await store.get(await key(name)), name).toBeUndefined();
    });

    test("invalidations of thousands of invented callers give no old generation back, and cost others little", async () => {
      const users = Array.from({ length: 100 }, (_, user) => `user-${user}`);
      const before = await store.generation("ana");
      await store.invalidate("ana");
      const generations = await Promise.all(users.map((user) => store.generation(user)));
      for (let batch = 0; batch < 20; batch++) {
        await Promise.all(Array.from({ length: 1_000 }, (_, other) => store.invalidate(`other-${batch}-${other}`)));
      }
      expect(before).not.toBe(await store.generation("ana"));
      const after = await Promise.all(users.map((user) => store.generation(user)));
      // A few share their slot with an invented caller.
      expect(after.filter((generation, user) => generation === generations[user]).length).toBeGreaterThan(50);
    });
  });
}

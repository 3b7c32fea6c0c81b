import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type Encoding, encode } from "./encoding.ts";
import { MemoryStore } from "./memory-store.ts";
import { storeContract, storedAnswer } from "./store.contract.ts";

storeContract("the store in memory", (maxBytes) => {
  let now = 1;
  const store = new MemoryStore(maxBytes, () => now);
  return {
    store,
    advance: (ms) => {
      now += ms;
    },
  };
});

test("keys, headers and bodies together stay within the limit", () => {
  const store = new MemoryStore(100_000, () => 1);
  for (let index = 0; index < 500; index++) {
    const headers = { "x-long": "h".repeat(500) };
    store.set(`${index} ${"k".repeat(1_000)}`, { ...storedAnswer(2_000), headers }, 1_000);
    expect(store.size).toBeLessThanOrEqual(100_000);
  }
  expect(store.size).toBeGreaterThan(80_000);
  expect(store.get(`499 ${"k".repeat(1_000)}`)).toBeDefined();
  expect(store.get(`0 ${"k".repeat(1_000)}`)).toBeUndefined();
});

test("limits the share of one caller and leaves the entries of others alone", () => {
  const store = new MemoryStore(100_000, () => 1);
  expect(store.set("bruno", storedAnswer(1_000), 1_000, "bruno")).toBe(true);
  const kept = Array.from({ length: 100 }, (_, n) => store.set(`ana ${n}`, storedAnswer(1_000), 1_000, "ana"));
  expect(kept[0]).toBe(true);
  expect(kept.at(-1)).toBe(false);
  expect(store.size).toBeLessThan(35_000);
  expect(store.get("bruno")).toBeDefined();
  store.invalidate();
  expect(store.size).toBe(0);
  expect(store.set("ana again", storedAnswer(1_000), 1_000, "ana")).toBe(true);
});

test("invented callers evict no entries, and no invalidation is held for each of them", () => {
  const store = new MemoryStore(100_000, () => 1);
  store.set("ana", storedAnswer(), 1_000, "ana");
  for (let other = 0; other < 20_000; other++) store.invalidate(`forged-${other}`);
  expect(store.get("ana")).toBeDefined();
});

test.each<Encoding>(["gzip", "br"])(
  "a response stored as %s holds its own bytes and no slab around them",
  async (encoding) => {
    const body = Buffer.from(randomBytes(3_000).toString("hex"));
    const headers = { "content-type": "application/json" };
    const answer = await encode({ status: 200, headers, body }, encoding);
    if (!Buffer.isBuffer(answer.body)) throw new Error("a stream");
    expect(answer.body.buffer.byteLength).toBe(answer.body.length);
  },
);

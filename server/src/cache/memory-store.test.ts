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
    expect(store.usage().bytes).toBeLessThanOrEqual(100_000);
  }
  expect(store.usage().bytes).toBeGreaterThan(80_000);
  expect(store.get(`499 ${"k".repeat(1_000)}`)).toBeDefined();
  expect(store.get(`0 ${"k".repeat(1_000)}`)).toBeUndefined();
});

test("limits the share of one caller and leaves the entries of others alone", () => {
  const store = new MemoryStore(100_000, () => 1);
  expect(store.set("bruno", storedAnswer(1_000), 1_000, "bruno")).toBe(true);
  const kept = Array.from({ length: 100 }, (_, n) => store.set(`ana ${n}`, storedAnswer(1_000), 1_000, "ana"));
  expect(kept[0]).toBe(true);
  expect(kept.at(-1)).toBe(false);
  expect(store.usage().bytes).toBeLessThan(35_000);
  expect(store.get("bruno")).toBeDefined();
  store.invalidate();
  expect(store.usage().bytes).toBe(0);
  expect(store.set("ana again", storedAnswer(1_000), 1_000, "ana")).toBe(true);
});

test("an invalidation of one client drops its entries and those without a client, of all callers, and no others", () => {
  const store = new MemoryStore(100_000, () => 1);
  const dropped: string[] = [];
  store.follow({ drop: (key) => void dropped.push(key), clear() {} });
  store.set("ana a", { ...storedAnswer(), client: "a" }, 1_000, "ana");
  store.set("bruno a", { ...storedAnswer(), client: "a" }, 1_000, "bruno");
  store.set("ana b", { ...storedAnswer(), client: "b" }, 1_000, "ana");
  store.set("ana", storedAnswer(), 1_000, "ana");
  const generation = store.generation("ana");
  store.invalidateClient("a");
  expect(dropped.toSorted()).toEqual(["ana", "ana a", "bruno a"]);
  expect(store.get("ana b")).toBeDefined();
  expect(store.generation("ana")).toBe(generation);
  store.invalidateClient("never seen");
  expect(store.get("ana b")).toBeDefined();
});

test.each([
  { before: "a", after: "b" },
  { before: "a", after: undefined },
  { before: undefined, after: "b" },
])("an entry that replaces one of $before follows $after", ({ before, after }) => {
  const store = new MemoryStore(100_000, () => 1);
  store.set("x", { ...storedAnswer(), client: before }, 1_000, "ana");
  store.set("x", { ...storedAnswer(), client: after }, 1_000, "ana");
  store.invalidateClient("c");
  expect(store.get("x") === undefined).toBe(after === undefined);
  store.set("x", { ...storedAnswer(), client: after }, 1_000, "ana");
  store.invalidateClient(after ?? "c");
  expect(store.get("x")).toBeUndefined();
  expect(store.usage().bytes).toBe(0);
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

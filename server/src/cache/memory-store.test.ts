import { expect, test } from "vitest";
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

test("keys, headers and bodies together stay within the bytes", () => {
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

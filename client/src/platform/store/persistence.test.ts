import { afterEach, expect, it, vi } from "vitest";
import { keepStore } from "./persistence.ts";

afterEach(() => vi.unstubAllGlobals());

const stub = (storage: unknown) => vi.stubGlobal("navigator", { storage });
const not = async () => false;
const yes = async () => true;

it.each([
  ["is kept already", { persisted: yes, persist: not }, true],
  ["is granted", { persisted: not, persist: yes }, true],
  ["is refused", { persisted: not, persist: not }, false],
  ["cannot be asked for", undefined, false],
  ["fails", { persisted: not, persist: () => Promise.reject(new TypeError("insecure")) }, false],
])("the store %s", async (_what, storage, kept) => {
  stub(storage);
  expect(await keepStore()).toBe(kept);
});

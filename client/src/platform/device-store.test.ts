import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../api/query-client.ts";
import { eraseSnapshot, openSnapshot, snapshotWritten } from "../api/snapshot.ts";
import type { OutboxEntry } from "../core/outbox/entry.ts";
import { createStoredEntries } from "../core/outbox/stored-entries.ts";
import { database, strictDatabase } from "./database.ts";
import { tabStorage } from "./storage.ts";

/** The longest that a start, a record or a logout waits for the device. */
const LONGEST_MS = 1_500;

/** An IndexedDB whose requests have no outcome, as in WebKit while a page before holds a transaction. */
const silentDatabase = { open: () => ({}) };

beforeEach(() => {
  vi.stubGlobal("indexedDB", silentDatabase);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  tabStorage.remove("outbox:ana");
});

/** The outcome of a task within the longest wait. */
async function soon<T>(task: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error("still waiting")), LONGEST_MS + 1);
  });
  const outcome = Promise.race([task, late]);
  outcome.catch(() => {});
  await vi.advanceTimersByTimeAsync(LONGEST_MS + 1);
  return outcome;
}

it("the start goes on without what a silent store has, and says so once", async () => {
  expect(await soon(openSnapshot(createQueryClient(), "ana"))).toBe("none");
  expect(await soon(database.get("menu"))).toBeUndefined();
  expect(console.warn).toHaveBeenCalledTimes(1);
  expect(await soon(snapshotWritten())).toBe(false);
});

it("the end of a session waits no longer for a silent store", async () => {
  await soon(eraseSnapshot());
  expect(await soon(strictDatabase.remove("key").catch(() => "refused"))).toBe("refused");
});

it("a record is accepted while the store is silent, and stays in the tab with a word", async () => {
  const told: (readonly string[])[] = [];
  const entries = createStoredEntries(
    {
      archive: strictDatabase,
      maxBytes: 10_000,
      maxPhotoBytes: 10_000,
      withLock: (_name, task) => task(),
    },
    (_user, _entries, onlyHere) => void told.push(onlyHere),
  );
  const entry: OutboxEntry = {
    kind: "rain",
    fields: { farmId: "f1", date: "2026-11-26", mm: 12 },
    ...{ key: "key-00001", clientId: "c1", label: "Boa Vista", madeAt: 0, attempts: 0 },
    ...{ problem: null, confirmed: false },
  };
  expect(await soon(entries.add("ana", entry, undefined))).toBe(true);
  expect(told.at(-1)).toEqual(["key-00001"]);
  expect(tabStorage.read("outbox:ana")).toContain("key-00001");
});

import "fake-indexeddb/auto";
import { LOCAL_STORAGE_BYTES } from "@lamina/shared/core/limits";
import type { QueryClient } from "@tanstack/react-query";
import { get } from "idb-keyval";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isLongFor } from "../../../scripts/testing/long.ts";
import { strictDatabase } from "../platform/store/database.ts";
import { createQueryClient } from "./query-client.ts";
import { eraseSnapshot, openSnapshot, snapshotWritten } from "./snapshot.ts";
import { queryTexts, textsWithin } from "./snapshot-texts.ts";

const clients: QueryClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.clear();
});

function page(): QueryClient {
  const client = createQueryClient();
  clients.push(client);
  return client;
}

/** All that the device has of the snapshot. */
const kept = async () => (await strictDatabase.range("snapshot")).map(([, value]) => String(value)).join("\n");

/** Lets faked time pass in steps, so that the device answers in between. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 50) {
    await vi.advanceTimersByTimeAsync(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Records the sizes of writes until `stop`, in characters. */
function watchWrites() {
  const writes: number[] = [];
  const put = IDBObjectStore.prototype.put;
  const spy = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, value, key) {
    writes.push(String(value).length);
    return put.call(this, value, key);
  });
  return { writes, stop: () => spy.mockRestore() };
}

describe("the snapshot of a user", () => {
  it("is restored on the next page", async () => {
    const first = page();
    expect(await openSnapshot(first, "ana")).toBe("none");
    first.setQueryData(["c1", "farms"], [{ name: "Boa Vista" }]);
    await snapshotWritten();
    const second = page();
    expect(await openSnapshot(second, "ana")).toBe("same");
    expect(second.getQueryData(["c1", "farms"])).toEqual([{ name: "Boa Vista" }]);
    // Even a new answer is refetched, because it may lack changes of the last second before the page closed.
    expect(second.getQueryState(["c1", "farms"])?.isInvalidated).toBe(true);
  });

  it("is not written for what comes every second, and has it with the next other answer", async () => {
    const client = page();
    await openSnapshot(client, "ana");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const writes = vi.spyOn(strictDatabase, "set");
    const come = (name: string, data: string, meta: object) =>
      client.fetchQuery({ queryKey: ["c1", name], queryFn: () => data, staleTime: 0, meta });
    try {
      await pass(6_000);
      writes.mockClear();
      for (const angle of ["north", "east"]) {
        await come("pivot-status", angle, { passing: true });
        await pass(6_000);
      }
      expect(writes).not.toHaveBeenCalled();
      await come("map", "just received", {});
      await vi.waitFor(async () => {
        await pass(6_000);
        expect(writes.mock.calls.map(String).join()).toContain("just received");
      });
      expect(writes.mock.calls.map(String).join()).toMatch(/east.*just received|just received.*east/);
    } finally {
      writes.mockRestore();
      vi.useRealTimers();
    }
  });

  it("says when the received data are on the device", async () => {
    const client = page();
    await openSnapshot(client, "ana");
    client.setQueryData(["c1", "map"], "just received");
    expect(await snapshotWritten()).toBe(true);
    expect(await kept()).toContain("just received");
  });

  it("keeps data whose refetch failed, as if no refetch had been tried", async () => {
    const first = page();
    await openSnapshot(first, "ana");
    first.setQueryData(["c1", "map"], "seen before", { updatedAt: 1 });
    const failing = { queryKey: ["c1", "map"], queryFn: () => Promise.reject(new Error("network")), retry: false };
    await expect(first.fetchQuery(failing)).rejects.toThrow("network");
    await snapshotWritten();
    const second = page();
    await openSnapshot(second, "ana");
    expect(second.getQueryState(["c1", "map"])).toMatchObject({ data: "seen before", status: "success", error: null });
  });

  it("is erased before another user sees anything, also from memory", async () => {
    const shared = page();
    await openSnapshot(shared, "ana");
    shared.setQueryData(["c1", "farms"], "of ana");
    await snapshotWritten();
    expect(await kept()).toContain("of ana");
    expect(await openSnapshot(shared, "bruno")).toBe("other");
    expect(shared.getQueryData(["c1", "farms"])).toBeUndefined();
    expect(await kept()).not.toContain("of ana");
  });

  it("is written when the page is left, before its time", async () => {
    const client = page();
    await openSnapshot(client, "ana");
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    client.setQueryData(["c1", "map"], "seen last");
    await vi.waitFor(async () => {
      document.dispatchEvent(new Event("visibilitychange"));
      expect(await kept()).toContain("seen last");
    });
    hidden.mockRestore();
  });

  it("is written in small parts while it is used, and read back as it was", async () => {
    const first = page();
    await openSnapshot(first, "ana");
    const map = { fields: Array.from({ length: 9_000 }, (_, index) => `talhão ${index} 🌱`) };
    first.setQueryData(["c1", "map"], map);
    const { writes, stop } = watchWrites();
    await snapshotWritten();
    stop();
    expect(writes.length).toBeGreaterThan(10);
    expect(Math.max(...writes)).toBeLessThan(20_000);
    const second = page();
    await openSnapshot(second, "ana");
    expect(second.getQueryData(["c1", "map"])).toEqual(map);
    // A newer version takes the place of the one before.
    first.setQueryData(["c1", "map"], { fields: [] }, { updatedAt: Date.now() + 1 });
    await snapshotWritten();
    second.setQueryData(["c1", "map"], { fields: ["new"] }, { updatedAt: Date.now() + 2 });
    await snapshotWritten();
    expect(await kept()).not.toContain("talhão");
  });

  it("defers large writes while the page is hidden", async () => {
    const client = page();
    await openSnapshot(client, "ana");
    client.setQueryData(["c1", "map"], "m".repeat(400_000));
    client.setQueryData(["c1", "note"], "small");
    const { writes, stop } = watchWrites();
    const written = snapshotWritten();
    await expect.poll(() => writes.length).toBeGreaterThan(4);
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const before = writes.length;
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new PageTransitionEvent("pagehide"));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(writes.slice(before).reduce((sum, size) => sum + size, 0)).toBeLessThan(40_000);
    hidden.mockRestore();
    document.dispatchEvent(new Event("visibilitychange"));
    await written;
    expect(await snapshotWritten()).toBe(true);
    stop();
    const second = page();
    await openSnapshot(second, "ana");
    expect(second.getQueryData(["c1", "map"])).toHaveLength(400_000);
  });

  it.each([
    ["too old", (head: string) => head.replace(/"timestamp":\d+/, '"timestamp":1')],
    ["of another shape", (head: string) => head.replace(":ana", ":eva")],
  ])("that is %s is removed, and the page starts without it", async (_name, spoilt) => {
    const first = page();
    await openSnapshot(first, "ana");
    first.setQueryData(["c1", "map"], "stored");
    await snapshotWritten();
    await strictDatabase.set("snapshot", spoilt(String(await strictDatabase.get("snapshot"))));
    const client = page();
    expect(await openSnapshot(client, "ana")).toBe("same");
    expect(client.getQueryData(["c1", "map"])).toBeUndefined();
    expect(await kept()).not.toContain("stored");
  });

  it("is restored without an answer that is damaged or was not written to its end", async () => {
    const first = page();
    await openSnapshot(first, "ana");
    first.setQueryData(["c1", "map"], "m".repeat(30_000));
    first.setQueryData(["c1", "board"], "damaged");
    first.setQueryData(["c1", "forecast"], "whole");
    await snapshotWritten();
    const names = await strictDatabase.namesOf("snapshot/");
    await strictDatabase.remove(names.find((name) => name.includes("map") && name.endsWith(".1.3")) ?? "");
    await strictDatabase.set(names.find((name) => name.includes("board")) ?? "", '{"cut');
    const client = page();
    await openSnapshot(client, "ana");
    expect(["map", "board", "forecast"].map((name) => client.getQueryData(["c1", name]))).toEqual([
      undefined,
      undefined,
      "whole",
    ]);
  });
});

it("writes nothing after the end of the session", async () => {
  const client = page();
  await openSnapshot(client, "ana");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  try {
    client.setQueryData(["c1", "farms"], [{ name: "of ana" }]);
    await new Promise((resolve) => setImmediate(resolve));
    await eraseSnapshot();
    const { writes, stop } = watchWrites();
    await pass(10_000);
    expect(writes).toEqual([]);
    expect(await kept()).toBe("");
    stop();
  } finally {
    vi.useRealTimers();
  }
});

describe("the stored answers", () => {
  const text = (key: string, version: number, size: number, field?: true | "later") => ({
    ...{ name: key, version, size, field, text: "", queryKey: [key] },
  });
  const names = (texts: readonly { name: string }[]) => texts.map(({ name }) => name);

  it("stay within their byte limit by leaving out the data that were updated longest ago", () => {
    const texts = [text("old", 1, 500), text("new", 3, 500), text("middle", 2, 400)];
    expect(names(textsWithin(1000, texts))).toEqual(["new", "middle"]);
  });

  it("leave out the data of the field last, and name what they leave out", () => {
    const leftOut: unknown[] = [];
    const texts = [text("chart", 3, 500), text("board", 1, 500, true)];
    expect(names(textsWithin(600, texts, (keys) => leftOut.push(...keys)))).toEqual(["board"]);
    expect(leftOut).toEqual([["chart"]]);
  });

  it("are board, map and forecast of a fleet rather than the details of them", () => {
    const leftOut: unknown[] = [];
    const details = Array.from({ length: 480 }, (_, index) => text(`sector ${index}`, 100 + index, 12_000, "later"));
    const first = [text("board", 1, 300_000, true), text("map", 2, 200_000, true), text("forecast", 3, 15_000, true)];
    const chosen = textsWithin(LOCAL_STORAGE_BYTES, [...details, ...first, text("chart", 999, 50_000)], (keys) =>
      leftOut.push(...keys),
    );
    expect(names(chosen).slice(0, 4)).toEqual(["board", "map", "forecast", "sector 0"]);
    expect(leftOut.length).toBeGreaterThan(100);
    expect(chosen).toHaveLength(484 - leftOut.length);
  });

  it("leave out one that alone is too large, and have the rest", () => {
    expect(names(textsWithin(1000, [text("huge", 2, 5000), text("small", 1, 10)]))).toEqual(["small"]);
  });

  it("have the size of their text and keys, and the time of an answer that is as the one before", () => {
    const client = page();
    const data = { name: "São João" };
    const sizes = [1, 2].map((updatedAt) => {
      client.setQueryData(["board"], data, { updatedAt });
      const [only] = queryTexts(client);
      expect(only?.version).toBe(updatedAt);
      return (only?.size ?? 0) - new TextEncoder().encode(only?.text).length;
    });
    for (const size of sizes) expect(size).toBeGreaterThan('snapshot/["board"]/1.'.length);
  });

  // Millions of characters in small parts.
  if (isLongFor("client/src/api/", "client/src/platform/store/"))
    it("take no more than the limit on the device, also while they are replaced", async () => {
      await eraseSnapshot();
      const client = page();
      await openSnapshot(client, "ana");
      const onDevice = new Map<string, number>();
      let most = 0;
      const { set, removeAll } = strictDatabase;
      const spies = [
        vi.spyOn(strictDatabase, "set").mockImplementation((key, value) => {
          onDevice.set(key, String(value).length + key.length);
          most = Math.max(
            most,
            [...onDevice.values()].reduce((sum, size) => sum + size, 0),
          );
          return set(key, value);
        }),
        vi.spyOn(strictDatabase, "removeAll").mockImplementation((keys) => {
          for (const key of keys) onDevice.delete(key);
          return removeAll(keys);
        }),
      ];
      for (const updatedAt of [1, 2]) {
        for (let index = 0; index < 11; index++)
          client.setQueryData(["c1", "chart", index], `${updatedAt}`.repeat(450_000), { updatedAt });
        expect(await snapshotWritten()).toBe(true);
      }
      for (const spy of spies) spy.mockRestore();
      expect(await kept()).toContain("2222");
      expect(most).toBeGreaterThan(4_000_000);
      expect(most).toBeLessThanOrEqual(LOCAL_STORAGE_BYTES);
    });
});

it("is kept in a database with the product's name, apart from other stores", async () => {
  await strictDatabase.set("x", 1);
  expect(await get("x")).toBeUndefined();
});

import "fake-indexeddb/auto";
import { LOCAL_STORAGE_BYTES } from "@lamina/shared/core/limits";
import type { QueryClient } from "@tanstack/react-query";
import { get } from "idb-keyval";
import { afterEach, describe, expect, it, vi } from "vitest";
import { byteLength, database, strictDatabase } from "../platform/database.ts";
import { createQueryClient } from "./query-client.ts";
import { eraseSnapshot, openSnapshot, snapshotWritten } from "./snapshot.ts";
import { textsWithin } from "./snapshot-texts.ts";

/** A write of this size at the end of a page does not hold up the next one in WebKit. */
const HARMLESS_BYTES = 50_000;

const clients: QueryClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.clear();
});

function page(): QueryClient {
  const client = createQueryClient();
  clients.push(client);
  return client;
}

/** All that the device has of the snapshot, as one text. */
const kept = async () => JSON.stringify(await strictDatabase.range("snapshot/"));

/** A snapshot of a user on the device, with one answer. */
async function storedBy(userName: string, data: unknown, key = "map"): Promise<void> {
  const client = page();
  await openSnapshot(client, userName);
  client.setQueryData(["c1", key], data);
  expect(await snapshotWritten()).toBe(true);
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
    const come = (name: string, data: string, meta: object) =>
      client.fetchQuery({ queryKey: ["c1", name], queryFn: () => data, staleTime: 0, meta });
    await come("map", "the first", {});
    await snapshotWritten();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const writes = vi.spyOn(strictDatabase, "set");
    try {
      for (const angle of ["north", "east"]) {
        await come("pivot-status", angle, { passing: true });
        await vi.advanceTimersByTimeAsync(6_000);
      }
      expect(writes).not.toHaveBeenCalled();
    } finally {
      writes.mockRestore();
      vi.useRealTimers();
    }
    await come("map", "just received", {});
    await snapshotWritten();
    expect(await kept()).toMatch(/east.*just received|just received.*east/);
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

  it("is written in small parts, and nothing large begins when the page is left", async () => {
    const client = page();
    await openSnapshot(client, "ana");
    const one = vi.spyOn(strictDatabase, "set");
    const many = vi.spyOn(strictDatabase, "setAll");
    const largest = () => Math.max(0, ...[...one.mock.calls, ...many.mock.calls].map(byteLength));
    const board = "á".repeat(500_000);
    client.setQueryData(["c1", "board"], board);
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    hidden.mockRestore();
    await strictDatabase.get("a request after what the page has begun");
    expect(largest()).toBeLessThan(HARMLESS_BYTES);
    await snapshotWritten();
    expect(one.mock.calls.length).toBeGreaterThan(10);
    expect(largest()).toBeLessThan(HARMLESS_BYTES);
    const next = page();
    await openSnapshot(next, "ana");
    expect(next.getQueryData(["c1", "board"])).toBe(board);
    one.mockRestore();
    many.mockRestore();
  });

  it("lacks an answer of which a part is missing or altered, and has the others", async () => {
    await storedBy("ana", "á".repeat(50_000));
    await storedBy("ana", "whole", "farms");
    const names = await strictDatabase.namesOf("snapshot/");
    await strictDatabase.remove(names.find((name) => name.includes("map")) ?? "");
    const client = page();
    expect(await openSnapshot(client, "ana")).toBe("same");
    expect(client.getQueryData(["c1", "map"])).toBeUndefined();
    expect(client.getQueryData(["c1", "farms"])).toBe("whole");
  });

  it.each([
    ["is damaged", (head: string) => head.slice(0, -9)],
    ["is too old", (head: string) => head.replace(/"timestamp":\d+/, '"timestamp":1')],
    ["has another shape", (head: string) => head.replace(":ana", ":eva")],
  ])("that %s is removed, and the page starts without it", async (_case, change) => {
    await storedBy("ana", "stored");
    await strictDatabase.set("snapshot", change((await database.get<string>("snapshot")) ?? ""));
    const client = page();
    expect(await openSnapshot(client, "ana")).toBe("same");
    expect(client.getQueryData(["c1", "map"])).toBeUndefined();
    expect(await kept()).not.toContain("stored");
  });
});

it("writes nothing after the end of the session", async () => {
  const client = page();
  await openSnapshot(client, "ana");
  client.setQueryData(["c1", "farms"], [{ name: "of ana" }]);
  await eraseSnapshot();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const writes = vi.spyOn(strictDatabase, "set");
  try {
    await vi.advanceTimersByTimeAsync(10_000);
    expect(writes).not.toHaveBeenCalled();
  } finally {
    writes.mockRestore();
    vi.useRealTimers();
  }
  expect(await strictDatabase.range("snapshot")).toEqual([]);
});

describe("the stored answers", () => {
  const answer = (key: string, version: number, size: number, field?: true | "later") => ({
    ...{ name: key, version, size, queryKey: [key], field, text: "" },
  });
  const names = (texts: readonly { name: string }[]) => texts.map(({ name }) => name);

  it("stay within their limit by leaving out the data that were updated longest ago", () => {
    const texts = [answer("old", 1, 1000), answer("new", 3, 1000), answer("middle", 2, 800)];
    expect(names(textsWithin(2600, texts))).toEqual(["new", "middle"]);
  });

  it("leave out the data of the field last, and name what they leave out", () => {
    const leftOut: unknown[] = [];
    const texts = [answer("chart", 3, 1000), answer("board", 1, 1000, true)];
    expect(names(textsWithin(1600, texts, (keys) => leftOut.push(...keys)))).toEqual(["board"]);
    expect(leftOut).toEqual([["chart"]]);
  });

  it("keep board, map and forecast of a fleet rather than the details of them", () => {
    const leftOut: unknown[] = [];
    const details = Array.from({ length: 480 }, (_, index) => answer(`sector ${index}`, 100 + index, 12_000, "later"));
    const first = [
      answer("board", 1, 600_000, true),
      answer("map", 2, 400_000, true),
      answer("forecast", 3, 30_000, true),
    ];
    const texts = [...details, ...first, answer("chart", 999, 100_000)];
    const chosen = textsWithin(LOCAL_STORAGE_BYTES, texts, (keys) => leftOut.push(...keys));
    expect(names(chosen).slice(0, 4)).toEqual(["board", "map", "forecast", "sector 0"]);
    expect(leftOut.length).toBeGreaterThan(100);
    expect(chosen).toHaveLength(484 - leftOut.length);
  });

  it("leave out a query that alone is too large, and keep the rest", () => {
    expect(names(textsWithin(1000, [answer("huge", 2, 5000), answer("small", 1, 10)]))).toEqual(["small"]);
  });

  it("have the time of an answer whose data are as before", async () => {
    const data = { name: "Boa Vista" };
    const client = page();
    await openSnapshot(client, "ana");
    for (const updatedAt of [1, 2]) {
      client.setQueryData(["c1", "board"], data, { updatedAt });
      await snapshotWritten();
    }
    const next = page();
    await openSnapshot(next, "ana");
    expect(next.getQueryState(["c1", "board"])?.dataUpdatedAt).toBe(2);
  });
});

it("is kept in a database with the product's name, apart from other stores", async () => {
  await database.set("x", 1);
  expect(await get("x")).toBeUndefined();
});

import "fake-indexeddb/auto";
import { LOCAL_STORAGE_BYTES } from "@lamina/shared/core/limits";
import type { QueryClient } from "@tanstack/react-query";
import { get } from "idb-keyval";
import { afterEach, describe, expect, it, vi } from "vitest";
import { database } from "../platform/database.ts";
import { createQueryClient } from "./query-client.ts";
import { eraseSnapshot, openSnapshot, serializeWithin, snapshotWritten } from "./snapshot.ts";

const clients: QueryClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.clear();
});

function page(): QueryClient {
  const client = createQueryClient();
  clients.push(client);
  return client;
}

const kept = () => database.get<string>("snapshot");

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
    const writes = vi.spyOn(database, "set");
    const come = (name: string, data: string, meta: object) =>
      client.fetchQuery({ queryKey: ["c1", name], queryFn: () => data, staleTime: 0, meta });
    try {
      await vi.advanceTimersByTimeAsync(6_000);
      writes.mockClear();
      for (const angle of ["north", "east"]) {
        await come("pivot-status", angle, { passing: true });
        await vi.advanceTimersByTimeAsync(6_000);
      }
      expect(writes).not.toHaveBeenCalled();
      await come("map", "just received", {});
      await vi.advanceTimersByTimeAsync(6_000);
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
    const writes = vi.spyOn(database, "set");
    await snapshotWritten();
    // The page of the test before may also write once more.
    expect(writes.mock.calls.map(String).join()).toContain("just received");
    writes.mockRestore();
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
    expect((await kept()) ?? "").not.toContain("of ana");
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

  it("that is damaged, too old or of another shape is removed, and the page starts without it", async () => {
    const first = page();
    await openSnapshot(first, "ana");
    first.setQueryData(["c1", "map"], "stored");
    await snapshotWritten();
    const whole = (await kept()) ?? "";
    for (const text of [
      whole.slice(0, -9),
      whole.replace(/"timestamp":\d+/, '"timestamp":1'),
      whole.replace(":ana", ":eva"),
    ]) {
      await database.set("snapshot", text);
      const client = page();
      expect(await openSnapshot(client, "ana")).toBe("same");
      expect(client.getQueryData(["c1", "map"])).toBeUndefined();
      expect(await kept()).toBeUndefined();
    }
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
    const writes = vi.spyOn(database, "set");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(writes).not.toHaveBeenCalled();
    expect(await kept()).toBeUndefined();
    writes.mockRestore();
  } finally {
    vi.useRealTimers();
  }
});

describe("the stored snapshot", () => {
  const query = (key: string, dataUpdatedAt: number, size: number) => ({
    queryKey: [key],
    queryHash: key,
    state: { data: "á".repeat(size), dataUpdatedAt },
  });
  const snapshot = (queries: unknown[]) =>
    ({ timestamp: 1, buster: "", clientState: { mutations: [], queries } }) as unknown as Parameters<
      typeof serializeWithin
    >[1];
  const keys = (text: string) =>
    JSON.parse(text).clientState.queries.map((entry: { queryHash: string }) => entry.queryHash);

  it("stays within its byte limit by leaving out the data that were updated longest ago", () => {
    const text = serializeWithin(2600, snapshot([query("old", 1, 500), query("new", 3, 500), query("middle", 2, 400)]));
    expect(keys(text)).toEqual(["new", "middle"]);
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(2600);
  });

  it("leaves out the data of the field last, and names what it leaves out", () => {
    const leftOut: unknown[] = [];
    const board = { ...query("board", 1, 500), meta: { field: true } };
    const text = serializeWithin(1600, snapshot([query("chart", 3, 500), board]), (keys) => leftOut.push(...keys));
    expect(keys(text)).toEqual(["board"]);
    expect(leftOut).toEqual([["chart"]]);
  });

  it("keeps board, map and forecast of a fleet rather than the details of them", () => {
    const field = (key: string, dataUpdatedAt: number, size: number, when: true | "later" = true) => ({
      ...query(key, dataUpdatedAt, size),
      meta: { field: when },
    });
    const leftOut: unknown[] = [];
    const details = Array.from({ length: 480 }, (_, index) => field(`sector ${index}`, 100 + index, 6000, "later"));
    const first = [field("board", 1, 300_000), field("map", 2, 200_000), field("forecast", 3, 15_000)];
    const text = serializeWithin(
      LOCAL_STORAGE_BYTES,
      snapshot([...details, ...first, query("chart", 999, 50_000)]),
      (keys) => leftOut.push(...keys),
    );
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(LOCAL_STORAGE_BYTES);
    expect(keys(text).slice(0, 4)).toEqual(["board", "map", "forecast", "sector 0"]);
    expect(leftOut.length).toBeGreaterThan(100);
    expect(keys(text)).toHaveLength(484 - leftOut.length);
  });

  it("leaves out a query that alone is too large, and keeps the rest", () => {
    expect(keys(serializeWithin(1000, snapshot([query("huge", 2, 5000), query("small", 1, 10)])))).toEqual(["small"]);
  });

  it("has the time of an answer that is as the one before", () => {
    const data = { name: "Boa Vista" };
    const times = [1, 2].map((dataUpdatedAt) => {
      const text = serializeWithin(1000, snapshot([{ ...query("board", 1, 1), state: { data, dataUpdatedAt } }]));
      return JSON.parse(text).clientState.queries[0].state.dataUpdatedAt;
    });
    expect(times).toEqual([1, 2]);
  });
});

it("is kept in a database with the product's name, apart from other stores", async () => {
  await database.set("x", 1);
  expect(await get("x")).toBeUndefined();
});

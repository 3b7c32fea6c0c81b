import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectCredentials } from "../api/credentials.ts";
import { startApiServer } from "../testing/api-server.ts";
import { silentIndexedDB } from "../testing/silent-database.ts";

/** Longest wait for a store, at the start, for a record and at the logout. */
const DEADLINE_MS = 1_500;
const rain = { kind: "rain", fields: { date: "2026-05-14", mm: 12 } } as const;
const subject = { clientId: "c1", label: "Fazenda" };

beforeEach(() => {
  vi.resetModules();
  sessionStorage.clear();
  localStorage.clear();
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
});
afterEach(() => {
  // Ends the page's timers.
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens a page on the device of this test. */
async function openPage() {
  const [snapshot, { queryClient }, outbox, erase, database, store, api] = await Promise.all([
    import("../api/snapshot.ts"),
    import("../api/query-client.ts"),
    import("../core/outbox/current-outbox.ts"),
    import("./erase-device.ts"),
    import("../platform/store/database.ts"),
    import("../platform/store/device-store.ts"),
    import("../api/credentials.ts"),
  ]);
  api.connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  return { ...snapshot, queryClient, ...outbox, ...erase, ...database, ...store };
}

/** The outcome of a task after the deadline. */
async function inTime<T>(task: Promise<T>): Promise<T | "too late"> {
  let outcome: T | "too late" = "too late";
  void task.then((value) => (outcome = value));
  await vi.advanceTimersByTimeAsync(DEADLINE_MS);
  return outcome;
}

/** Lets the store answer again. */
async function recover(page: Awaited<ReturnType<typeof openPage>>, factory = new IDBFactory()) {
  vi.stubGlobal("indexedDB", factory);
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(page.TRY_AGAIN_MS);
    expect(page.isStoreSilent()).toBe(false);
  });
}

describe.each(["open", "transaction"] as const)("with a store that does not answer (%s)", (silent) => {
  beforeEach(() => vi.stubGlobal("indexedDB", silentIndexedDB(silent)));

  it("the first page waits no longer than the deadline", async () => {
    const { openSnapshot, queryClient, isStoreSilent, eraseSnapshot } = await openPage();
    expect(await inTime(openSnapshot(queryClient, "ana"))).toBe("none");
    expect(isStoreSilent()).toBe(true);
    // All later requests wait for nothing.
    expect(await Promise.race([eraseSnapshot(), vi.advanceTimersByTimeAsync(1).then(() => "late")])).toBeUndefined();
  });

  it("a record is accepted in time, is in this tab only, and is sent once", async () => {
    const server = await startApiServer({
      "GET /Rain/GetPageByClientID": () => ({ items: [], next: null }),
      "POST /Rain/Import": () => ({ inserted: 1, duplicate: 0, errors: [] }),
    });
    const { outbox, startOutbox } = await openPage();
    const stop = startOutbox("ana");
    const key = await inTime(outbox.add(subject, rain));
    expect(outbox.state.get()).toMatchObject({ entries: [{ key }], onlyHere: [key] });
    expect(sessionStorage.getItem("outbox:ana")).toContain(key);
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(outbox.state.get().entries).toEqual([]);
    });
    expect(server.count("POST /Rain/Import")).toBe(1);
    stop();
  });

  it("a record survives a reload, and is on the device when its store answers again", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const before = await openPage();
    const stop = before.startOutbox("ana");
    const key = await inTime(before.outbox.add(subject, rain, "photo"));
    stop();
    vi.resetModules();
    const page = await openPage();
    page.startOutbox("ana");
    await vi.advanceTimersByTimeAsync(2 * DEADLINE_MS);
    expect(page.outbox.state.get()).toMatchObject({ entries: [{ key }], onlyHere: [key] });
    await recover(page);
    await vi.waitFor(() => expect(page.outbox.state.get()).toMatchObject({ entries: [{ key }], onlyHere: [] }));
    expect(await page.strictDatabase.get("outbox:ana")).toMatchObject([{ key }]);
    expect(await page.strictDatabase.get(`outbox:ana\n${key}`)).toBe("photo");
    expect(sessionStorage.getItem("outbox:ana")).toBeNull();
    vi.restoreAllMocks();
  });

  it("a logout is done in time, and the device is erased when its store answers", async () => {
    const factory = new IDBFactory();
    vi.stubGlobal("indexedDB", factory);
    const before = await openPage();
    for (const name of ["snapshot", "snapshot-owner", "notifications/1.1.0.1", "outbox-key", "outbox:ana"])
      await before.strictDatabase.set(name, "of ana");
    vi.resetModules();
    vi.stubGlobal("indexedDB", silentIndexedDB(silent));
    const page = await openPage();
    expect(await inTime(page.eraseDevice(() => true, null))).toBeUndefined();
    await recover(page, factory);
    await vi.waitFor(async () => expect(await page.database.names()).toEqual(["outbox:ana"]));
  });

  it("a service worker that does not answer either holds up neither the logout nor the erasing", async () => {
    const factory = new IDBFactory();
    vi.stubGlobal("indexedDB", factory);
    await (await openPage()).strictDatabase.set("snapshot", "of ana");
    vi.resetModules();
    localStorage.setItem("push-device", "d1");
    vi.stubGlobal("PushManager", class {});
    vi.stubGlobal("navigator", { onLine: true, serviceWorker: { getRegistration: () => new Promise(() => {}) } });
    vi.stubGlobal("indexedDB", silentIndexedDB(silent));
    const page = await openPage();
    expect(await inTime(page.eraseDevice(() => true, null))).toBeUndefined();
    await recover(page, factory);
    await vi.waitFor(async () => expect(await page.database.names()).toEqual([]));
  });

  it("the last data are shown as soon as it answers", async () => {
    const factory = new IDBFactory();
    vi.stubGlobal("indexedDB", factory);
    const before = await openPage();
    await before.openSnapshot(before.queryClient, "ana");
    before.queryClient.setQueryData(["c1", "map"], "seen last");
    const written = before.snapshotWritten();
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(100);
      expect((await before.strictDatabase.namesOf("snapshot/")).length).toBe(1);
    });
    await written;
    vi.resetModules();
    vi.stubGlobal("indexedDB", silentIndexedDB(silent));
    const page = await openPage();
    await inTime(page.openSnapshot(page.queryClient, "ana"));
    await recover(page, factory);
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(100);
      expect(page.queryClient.getQueryData(["c1", "map"])).toBe("seen last");
    });
    expect(await page.strictDatabase.namesOf("snapshot/")).toHaveLength(1);
  });
});

it("a device that refuses records leaves them in this tab, and says so", async () => {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("refused", "SecurityError");
    },
  });
  const { outbox, startOutbox } = await openPage();
  const stop = startOutbox("ana");
  const key = await inTime(outbox.add(subject, rain));
  expect(outbox.state.get()).toMatchObject({ entries: [{ key }], onlyHere: [key] });
  stop();
});

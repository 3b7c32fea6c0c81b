import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectCredentials } from "../../api/credentials.ts";
import { sendProblem, startApiServer } from "../../testing/api-server.ts";
import type { FieldRecord, OutboxEntry, PossibleDuplicate } from "./entry.ts";
import { createOutbox, type OutboxDeps, RETRY_MS, UNDO_WINDOW_MS } from "./outbox.ts";
import { sendEntry } from "./send.ts";

const watering: FieldRecord = {
  kind: "watering",
  fields: { sectorId: "s1", start: "2026-05-14T10:00:00Z", grossMm: 12 },
};

const subject = { clientId: "c1", label: "Pivô 01 · Q1" };

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-05-14T12:00:00Z"), toFake: ["setTimeout", "clearTimeout", "Date"] });
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
});
afterEach(() => void vi.useRealTimers());

/** A device with its storage, on which pages are opened one after the other. */
function device(given: Partial<OutboxDeps> = {}) {
  const kept = new Map<string, unknown>();
  let keys = 0;
  const world = {
    online: true,
    skewMs: 0,
    kept,
    onDelivered: vi.fn(async (_entry: OutboxEntry) => {}),
    twin: null as PossibleDuplicate | null,
    page(userName = "ana") {
      const outbox = createOutbox({
        archive: {
          get: async <T>(key: string) => structuredClone(kept.get(key)) as T | undefined,
          set: async (key, value) => void kept.set(key, structuredClone(value)),
          remove: async (key) => void kept.delete(key),
          names: async () => [...kept.keys()],
        },
        maxBytes: 2_000,
        maxPhotoBytes: 1_000,
        withLock: (_name, task) => task(),
        now: () => Date.now() + world.skewMs,
        clockSkewMs: () => world.skewMs,
        isOnline: () => world.online,
        newKey: () => `key-0000${++keys}`,
        send: sendEntry,
        findPossibleDuplicate: async () => world.twin,
        onDelivered: world.onDelivered,
        ...given,
      });
      return { outbox, stop: outbox.start(userName), entries: () => outbox.state.get().entries };
    },
  };
  return world;
}

/** An API that stores each key once, as the contract requires. */
async function api() {
  const stored = new Map<string, unknown>();
  const server = await startApiServer({
    "POST /Watering/Import": ({ body }) => {
      const { key, rows } = body as { key: string; rows: unknown[] };
      const known = stored.has(key);
      stored.set(key, rows);
      return { inserted: known ? 0 : rows.length, duplicate: known ? rows.length : 0, errors: [] };
    },
    "POST /Rain/Import": () => ({ inserted: 1, duplicate: 0, errors: [] }),
  });
  return { ...server, stored };
}

const rest = () => vi.advanceTimersByTimeAsync(UNDO_WINDOW_MS);

describe("a record", () => {
  it("is not written again by a page that only reads it", async () => {
    const world = device();
    const { outbox } = world.page();
    await outbox.add(subject, watering);
    const stored = world.kept.get("outbox:ana");
    world.page();
    await vi.advanceTimersByTimeAsync(0);
    expect(world.kept.get("outbox:ana")).toBe(stored);
  });

  it("rests, so that it can be taken back without a trace", async () => {
    const { requests } = await api();
    const { outbox, entries } = device().page();
    const key = await outbox.add(subject, watering);
    expect(entries()).toMatchObject([{ key, attempts: 0, problem: null }]);
    expect(await outbox.discard(key ?? "")).toBe(true);
    await rest();
    expect(entries()).toEqual([]);
    expect(requests).toEqual([]);
  });

  it("about an alert is sent at once, again after a lost answer, and refused when the alert is gone", async () => {
    let isLost = true;
    const acts: string[] = [];
    await startApiServer({
      "POST /Notification/Take": ({ body }, response) => {
        acts.push((body as { _id: string })._id);
        if (isLost) response.destroy();
        else return { matchedCount: 1 };
      },
      "POST /Notification/Resolve": () => ({ matchedCount: 0 }),
      "POST /Notification/Reopen": (_request, response) => sendProblem(response, 409, "conflict"),
    });
    const { outbox, entries } = device().page();
    await outbox.add(subject, { kind: "alert", fields: { _id: "n1", act: "take" } });
    await vi.advanceTimersByTimeAsync(0);
    await vi.waitUntil(() => acts.length === 1 && outbox.state.get().sending === null);
    expect(entries()).toMatchObject([{ attempts: 1, problem: null }]);
    isLost = false;
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    await vi.waitUntil(() => entries().length === 0);
    expect(acts).toEqual(["n1", "n1"]);
    await outbox.add(subject, { kind: "alert", fields: { _id: "n1", act: "reopen" } });
    await outbox.add(subject, { kind: "alert", fields: { _id: "n2", act: "resolve", note: "Filtro limpo" } });
    await vi.advanceTimersByTimeAsync(0);
    await vi.waitUntil(() => entries()[0]?.problem);
    expect(entries()).toMatchObject([{ fields: { _id: "n2" }, problem: { kind: "refused", id: "gone" } }]);
    expect(outbox.state.get().delivered.map(({ stored }) => stored)).toEqual(["known", "new"]);
  });

  it("is then sent under its key, and stays until its effect is shown", async () => {
    const { stored } = await api();
    const world = device();
    let shown = () => {};
    world.onDelivered.mockImplementation(() => new Promise((resolve) => (shown = resolve)));
    const { outbox, entries } = world.page();
    const key = await outbox.add(subject, watering);
    await rest();
    await vi.waitUntil(() => world.onDelivered.mock.calls.length === 1);
    expect(stored.get(key ?? "")).toEqual([watering.fields]);
    expect(entries()).toHaveLength(1);
    shown();
    await vi.waitUntil(() => entries().length === 0);
  });

  it("refuses an undo after another tab has sent the record", async () => {
    const { stored } = await api();
    const world = device();
    const made = world.page();
    const key = (await made.outbox.add(subject, watering)) ?? "";
    made.stop();
    const [idle, busy] = [world.page(), world.page()];
    await vi.waitUntil(() => idle.entries().length === 1);
    await rest();
    busy.outbox.wake();
    await vi.waitUntil(() => busy.entries().length === 0);
    expect(stored.size).toBe(1);
    expect(await idle.outbox.discard(key)).toBe(false);
    expect(idle.entries()).toEqual([]);
  });

  it("made offline waits through a reload and a logout, and is only sent for its own user", async () => {
    const { stored } = await api();
    const world = device();
    world.online = false;
    const first = world.page("ana");
    await first.outbox.add(subject, watering);
    await rest();
    first.stop();
    expect(first.entries()).toEqual([]);

    const other = world.page("bruno");
    world.online = true;
    other.outbox.wake();
    await rest();
    expect(other.entries()).toEqual([]);
    expect(stored.size).toBe(0);
    other.stop();

    world.page("ana");
    await vi.waitUntil(() => stored.size === 1);
  });

  it("is sent again under the same key when the answer was lost, and stored once", async () => {
    const server = await api();
    const store = server.answers["POST /Watering/Import"];
    server.answers["POST /Watering/Import"] = async (request, response) => {
      await store?.(request, response);
      response.destroy();
    };
    const { outbox, entries } = device().page();
    await outbox.add(subject, watering);
    await rest();
    await vi.waitUntil(() => server.stored.size === 1 && outbox.state.get().sending === null);
    expect(entries()).toMatchObject([{ attempts: 1 }]);
    if (store) server.answers["POST /Watering/Import"] = store;
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    await vi.waitUntil(() => entries().length === 0);
    expect(server.count("POST /Watering/Import")).toBe(2);
    expect(server.stored.size).toBe(1);
  });

  it("whose request is lost without an answer is sent again on the next line, and stored once", async () => {
    const server = await api();
    const store = server.answers["POST /Watering/Import"];
    server.answers["POST /Watering/Import"] = () => new Promise(() => {});
    const { outbox, entries } = device().page();
    await outbox.add(subject, watering);
    await rest();
    await vi.waitUntil(() => server.count("POST /Watering/Import") === 1);
    if (store) server.answers["POST /Watering/Import"] = store;
    outbox.wake();
    expect(server.count("POST /Watering/Import")).toBe(1);
    outbox.reconnected();
    await vi.waitUntil(async () => {
      await vi.advanceTimersByTimeAsync(1);
      return entries().length === 0;
    });
    expect(server.count("POST /Watering/Import")).toBe(2);
    expect(server.stored.size).toBe(1);
  });

  it("is sent once, even if several events wake the outbox at the same time", async () => {
    const server = await api();
    const world = device();
    world.online = false;
    const { outbox, entries } = world.page();
    await Promise.all([outbox.add(subject, watering), outbox.add(subject, watering)]);
    expect(entries()).toHaveLength(2);
    await rest();
    world.online = true;
    outbox.wake();
    outbox.wake();
    await vi.waitUntil(() => entries().length === 0);
    expect(server.count("POST /Watering/Import")).toBe(2);
  });

  it("shows the reason when the API refuses it, and does not block other records", async () => {
    const server = await api();
    const store = server.answers["POST /Watering/Import"];
    let first = true;
    server.answers["POST /Watering/Import"] = (request, response) => {
      if (!first) return store?.(request, response);
      first = false;
      return { inserted: 0, duplicate: 0, errors: [{ row: 1, field: "start", id: "too-late", message: "x" }] };
    };
    const { outbox, entries } = device().page();
    await outbox.add(subject, watering);
    await outbox.add(subject, watering);
    await rest();
    await vi.waitUntil(() => entries().length === 1);
    expect(entries()).toMatchObject([{ problem: { kind: "refused", id: "too-late", field: "start" } }]);
  });

  it("without the right becomes a problem; after the end of the session it waits", async () => {
    const server = await api();
    const { outbox, entries } = device().page();
    server.answers["POST /Watering/Import"] = (_request, response) => sendProblem(response, 401, "token-expired");
    await outbox.add(subject, watering);
    await rest();
    await vi.waitUntil(() => server.count("POST /Watering/Import") === 1 && outbox.state.get().sending === null);
    expect(entries()).toMatchObject([{ problem: null }]);
    server.answers["POST /Watering/Import"] = (_request, response) => sendProblem(response, 403, "forbidden");
    outbox.wake();
    await vi.waitUntil(() => entries()[0]?.problem !== null);
    expect(entries()).toMatchObject([{ problem: { kind: "refused", id: "forbidden" } }]);
  });

  it("similar to another user's new record waits for a confirmation, and is then sent", async () => {
    const { stored } = await api();
    const world = device();
    world.twin = { at: "2026-05-14T09:30:00Z", mm: 11 };
    const { outbox, entries } = world.page();
    const key = await outbox.add(subject, watering);
    await rest();
    await vi.waitUntil(() => entries()[0]?.problem !== null);
    expect(entries()).toMatchObject([{ problem: { kind: "conflict", twin: { mm: 11 } } }]);
    expect(stored.size).toBe(0);
    await outbox.confirm(key ?? "");
    await vi.waitUntil(() => stored.size === 1);
  });
});

describe("a record made with a wrong clock", () => {
  it.each([
    ["two days ahead, set right before it is sent", -2 * 86_400_000, 0],
    ["an hour behind, corrected by the server", 0, 3_600_000],
  ])("%s, waits for the user, and is then sent once", async (_name, setBackMs, skewMs) => {
    const { stored } = await api();
    const world = device();
    world.online = false;
    const { outbox, entries } = world.page();
    const key = await outbox.add(subject, watering);
    vi.setSystemTime(Date.now() + setBackMs);
    world.skewMs = skewMs;
    world.online = true;
    outbox.wake();
    await rest();
    await vi.waitUntil(() => entries()[0]?.problem !== null);
    expect(entries()).toMatchObject([{ problem: { kind: "clock" } }]);
    expect(stored.size).toBe(0);
    await outbox.confirm(key ?? "");
    await vi.waitUntil(() => entries().length === 0);
    expect(stored.size).toBe(1);
  });
});

it("limits the size of the unsent records", async () => {
  await api();
  const world = device();
  world.online = false;
  const { outbox, entries } = world.page();
  let count = 0;
  while (await outbox.add(subject, watering)) count++;
  expect(count).toBeGreaterThan(3);
  expect(JSON.stringify(entries()).length).toBeLessThanOrEqual(2_000);
});

describe("a photo of a record", () => {
  const photo = "A".repeat(400);
  const note: FieldRecord = { kind: "note", fields: { pivotId: "p1", at: "2026-05-14T11:59:00Z" } };
  const photosOn = (world: ReturnType<typeof device>) => [...world.kept.values()].filter((one) => one === photo);

  it("waits with it, is sent before it under the same key, and then leaves the device", async () => {
    const server = await api();
    const sent: unknown[] = [];
    server.answers["POST /Photo/Insert"] = ({ body, headers }) => {
      sent.push([(body as { data: string }).data, headers["idempotency-key"]]);
      return { _id: "f1" };
    };
    const base = { createdAt: "2026-05-14T12:00:00Z", updatedAt: "2026-05-14T12:00:00Z", active: true };
    server.answers["POST /FieldNote/Insert"] = ({ body }) => {
      sent.push(body);
      return { ...(body as object), ...base, _id: "n1" };
    };
    const world = device();
    world.online = false;
    const first = world.page();
    const key = (await first.outbox.add(subject, note, photo)) ?? "";
    expect(photosOn(world)).toHaveLength(1);
    first.stop();
    world.online = true;
    const { entries } = world.page();
    await vi.waitUntil(() => entries().length === 1);
    await rest();
    await vi.waitUntil(() => entries().length === 0);
    expect(sent).toEqual([[photo, key], { clientId: "c1", ...note.fields, photoId: "f1" }]);
    await vi.waitUntil(() => photosOn(world).length === 0);
  });

  it("is not sent for another user, who has logged in while it is read", async () => {
    const kept = new Map<string, unknown>();
    const reading = Promise.withResolvers<void>();
    let reads = 0;
    const archive: OutboxDeps["archive"] = {
      async get<T>(key: string) {
        if (kept.get(key) === photo) {
          reads++;
          await reading.promise;
        }
        return structuredClone(kept.get(key)) as T | undefined;
      },
      set: async (key, value) => void kept.set(key, structuredClone(value)),
      remove: async (key) => void kept.delete(key),
      names: async () => [...kept.keys()],
    };
    const send = vi.fn(async () => ({ stored: "new" as const }));
    const { outbox, stop } = device({ archive, send }).page();
    await outbox.add(subject, note, photo);
    await rest();
    await vi.waitUntil(() => reads === 1);
    stop();
    outbox.start("bia");
    reading.resolve();
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(send).not.toHaveBeenCalled();
    expect([...kept.values()]).toContain(photo);
  });

  it("without a record, because the page ended in between, is deleted at the next start, and no other", async () => {
    await api();
    const world = device();
    world.online = false;
    const first = world.page();
    await first.outbox.add(subject, note, photo);
    first.stop();
    world.kept.set("outbox:ana\nkey-lost", photo);
    world.kept.set("outbox:ana2\nkey-of-other", photo);
    const { entries } = world.page();
    await vi.waitUntil(() => entries().length === 1);
    expect([...world.kept.keys()]).toEqual(["outbox:ana\nkey-00001", "outbox:ana", "outbox:ana2\nkey-of-other"]);
  });

  it("stays while its record cannot be decrypted", async () => {
    const world = device();
    world.kept.set("outbox:ana\nkey-00001", photo);
    const archive: OutboxDeps["archive"] = {
      get: () => Promise.reject(new Error("the outbox is locked")),
      set: async () => {},
      remove: async (key) => void world.kept.delete(key),
      names: async () => [...world.kept.keys()],
    };
    device({ archive }).page();
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(photosOn(world)).toHaveLength(1);
  });

  it("is taken back with its record, and limited in size beside the records", async () => {
    await api();
    const world = device();
    world.online = false;
    const { outbox, entries } = world.page();
    const key = (await outbox.add(subject, watering, photo)) ?? "";
    await outbox.discard(key);
    expect(photosOn(world)).toEqual([]);
    expect(await outbox.add(subject, watering, photo)).not.toBeNull();
    expect(await outbox.add(subject, watering, photo)).not.toBeNull();
    expect(await outbox.add(subject, watering, photo)).toBeNull();
    expect([entries().length, photosOn(world).length]).toEqual([2, 2]);
  });
});

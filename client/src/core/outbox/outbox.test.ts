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
    kept,
    onDelivered: vi.fn(async (_entry: OutboxEntry) => {}),
    twin: null as PossibleDuplicate | null,
    page(userName = "ana") {
      const outbox = createOutbox({
        archive: {
          get: async <T>(key: string) => structuredClone(kept.get(key)) as T | undefined,
          set: async (key, value) => void kept.set(key, structuredClone(value)),
        },
        maxBytes: 2_000,
        withLock: (_name, task) => task(),
        now: () => Date.now(),
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
  it("is not written again by a page that only looks at what is stored", async () => {
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

  it("cannot be taken back after another tab has sent it, even if this tab has not noticed", async () => {
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

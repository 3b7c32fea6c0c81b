import type { TelemetryReply } from "@lamina/shared/records/readings";
import { expect, it, vi } from "vitest";
import { createQueue, NotTaken } from "./queue.ts";

const stored = (items: readonly unknown[]): TelemetryReply[] =>
  items.map(() => ({ accepted: 1, duplicate: 0, rejected: [] }));
const refused = (code: string) => Object.assign(new Error("no"), { code });

/** A queue of numbers, each with that many readings, and a configurable store. */
function queueOf(store: (items: readonly number[]) => Promise<TelemetryReply[]>, capacity?: number) {
  const failed = vi.fn();
  const spy = vi.fn(store);
  const queue = createQueue<number>({ store: spy, sizeOf: (size) => size, failed, ...(capacity && { capacity }) });
  return { queue, failed, groups: () => spy.mock.calls.map(([items]) => [...items]) };
}

it("stores items that arrive together in order, in groups of at most one transaction", async () => {
  const { queue, groups } = queueOf(async (items) => stored(items));
  await Promise.all([1, 2, 3, 996, 4, 6000, 7].map(queue.add));
  expect(groups()).toEqual([[1, 2, 3], [996, 4], [6000], [7]]);
  expect(queue.waiting()).toBe(0);
});

it("retries a failed store, and loses nothing", async () => {
  let isAway = true;
  const { queue, failed, groups } = queueOf(async (items) => {
    if (isAway) throw new Error("connection lost");
    return stored(items);
  });
  const added = Promise.all([1, 2].map(queue.add));
  await vi.waitFor(() => expect(failed).toHaveBeenCalledWith(expect.any(Error), 3));
  isAway = false;
  expect(await added).toHaveLength(2);
  expect(groups().at(-1)).toEqual([1, 2]);
});

it("drops only the item that the database rejects", async () => {
  const { queue, failed } = queueOf(async (items) => {
    if (items.includes(2)) throw refused("22021");
    return stored(items);
  });
  const [one, bad, three] = await Promise.all([1, 2, 3].map(queue.add));
  expect([one?.accepted, three?.accepted]).toEqual([1, 1]);
  expect(bad).toEqual({
    accepted: 0,
    duplicate: 0,
    rejected: [
      { index: 0, id: "unstorable" },
      { index: 1, id: "unstorable" },
    ],
  });
  expect(failed).not.toHaveBeenCalled();
});

it("rejects items beyond its capacity, so that the sender keeps them", async () => {
  const gate = Promise.withResolvers<void>();
  const { queue } = queueOf(async (items) => {
    await gate.promise;
    return stored(items);
  }, 10);
  const first = [queue.add(6), queue.add(4)];
  await expect(queue.add(1)).rejects.toBeInstanceOf(NotTaken);
  gate.resolve();
  await Promise.all(first);
  await expect(queue.add(1)).resolves.toMatchObject({ accepted: 1 });
});

it("takes all or none of a sender that waits, below a lower limit, and says when to try again", async () => {
  const gate = Promise.withResolvers<void>();
  const { queue, groups } = queueOf(async (items) => {
    await gate.promise;
    return stored(items);
  });
  const first = queue.add(4000);
  await expect(queue.addAll([1, 2], 4000)).rejects.toMatchObject({ retryAfterMs: 2000 });
  const taken = queue.addAll([1, 2], 4001);
  gate.resolve();
  expect([await first, ...(await taken)]).toHaveLength(3);
  expect(groups()).toEqual([[4000], [1, 2]]);
});

it("does not repeat what a waiting sender sent when the database is away", async () => {
  let isAway = true;
  const { queue, groups } = queueOf(async (items) => {
    if (isAway) throw new Error("connection lost");
    return stored(items);
  });
  const patient = queue.add(1);
  const waiting = queue.addAll([2], 100);
  await expect(waiting).rejects.toThrow("connection lost");
  expect(queue.waiting()).toBe(1);
  isAway = false;
  await patient;
  expect(groups().at(-1)).toEqual([1]);
});

it("lets more urgent work go before each group", async () => {
  const gate = Promise.withResolvers<void>();
  const store = vi.fn(async (items: readonly number[]) => stored(items));
  const queue = createQueue<number>({ store, sizeOf: (size) => size, failed: vi.fn(), before: () => gate.promise });
  const added = queue.add(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(store).not.toHaveBeenCalled();
  gate.resolve();
  await added;
});

it("finishes the running store when it closes, and rejects the rest", async () => {
  const gate = Promise.withResolvers<void>();
  const { queue, groups } = queueOf(async (items) => {
    await gate.promise;
    return stored(items);
  });
  const first = queue.add(1000);
  const second = queue.add(1);
  second.catch(() => {});
  await vi.waitFor(() => expect(groups()).toHaveLength(1));
  const closed = queue.close();
  await expect(queue.add(1)).rejects.toBeInstanceOf(NotTaken);
  gate.resolve();
  await closed;
  await expect(first).resolves.toMatchObject({ accepted: 1 });
  await expect(second).rejects.toBeInstanceOf(NotTaken);
});

it("closes at once while the database is away", async () => {
  const { queue, failed } = queueOf(() => Promise.reject(new Error("connection lost")));
  const added = queue.add(1);
  added.catch(() => {});
  await vi.waitFor(() => expect(failed).toHaveBeenCalled());
  await queue.close();
  await expect(added).rejects.toBeInstanceOf(NotTaken);
});

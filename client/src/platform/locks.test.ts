import { afterEach, expect, it, vi } from "vitest";
import { LockHeld, withLock } from "./locks.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser in which another tab has all locks, and releases them by the returned function. */
function heldElsewhere(): () => void {
  const release = Promise.withResolvers<void>();
  const request = async (_name: string, { signal }: { signal: AbortSignal }, task: () => Promise<unknown>) => {
    await release.promise;
    signal.throwIfAborted();
    return task();
  };
  vi.stubGlobal("navigator", { locks: { request } });
  return release.resolve;
}

it("gives up a lock that another tab does not release, and does not run the task later", async () => {
  vi.useFakeTimers();
  const release = heldElsewhere();
  const task = vi.fn(async () => "done");
  const outcome = withLock("renewal", task, 1_000).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await outcome).toBeInstanceOf(LockHeld);
  release();
  await vi.advanceTimersByTimeAsync(10);
  expect(task).not.toHaveBeenCalled();
});

it("waits for a lock that is released in time, and without a limit for as long as it takes", async () => {
  vi.useFakeTimers();
  const release = heldElsewhere();
  const outcomes = [withLock("a", async () => "done", 60_000), withLock("b", async () => "done")];
  await vi.advanceTimersByTimeAsync(50_000);
  release();
  expect(await Promise.all(outcomes)).toEqual(["done", "done"]);
});

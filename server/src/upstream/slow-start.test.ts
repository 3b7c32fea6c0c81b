import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SlowStart } from "./slow-start.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => {});
const PLACE_MS = 60;

/** Enters this number of requests at once. Returns the numbers of those that have begun. */
function burst(start: SlowStart, requests: number): number[] {
  const begun: number[] = [];
  for (let request = 0; request < requests; request++) {
    const turn = start.enter(never);
    if (turn) void turn.then(() => begun.push(request));
    else begun.push(request);
  }
  return begun;
}

/** Lets the promises that have resolved run. */
const settle = () => vi.advanceTimersByTimeAsync(0);

test("a burst on a cold pool opens eight connections; the others take the free ones in order", async () => {
  const start = new SlowStart();
  const begun = burst(start, 64);
  expect(begun).toHaveLength(8);
  for (let opened = 0; opened < 8; opened++) start.connected();
  await settle();
  expect(begun).toHaveLength(8);
  for (let ended = 0; ended < 56; ended++) start.leave({ failed: false });
  await settle();
  expect(begun).toEqual([...Array(64).keys()]);
});

test("a slow API is not held up: the places are doubled while requests wait", async () => {
  const start = new SlowStart();
  const begun = burst(start, 200);
  const counts: number[] = [];
  for (let round = 0; round < 4; round++) {
    await vi.advanceTimersByTimeAsync(PLACE_MS);
    counts.push(begun.length);
  }
  expect(counts).toEqual([24, 56, 120, 200]);
});

test("on a warm pool nothing waits, and one request more than connections opens another", () => {
  const start = new SlowStart();
  for (let opened = 0; opened < 50; opened++) start.connected();
  expect(burst(start, 58)).toHaveLength(58);
});

test("a refused connection gives its place back at once", async () => {
  const start = new SlowStart();
  const begun = burst(start, 20);
  for (let refused = 0; refused < 12; refused++) start.leave({ failed: true });
  await settle();
  expect(begun).toHaveLength(20);
});

test("connections that close are no longer counted", () => {
  const start = new SlowStart();
  for (let opened = 0; opened < 50; opened++) start.connected();
  for (let closed = 0; closed < 50; closed++) start.disconnected();
  expect(burst(start, 20)).toHaveLength(8);
});

test("a request that leaves the queue takes no place", async () => {
  const start = new SlowStart();
  burst(start, 8);
  const gone = start.enter(Promise.reject(new Error("left")));
  await expect(gone).rejects.toThrow("left");
  start.leave({ failed: true });
  expect(start.enter(never)).toBeUndefined();
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_DELAY_MS, setAlarm } from "./alarm.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

test("rings at a moment beyond a timer's longest delay, not at once", () => {
  const ring = vi.fn();
  const at = 3 * MAX_DELAY_MS + 5;
  setAlarm(at, Date.now, ring);
  vi.advanceTimersByTime(at - 1);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ring).toHaveBeenCalledTimes(1);
});

test("waits on when a timer fires before the clock reaches the moment", () => {
  const ring = vi.fn();
  let now = 0;
  setAlarm(100, () => now, ring);
  now = 99;
  vi.advanceTimersByTime(100);
  expect(ring).not.toHaveBeenCalled();
  now = 100;
  vi.advanceTimersByTime(1);
  expect(ring).toHaveBeenCalledTimes(1);
});

test("rings at once for a past moment, but not before the caller continues", () => {
  const ring = vi.fn();
  setAlarm(-1, Date.now, ring);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ring).toHaveBeenCalledTimes(1);
});

test("never rings after a cancellation in any part of the wait", () => {
  const ring = vi.fn();
  const cancel = setAlarm(2 * MAX_DELAY_MS, Date.now, ring);
  vi.advanceTimersByTime(MAX_DELAY_MS + 1);
  cancel();
  vi.advanceTimersByTime(2 * MAX_DELAY_MS);
  expect(ring).not.toHaveBeenCalled();
});

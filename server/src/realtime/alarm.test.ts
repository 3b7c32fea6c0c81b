import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_DELAY_MS, setAlarm } from "./alarm.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a moment further away than a timer can count rings then, not at once", () => {
  const ring = vi.fn();
  const at = 3 * MAX_DELAY_MS + 5;
  setAlarm(at, Date.now, ring);
  vi.advanceTimersByTime(at - 1);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ring).toHaveBeenCalledTimes(1);
});

test("a timer that fires before the clock says so waits on", () => {
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

test("a moment that has passed rings at once, but not before the caller continues", () => {
  const ring = vi.fn();
  setAlarm(-1, Date.now, ring);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ring).toHaveBeenCalledTimes(1);
});

test("cancelled in any stretch of its wait, it never rings", () => {
  const ring = vi.fn();
  const cancel = setAlarm(2 * MAX_DELAY_MS, Date.now, ring);
  vi.advanceTimersByTime(MAX_DELAY_MS + 1);
  cancel();
  vi.advanceTimersByTime(2 * MAX_DELAY_MS);
  expect(ring).not.toHaveBeenCalled();
});

import { PENDING_RESET_MS } from "@lamina/shared/core/limits";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPending } from "./pending.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("is active while any request is in flight", () => {
  const pending = createPending();
  expect(pending.active.get()).toBe(false);
  pending.begin();
  pending.begin();
  pending.end();
  expect(pending.active.get()).toBe(true);
  pending.end();
  expect(pending.active.get()).toBe(false);
});

it("goes back to 0 when no new request has begun for 10 s, whatever is still in flight", () => {
  const pending = createPending();
  pending.begin();
  vi.advanceTimersByTime(PENDING_RESET_MS - 1);
  pending.begin();
  vi.advanceTimersByTime(PENDING_RESET_MS - 1);
  expect(pending.active.get()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(pending.active.get()).toBe(false);
});

it("is not taken below 0 by requests that end after the reset", () => {
  const pending = createPending();
  pending.begin();
  vi.advanceTimersByTime(PENDING_RESET_MS);
  pending.end();
  pending.begin();
  expect(pending.active.get()).toBe(true);
});

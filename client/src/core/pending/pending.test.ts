import { PENDING_RESET_MS } from "@lamina/shared/core/limits";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPending } from "./pending.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("is active while a request is in flight", () => {
  const pending = createPending();
  expect(pending.active.get()).toBe(false);
  pending.begin();
  pending.begin();
  pending.end();
  expect(pending.active.get()).toBe(true);
  pending.end();
  expect(pending.active.get()).toBe(false);
});

it("resets to 0 when no new request has begun for 10 s, even if requests are in flight", () => {
  const pending = createPending();
  pending.begin();
  vi.advanceTimersByTime(PENDING_RESET_MS - 1);
  pending.begin();
  vi.advanceTimersByTime(PENDING_RESET_MS - 1);
  expect(pending.active.get()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(pending.active.get()).toBe(false);
});

it("does not fall below 0 when requests end after the reset", () => {
  const pending = createPending();
  pending.begin();
  vi.advanceTimersByTime(PENDING_RESET_MS);
  pending.end();
  pending.begin();
  expect(pending.active.get()).toBe(true);
});

import { HOUR_MS } from "@lamina/shared/core/time";
import { expect, test } from "vitest";
import { RateLimit } from "./rate-limit.ts";

test("allows a burst, then refills with time, up to the burst", () => {
  let now = 0;
  const limit = new RateLimit(3, 2, () => now);
  expect([limit.take(), limit.take(), limit.take(), limit.take()]).toEqual([true, true, true, false]);
  now = 500;
  expect([limit.take(), limit.take()]).toEqual([true, false]);
  now = HOUR_MS;
  expect([limit.take(2), limit.take(2), limit.take()]).toEqual([true, false, true]);
});

test("ignores a clock that goes back", () => {
  let now = 1_000;
  const limit = new RateLimit(1, 1, () => now);
  limit.take();
  now = 0;
  expect(limit.take()).toBe(false);
  now = 1_000;
  expect(limit.take()).toBe(true);
});

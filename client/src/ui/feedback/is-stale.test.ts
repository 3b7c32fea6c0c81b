import { expect, it } from "vitest";
import { isStale } from "./is-stale.ts";

const now = Date.parse("2026-01-15T12:00:00Z");

it("is true after the moment, and for an unreadable moment", () => {
  expect(isStale("ontem", now)).toBe(true);
  expect(isStale(now, now)).toBe(false);
  expect(isStale(now - 1, now)).toBe(true);
  expect(isStale("2026-01-15T12:00:01Z", now)).toBe(false);
  for (const never of [null, undefined]) expect(isStale(never, now)).toBe(false);
});

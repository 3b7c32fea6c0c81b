import { expect, it } from "vitest";
import { isStale } from "./is-stale.ts";

const now = Date.parse("2026-01-15T12:00:00Z");

it("takes an unreadable date for a stale one", () => {
  expect(isStale("ontem", 1000, now)).toBe(true);
  expect(isStale(now - 1000, 1000, now)).toBe(false);
  expect(isStale(now - 1001, 1000, now)).toBe(true);
});

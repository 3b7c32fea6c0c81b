import { expect, it } from "vitest";
import { depthStatus } from "./depth-status.ts";

const marks = { fcPct: 32, criticalPct: 24, wpPct: 16 };

it.each([
  [33.1, "excess"],
  [33, "ok"],
  [26.1, "ok"],
  [26, "irrigate"],
  [24, "irrigate"],
  [23.9, "stress"],
  [null, "nodata"],
] as const)("paints %s % vol as %s", (value, kind) => {
  expect(depthStatus(value, marks, 2)).toBe(kind);
});

it("is null for a soil without marks", () => {
  expect(depthStatus(20, { fcPct: null, criticalPct: null, wpPct: null }, 2)).toBeNull();
});

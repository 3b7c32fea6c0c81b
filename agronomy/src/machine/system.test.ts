import { expect, it } from "vitest";
import { hasPanel, sectorArea, systemArea, systemDepthAt100, timeAt100 } from "./system.ts";

const system = { kind: "pivot", radiusM: 400, angleStart: 0, angleEnd: 360, flowM3h: 180 };

it("computes area, time and depth at 100 % from the geometry, the last tower at 95 % of the radius and 180 m/h", () => {
  expect(systemArea(system)).toBeCloseTo(50.265, 3);
  expect(timeAt100(system)).toBeCloseTo((2 * Math.PI * 380) / 180, 9);
  expect(systemDepthAt100(system)).toBeCloseTo((180 * timeAt100(system)) / (10 * systemArea(system)), 9);
});

it("uses the given values", () => {
  expect(systemArea({ ...system, areaHa: 48 })).toBe(48);
  expect(timeAt100({ ...system, time100H: 12, lastTowerM: 390 })).toBe(12);
  expect(timeAt100({ ...system, lastTowerM: 390, speed100MH: 200 })).toBeCloseTo((2 * Math.PI * 390) / 200, 9);
  expect(systemDepthAt100({ ...system, depth100Mm: 6 })).toBe(6);
});

it("gives a sector its part of a pivot's circle, and the whole of a system that does not turn", () => {
  const sector = { angleStart: 315, angleEnd: 45 };
  expect(sectorArea(sector, system)).toBeCloseTo(systemArea(system) / 4, 9);
  expect(sectorArea(sector, { ...system, kind: "drip" })).toBeCloseTo(systemArea(system), 9);
  expect(sectorArea({ ...sector, areaHa: 9 }, system)).toBe(9);
  expect(["pivot", "linear", "sprinkler", "drip"].map((kind) => hasPanel({ kind }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

import { systemArea, systemDepthAt100, timeAt100 } from "@lamina/agronomy/machine/system";
import { expect, it } from "vitest";
import { pivotFigures } from "./pivot-arithmetic.ts";

const pivot = { kind: "pivot", radiusM: 400, angleStart: 0, angleEnd: 360, flowM3h: 180, speed100MH: 180 };

it("offers the depth at 100 % that the API computes: the last tower stands within the radius", () => {
  const { areaHa, time100H, depth100Mm } = pivotFigures(pivot);
  expect(areaHa).toBe(systemArea(pivot));
  expect(time100H).toBe(timeAt100(pivot));
  expect(depth100Mm).toBe(systemDepthAt100(pivot));
  expect(depth100Mm).toBeCloseTo(4.75, 2);
});

it("uses the usual speed where none is written, as the API does", () => {
  const { speed100MH: _, ...rest } = pivot;
  expect(pivotFigures(rest)).toEqual(pivotFigures(pivot));
});

it("computes from what is given, each figure from the others", () => {
  expect(pivotFigures({ ...pivot, areaHa: 36, time100H: 12, depth100Mm: 9 })).toEqual({
    ...pivotFigures(pivot),
    depth100Mm: 6,
  });
});

it("waits for what is missing, and gives no turning time to a system that does not turn", () => {
  const { flowM3h: _flow, ...noFlow } = pivot;
  expect(pivotFigures(noFlow)).toMatchObject({ areaHa: expect.any(Number), depth100Mm: undefined });
  expect(pivotFigures({ flowM3h: 180 })).toEqual({ areaHa: undefined, time100H: undefined, depth100Mm: undefined });
  expect(pivotFigures({ ...pivot, kind: "drip" })).toMatchObject({ time100H: undefined, depth100Mm: undefined });
});

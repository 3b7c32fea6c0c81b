import { systemArea, systemDepthAt100, timeAt100 } from "@lamina/agronomy/machine/system";
import { expect, it } from "vitest";
import { pivotFigures } from "./pivot-arithmetic.ts";

const pivot = { kind: "pivot", radiusM: 400, angleStart: 0, angleEnd: 360, flowM3h: 180, speed100MH: 180 };

it("computes the same depth at 100 % as the API, with the last tower within the radius", () => {
  const { areaHa, time100H, depth100Mm } = pivotFigures(pivot);
  expect(areaHa).toBe(systemArea(pivot));
  expect(time100H).toBe(timeAt100(pivot));
  expect(depth100Mm).toBe(systemDepthAt100(pivot));
  expect(depth100Mm).toBeCloseTo(4.75, 2);
});

it("uses the default speed when none is given, as the API does", () => {
  const { speed100MH: _, ...rest } = pivot;
  expect(pivotFigures(rest)).toEqual(pivotFigures(pivot));
});

it("computes each figure from the given ones", () => {
  expect(pivotFigures({ ...pivot, areaHa: 36, time100H: 12, depth100Mm: 9 })).toEqual({
    ...pivotFigures(pivot),
    depth100Mm: 6,
  });
});

it("is undefined while a value is missing, and has no turning time for a system that does not turn", () => {
  const { flowM3h: _flow, ...noFlow } = pivot;
  expect(pivotFigures(noFlow)).toMatchObject({ areaHa: expect.any(Number), depth100Mm: undefined });
  expect(pivotFigures({ flowM3h: 180 })).toEqual({ areaHa: undefined, time100H: undefined, depth100Mm: undefined });
  expect(pivotFigures({ ...pivot, kind: "drip" })).toMatchObject({ time100H: undefined, depth100Mm: undefined });
});

import { curveCorners } from "@lamina/agronomy/crop/kc-curve";
import { expect, it } from "vitest";
import { curveOf } from "./kc-curve.ts";

const stages = [20, 35, 40, 30].map((days, index) => ({ days, kc: [0.3, 0.7, 1.2, 0.4][index] ?? 0 }));
const crop = { stages, kcIni: 0.35, kcMid: 1.15, kcEnd: 0.5 };

it("is level, rises, is level and falls, with corners at the ends of stages", () => {
  const curve = curveOf(crop);
  expect(curve && curveCorners(curve.days, curve.kc)).toEqual([
    { day: 0, kc: 0.35 },
    { day: 20, kc: 0.35 },
    { day: 55, kc: 1.15 },
    { day: 95, kc: 1.15 },
    { day: 125, kc: 0.5 },
  ]);
});

it("uses the days and coefficients of a season's own stages", () => {
  const own = stages.map(({ kc }) => ({ days: 10, kc }));
  expect(curveOf(crop, own)).toEqual({ days: [10, 10, 10, 10], kc: { ini: 0.3, mid: 1.2, end: 0.4 } });
  expect(curveOf(crop, [])).toEqual(curveOf(crop));
});

it("is undefined until all of its parts are known", () => {
  expect(curveOf({ ...crop, stages: stages.slice(1) })).toBeUndefined();
  expect(curveOf({ stages, kcIni: 0.3, kcMid: Number.NaN, kcEnd: 0.4 })).toBeUndefined();
  expect(curveOf(crop, stages.slice(2))).toBeUndefined();
});

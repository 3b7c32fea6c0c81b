import { curveCorners } from "@lamina/agronomy/crop/kc-curve";
import { expect, it } from "vitest";
import { curveOf, seenOn } from "./kc-curve.ts";

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

it("has the covers that were seen within its days, as the balance counts them", () => {
  const curve = curveOf(crop);
  if (curve === undefined) throw new Error("No curve");
  const seen = [
    { date: "2026-05-20", cover: 1 },
    { date: "2026-03-10", cover: 0.05 },
    { date: "2025-12-01", cover: 0.5 },
  ];
  const found = seenOn(curve, { rootIniCm: 15, rootMaxCm: 60, heightM: 1 }, seen, "2026-03-01");
  expect(found.map(({ date, day, kc }) => [date, day, Math.round(100 * kc) / 100])).toEqual([
    ["2026-03-10", 9, 0.4],
    ["2026-05-20", 80, 1.15],
  ]);
});

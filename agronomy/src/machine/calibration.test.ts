import { expect, it } from "vitest";
import { applicationFor } from "./application.ts";
import { type Calibration, calibratedOn, driestPartOf } from "./calibration.ts";
import { systemDepthAt100, timeAt100 } from "./system.ts";
import { driestQuarter, driestQuarterOf } from "./uniformity.ts";

const pivot = {
  kind: "pivot",
  radiusM: 400,
  angleStart: 0,
  angleEnd: 360,
  areaHa: 50,
  flowM3h: 180,
  time100H: 15,
  depth100Mm: 6,
};
const flow: Calibration = { date: "2026-03-10", kind: "flow", flowM3h: 160 };
const revolution: Calibration = { date: "2026-02-10", kind: "revolution", percent: 50, hours: 32 };
/** 10 mm at 50 %, in every ring. */
const cans: Calibration = {
  date: "2026-03-01",
  kind: "cans",
  percent: 50,
  cans: [100, 200, 300, 400].map((radiusM) => ({ radiusM, depthMm: 10 })),
};

it("leaves the record before the first measurement", () => {
  expect(calibratedOn(pivot, [flow, revolution, cans], "2026-02-09")).toEqual(pivot);
});

it("takes the time of a revolution, and the depth that follows from it", () => {
  const measured = calibratedOn(pivot, [revolution], "2026-02-10");
  expect(timeAt100(measured)).toBe(16);
  expect(systemDepthAt100(measured)).toBeCloseTo((180 * 16) / 500, 9);
});

it("takes the depth that the cans caught, weighted by their rings", () => {
  expect(systemDepthAt100(calibratedOn(pivot, [cans], "2026-03-01"))).toBeCloseTo(5, 9);
  const dryEnd = calibratedOn(
    pivot,
    [{ ...cans, cans: [...(cans.cans ?? []).slice(0, 3), { radiusM: 400, depthMm: 5 }] }],
    "2026-03-01",
  );
  // (100 + 200 + 300) × 10 + 400 × 5 over 1000 is 8 mm at 50 %.
  expect(systemDepthAt100(dryEnd)).toBeCloseTo(4, 9);
  expect("cucPct" in dryEnd && dryEnd.cucPct).toBeCloseTo(100 * (1 - (600 * 2 + 400 * 3) / 8000), 9);
  expect(dryEnd.driestPct).toBeCloseTo(62.5, 9);
});

it("changes the depth of the cans with a flow that is measured later", () => {
  const measured = calibratedOn(pivot, [flow, cans], "2026-03-10");
  expect(measured.flowM3h).toBe(160);
  expect(systemDepthAt100(measured)).toBeCloseTo((5 * 160) / 180, 9);
});

it("takes the newest of a kind, whatever the order of the list", () => {
  const newer = { ...flow, date: "2026-04-01", flowM3h: 170 };
  expect(calibratedOn(pivot, [newer, flow], "2026-04-02").flowM3h).toBe(170);
  expect(calibratedOn(pivot, [newer, flow], "2026-03-31").flowM3h).toBe(160);
});

it("measures only the flow of a system without a panel", () => {
  const drip = { ...pivot, kind: "drip", depth100Mm: null };
  expect(calibratedOn(drip, [flow, cans, revolution], "2026-04-01")).toEqual({ ...drip, flowM3h: 160 });
});

it("fills the driest quarter with a part of the last can", () => {
  expect(driestQuarter([1, 2, 3, 4].map((depthMm) => ({ radiusM: 1, depthMm })))).toBeCloseTo(40, 9);
  expect(driestQuarter([1, 2].map((depthMm) => ({ radiusM: 1, depthMm })))).toBeCloseTo(66.667, 2);
  expect(driestQuarterOf(90)).toBeCloseTo(84.1, 9);
});

it("gives the driest quarter its need: LL over Ea and its share", () => {
  const sprinklers = { areaHa: 1, flowM3h: 100, efficiencyPct: 80, maxHoursDay: 20, pumpKw: 0 };
  expect(applicationFor(20, sprinklers)).toMatchObject({ grossMm: 25, netMm: 20, leftMm: 0 });
  const covered = applicationFor(20, { ...sprinklers, driestPart: 0.8 });
  expect(covered.grossMm).toBeCloseTo(31.25, 9);
  expect(covered.netMm * 0.8).toBeCloseTo(20, 9);
  expect(covered.leftMm).toBeCloseTo(0, 9);
  const limited = applicationFor(20, { ...sprinklers, driestPart: 0.8, passLimitMm: 12.5, mostPasses: 2 });
  expect(limited).toMatchObject({ grossMm: 25, netMm: 20, leftMm: 4 });
});

it("takes the share of the driest quarter from the cans, else from the CUC", () => {
  expect(driestPartOf({ driestPct: 85, cucPct: 95 })).toBe(0.85);
  expect(driestPartOf({ cucPct: 90 })).toBeCloseTo(0.841, 9);
  expect(driestPartOf({ driestPct: 20 })).toBe(0.5);
  expect(driestPartOf({})).toBeUndefined();
});

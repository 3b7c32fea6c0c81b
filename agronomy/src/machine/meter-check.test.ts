import { expect, it } from "vitest";
import { disagree, meterAndPanel } from "./meter-check.ts";

const HOUR = 3_600_000;
const run = (from: number, to: number, m3: number) => ({ startAt: from * HOUR, endAt: to * HOUR, m3 });
/** 150 m³/h for some hours; a missing hour has no reading. */
const flow = (from: number, to: number, missing?: number) => (at: number) => {
  const hour = at / HOUR;
  if (hour === missing) return undefined;
  return 150 * Math.max(0, Math.min(hour + 1, to) - Math.max(hour, from));
};

it("compares the same hours, with the parts of hours at the ends of a run", () => {
  expect(meterAndPanel([run(2.5, 12.25, 180 * 9.75)], flow(2.5, 12.25))).toEqual({
    meterM3: expect.closeTo(150 * 9.75, 6),
    panelM3: 180 * 9.75,
  });
});

it("counts the hour in which two sectors follow each other once", () => {
  const runs = [run(0, 5.5, 990), run(5.5, 10, 810)];
  expect(meterAndPanel(runs, flow(0, 10))).toEqual({ meterM3: expect.closeTo(1500, 6), panelM3: 1800 });
});

it("leaves out runs with an hour without readings, and says nothing of too few hours", () => {
  expect(meterAndPanel([run(0, 8, 1440), run(20, 28, 1440)], flow(0, 8, 22))?.panelM3).toBe(1440);
  expect(meterAndPanel([run(0, 5, 900)], flow(0, 5))).toBeUndefined();
});

it("disagrees beyond a tenth, above and below", () => {
  const of = (meterM3: number) => disagree({ meterM3, panelM3: 1000 });
  expect([880, 910, 1000, 1090, 1120].map(of)).toEqual([true, false, false, false, true]);
  expect(disagree({ meterM3: 10, panelM3: 0 })).toBe(false);
});

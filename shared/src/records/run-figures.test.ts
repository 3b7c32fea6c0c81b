import { expect, it } from "vitest";
import type { PlanItem } from "./day-plan.ts";
import type { Recommendation } from "./recommendation.ts";
import { panelPercent, passesOf, plannedRun, recommendedRun } from "./run-figures.ts";

const amounts = { grossMm: 32.8, passes: 2, depthPerPassMm: 16.4, percent: 32.9 };
const item = {
  ...amounts,
  sectorIds: ["s"],
  pivotId: "p",
  startAt: "2026-05-14T10:00:00Z",
  endAt: "2026-05-15T10:00:00Z",
  volumeM3: 1,
  energyKwh: 1,
  hoursToCritical: 0,
  reasons: [],
  hoursToday: 8,
  hoursLeft: 12,
  costBrl: 310,
  totalCostBrl: 980,
} satisfies PlanItem;

it("gives the same figures for a plan's run and for its recommendation", () => {
  const given = { ...amounts, action: "irrigate", hoursTotal: 20, hoursRev: 80, hoursToday: 8, costBrl: 980 };
  const recommendation = { ...given, costTodayBrl: 310 } as Partial<Recommendation> as Recommendation;
  const figures = { grossMm: 32.8, passes: 2, depthPerPassMm: 16.4, percent: 32, hours: 20, hoursToday: 8 };
  expect(plannedRun(item)).toEqual({ ...figures, hoursRev: null, costBrl: 980, costTodayBrl: 310 });
  expect(recommendedRun(recommendation)).toEqual({ ...plannedRun(item), hoursRev: 80 });
  expect(recommendedRun({ ...recommendation, action: "wait" })).toBeNull();
});

it("assumes one pass, all of it today, where an API sends no more", () => {
  const {
    passes: _passes,
    depthPerPassMm: _each,
    hoursToday: _today,
    hoursLeft: _left,
    totalCostBrl: _all,
    ...old
  } = item;
  expect(plannedRun(old)).toMatchObject({
    passes: 1,
    depthPerPassMm: 32.8,
    hours: null,
    costBrl: 310,
    costTodayBrl: 310,
  });
  expect(passesOf({ grossMm: null })).toEqual({ passes: 1, depthPerPassMm: null });
  expect([panelPercent(29.9999999999), panelPercent(29.9), panelPercent(null)]).toEqual([30, 29, null]);
});

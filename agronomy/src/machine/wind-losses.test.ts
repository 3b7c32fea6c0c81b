import { describe, expect, it } from "vitest";
import { planDay } from "../plan/plan-day.ts";
import type { PlanJob } from "../plan/plan-model.ts";
import { recommend } from "../plan/recommendation.ts";
import type { RecommendationInput } from "../plan/recommendation-model.ts";
import { tariffTimeline } from "../plan/tariff.ts";
import { efficiencyDuring, efficiencyPart, sprayLoss } from "./wind-losses.ts";

const night = { wind2m: 1, tempC: 20, rhPct: 90 };
const noon = { wind2m: 4, tempC: 33, rhPct: 35 };

describe("losses of wind and evaporation", () => {
  it("follow the equations of Playán et al. (2005)", () => {
    expect(sprayLoss("moving", night)).toBeCloseTo((-2.1 + 1.91 + 4.62) / 100, 6);
    expect(sprayLoss("moving", noon)).toBeCloseTo((-2.1 + 7.64 + 7.623) / 100, 6);
    expect(sprayLoss("solid", noon)).toBeCloseTo((20.3 + 3.424 - 2.80525) / 100, 6);
  });

  it("stay between nothing and 30 %, and never raise Ea", () => {
    expect(sprayLoss("moving", { wind2m: 0, tempC: -5, rhPct: 100 })).toBe(0);
    expect(sprayLoss("solid", { wind2m: 15, tempC: 40, rhPct: 5 })).toBe(0.3);
    expect(efficiencyPart("moving", night)).toBe(1);
    expect(efficiencyPart("solid", { wind2m: 0, tempC: 18, rhPct: 100 })).toBe(1);
  });

  it("weigh the minutes of a run, and leave unknown hours and a low Ea as they are", () => {
    const spans = [{ startMinute: 30, endMinute: 90 }];
    expect(efficiencyDuring(80, [1, 0.9], spans)).toBeCloseTo(76, 9);
    expect(efficiencyDuring(80, [], spans)).toBe(80);
    expect(efficiencyDuring(80, [1, undefined], [])).toBe(80);
    expect(efficiencyDuring(52, [0.7, 0.7], spans)).toBe(50);
    // Minutes before the clock's midnight have no hour.
    expect(efficiencyDuring(80, [0.5], [{ startMinute: -60, endMinute: 0 }])).toBe(80);
  });
});

const byDay = Array.from({ length: 96 }, (_, hour) =>
  efficiencyPart("moving", hour % 24 >= 9 && hour % 24 < 18 ? noon : night),
);
const input: RecommendationInput = {
  active: true,
  blockers: [],
  ...{ dr: 12, raw: 14, taw: 40, dp: 0 },
  outlook: Array.from({ length: 7 }, () => ({ etc: 6, rainEff: 0 })),
  machine: {
    ...{ areaHa: 50, flowM3h: 360, efficiencyPct: 85, maxHoursDay: 21, pumpKw: 100 },
    panel: { depth100Mm: 6, time100H: 8, minPercent: 10 },
  },
  tariff: [],
  clock: { midnight: Date.UTC(2026, 0, 14, 3), weekday: 3, nowMinute: 600 },
};

describe("a recommendation by the Ea of its hours", () => {
  it("is deeper in gross and the same in net, and names the points", () => {
    const [off, on] = [recommend(input), recommend({ ...input, efficiencyParts: byDay })];
    const lost = Number(on.reasons.find(({ key }) => key === "windLoss")?.value);
    const used = Number(on.reasons.find(({ key }) => key === "efficiency")?.value);
    expect(lost).toBeGreaterThan(2);
    expect(used).toBeCloseTo(85 - lost, 9);
    expect(on.grossMm * (used / 100)).toBeCloseTo(on.netMm, 9);
    expect(on.grossMm).toBeGreaterThan(off.grossMm);
    expect(on.netMm).toBeGreaterThanOrEqual(12);
  });

  it("changes nothing in calm hours, without a forecast, or when it waits", () => {
    const calm = recommend({ ...input, efficiencyParts: byDay.map(() => 1) });
    expect(calm).toEqual(recommend(input));
    expect(recommend({ ...input, efficiencyParts: [] })).toEqual(recommend(input));
    const enough = { ...input, dr: 0 };
    expect(recommend({ ...enough, efficiencyParts: byDay })).toEqual(recommend(enough));
  });
});

describe("a plan by the Ea of the hours", () => {
  const job: PlanJob = {
    ...{ id: "a", sourceId: "a", permitIds: [], hours: 8, maxHoursDay: 21, flowM3h: 300, pumpKw: 150 },
    hoursToCritical: 72,
    lostBrlByHour: Array.from({ length: 90 }, () => 0),
  };
  const timeline = tariffTimeline(
    [{ days: [0, 1, 2, 3, 4, 5, 6], from: "00:00", to: "00:00", kind: "offpeak", brlKwh: 0.4 }],
    3,
    5,
  );
  const startOf = (parts?: number[]) => {
    const jobs = [{ ...job, ...(parts && { efficiencyParts: parts }) }];
    const plan = planDay({ jobs, sources: [], timeline, fromMinute: 600 });
    const [placed] = plan.placements;
    return { minute: placed?.startMinute ?? 0, costBrl: placed?.totalCostBrl, other: plan.parts.otherBrl };
  };

  it("waters after the hot hours, which cost nothing more with the recorded Ea", () => {
    expect(startOf().minute).toBe(600);
    const by = startOf(byDay);
    expect(by.minute).toBeGreaterThanOrEqual(18 * 60);
    expect(by.costBrl).toBeCloseTo(startOf().costBrl ?? 0, 6);
    expect(startOf(byDay.map(() => 1))).toEqual(startOf());
  });
});

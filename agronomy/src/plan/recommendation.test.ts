import { describe, expect, it } from "vitest";
import { hoursToCritical } from "../balance/depletion-outlook.ts";
import { type RecommendationInput, recommend } from "./recommendation.ts";
import type { TariffWindow } from "./tariff.ts";

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const tariff: TariffWindow[] = [
  { days: everyDay, from: "21:30", to: "06:00", kind: "reserved", brlKwh: 0.2 },
  { days: [1, 2, 3, 4, 5], from: "18:00", to: "21:00", kind: "peak", brlKwh: 2 },
  { days: everyDay, from: "00:00", to: "00:00", kind: "offpeak", brlKwh: 0.5 },
];
/** Wednesday, 2026-01-14, 07:10 in a farm at UTC−3. */
const clock = { midnight: Date.UTC(2026, 0, 14, 3), weekday: 3, nowMinute: 430 };
const dry = Array.from({ length: 7 }, () => ({ etc: 6, rainEff: 0 }));
const input: RecommendationInput = {
  active: true,
  blockers: [],
  dr: 20,
  raw: 30,
  taw: 60,
  dp: 0,
  outlook: dry,
  machine: {
    areaHa: 50.2655,
    flowM3h: 180,
    efficiencyPct: 85,
    maxHoursDay: 21,
    pumpKw: 100,
    panel: { depth100Mm: 3.465, time100H: 9.6761, minPercent: 10 },
  },
  tariff,
  clock,
};
const reason = (result: ReturnType<typeof recommend>, key: string) =>
  result.reasons.find((other) => other.key === key)?.value;

describe("recommendation", () => {
  it("irrigates today with depth, panel, hours, volume and energy that agree", () => {
    const result = recommend(input);
    expect(result).toMatchObject({ action: "irrigate", status: "irrigate", passes: 1, blockedBy: null });
    expect(result.netMm).toBeGreaterThanOrEqual(20);
    expect(result.grossMm).toBeCloseTo(result.netMm / 0.85);
    expect(result.percent).toBe(14);
    expect(result.grossMm).toBeCloseTo(346.5 / 14);
    expect(result.hoursRev).toBeCloseTo(967.61 / 14);
    expect(result.volumeM3).toBeCloseTo(10 * result.grossMm * 50.2655);
    expect(result.energyKwh).toBeCloseTo(result.hoursRev * 100);
    expect(reason(result, "dr")).toBe(20);
  });

  it("rests in the peak and keeps to the allowed hours", () => {
    const { startAt, endAt, costBrl, energyKwh } = recommend(input);
    expect(startAt).toBe("2026-01-14T10:10:00.000Z");
    expect(Date.parse(endAt ?? "") - Date.parse(startAt ?? "")).toBeGreaterThan(69 * 3_600_000);
    expect(costBrl).toBeGreaterThan(energyKwh * 0.2);
    expect(costBrl).toBeLessThan(energyKwh * 0.5);
  });

  it("starts at 21:30 where the night is enough", () => {
    const result = recommend({
      ...input,
      dr: 14,
      raw: 21,
      waitDays: 1,
      machine: {
        ...input.machine,
        efficiencyPct: 100,
        flowM3h: 360,
        panel: { depth100Mm: 14, time100H: 8, minPercent: 10 },
      },
    });
    expect(result).toMatchObject({
      action: "irrigate",
      percent: 100,
      startAt: "2026-01-15T00:30:00.000Z",
      endAt: "2026-01-15T08:30:00.000Z",
    });
    expect(result.costBrl).toBeCloseTo(8 * 100 * 0.2);
  });

  it("does not irrigate what is blocked by stale data, and names it", () => {
    const at = "2026-01-10T12:00:00.000Z";
    const result = recommend({ ...input, dr: 50, blockers: [{ key: "rainStale", source: "station", at }] });
    expect(result).toMatchObject({
      action: "nodata",
      status: "nodata",
      blockedBy: "rainStale",
      netMm: 0,
      startAt: null,
    });
    expect(result.reasons).toEqual([{ key: "rainStale", source: "station", at, value: null, unit: "" }]);
  });

  it("waits for rain that is enough, but not once the crop is under stress", () => {
    const rainy = dry.map((day, index) => (index === 0 ? { ...day, rainEff: 25 } : day));
    expect(recommend({ ...input, outlook: rainy })).toMatchObject({ action: "wait", netMm: 0, startAt: null });
    expect(reason(recommend({ ...input, outlook: rainy }), "rainForecast")).toBe(25);
    expect(recommend({ ...input, dr: 35, outlook: rainy }).action).toBe("irrigate");
  });

  it("waits, with the day, where the depletion is still far; none where it is not in sight", () => {
    expect(recommend({ ...input, dr: 2, raw: 40 })).toMatchObject({ action: "wait", status: "ok" });
    expect(recommend({ ...input, dr: 2, raw: 40 }).waitDays).toBeGreaterThan(0);
    const cool = dry.map(() => ({ etc: 0.5, rainEff: 0 }));
    expect(recommend({ ...input, dr: 2, raw: 40, outlook: cool })).toMatchObject({ action: "none", waitDays: null });
    expect(recommend({ ...input, active: false })).toMatchObject({ action: "none", status: "fallow" });
  });

  it("warns where the pivot cannot keep up", () => {
    expect(recommend(input).keepsUp).toBe(true);
    expect(recommend({ ...input, machine: { ...input.machine, maxHoursDay: 8 } }).keepsUp).toBe(false);
  });

  it("gives hours instead of a percentage to a machine without a panel", () => {
    const { panel: _panel, ...drip } = input.machine;
    const result = recommend({ ...input, machine: { ...drip, areaHa: 10 } });
    expect(result.percent).toBeNull();
    expect(result.hoursRev).toBeCloseTo(result.volumeM3 / 180);
  });
});

it("counts the hours to the critical depletion through the days ahead", () => {
  expect(hoursToCritical(10, 22, dry)).toBeCloseTo(48);
  expect(hoursToCritical(10, 13, dry)).toBeCloseTo(12);
  expect(hoursToCritical(30, 22, dry)).toBe(0);
  expect(hoursToCritical(0, 60, dry)).toBeCloseTo(240);
  expect(hoursToCritical(0, 60, [{ etc: 0, rainEff: 0 }])).toBe(Number.POSITIVE_INFINITY);
});

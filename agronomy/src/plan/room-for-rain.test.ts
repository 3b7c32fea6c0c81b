import { describe, expect, it } from "vitest";
import type { OutlookDay } from "../balance/depletion-outlook.ts";
import { recommend } from "./recommendation.ts";
import { roomForRain } from "./waiting.ts";

/** Seven days of 6 mm of use, with rain at 60 % on some of them. */
const week = (rain: Record<number, number>, more: Partial<OutlookDay> = {}): OutlookDay[] =>
  Array.from({ length: 7 }, (_, day) => ({ etc: 6, rainEff: rain[day] ?? 0, rainChance: 0.6, ...more }));
const soil = { dr: 60, raw: 60 };
const room = (rain: Record<number, number>, more?: Parameters<typeof roomForRain>[2]) =>
  roomForRain(soil, week(rain), more);

describe("room for rain", () => {
  it("is what the expected rain of a day finds full after the use until then", () => {
    expect([0, 1, 2, 3, 6].map((day) => room({ [day]: 20 }))).toEqual([12, 6, 0, 0, 0]);
    expect(room({ 3: 50 })).toBe(30 - 18);
  });

  it("of several rains counts what each one fills and the use between them empties", () => {
    // 12 mm fill, 6 mm are used, 12 mm fill again.
    expect(room({ 0: 20, 1: 20 })).toBe(18);
    // Five days of use empty what the first one filled.
    expect(room({ 0: 20, 5: 20 })).toBe(12);
    expect(room({ 2: 20, 3: 20, 4: 20 })).toBe(36 - 24);
    // A later rain that finds room changes nothing.
    expect(room({ 0: 20, 6: 40 })).toBe(room({ 0: 20 }));
  });

  it("of today is for the rain to come, after the use of the day until now", () => {
    expect(room({ 0: 20 }, { nowHour: 12 })).toBe(12 - 3);
    expect(room({ 0: 20 }, { nowHour: 20 })).toBe(12 - 6);
    expect(room({ 1: 20 }, { nowHour: 20 })).toBe(12 - 6);
  });

  it("weighs the use of dry and of rainy days by the probability that it has rained", () => {
    // Bare ground uses 1 mm a day, and 5 after rain.
    const dryDays = Array.from({ length: 7 }, () => ({ etc: 1 }));
    const wet = (rain: Record<number, number>, rainChance: number) =>
      roomForRain(soil, week(rain, { etc: 5, rainChance }), { dryDays });
    expect(wet({ 2: 20 }, 0.5)).toBe(10 - 2);
    expect(wet({ 0: 20, 2: 20 }, 0.5)).toBe(10 - 3 - 3 + 10);
    // Improbable rain before leaves no room and makes only its part of it.
    const doubtful = week({ 0: 20, 2: 20 }, { etc: 5, rainChance: 0.8 }).with(0, {
      etc: 5,
      rainEff: 20,
      rainChance: 0.25,
    });
    expect(roomForRain(soil, doubtful, { dryDays })).toBe(16 - 2 - 2);
  });

  it("is none on a stressed sector for rain that its use makes room for", () => {
    const machine = { areaHa: 60, flowM3h: 300, efficiencyPct: 86, maxHoursDay: 21, pumpKw: 100 };
    const input = { active: true, blockers: [], dr: 43.4, raw: 30.2, taw: 60, dp: 0, machine, tariff: [] };
    const clock = { midnight: 0, weekday: 4, nowMinute: 430 };
    const roomOn = (day: number) =>
      recommend({
        ...input,
        clock,
        waitDays: 0,
        worth: { lossBrlMmHa: 30, waterBrlM3: 0 },
        outlook: week({ [day]: 38 }),
      }).reasons.find(({ key }) => key === "roomForRain")?.value;
    expect(roomOn(5)).toBeUndefined();
    expect(roomOn(2)).toBeGreaterThan(5);
  });
});

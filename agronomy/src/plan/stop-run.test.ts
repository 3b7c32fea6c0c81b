import { describe, expect, it } from "vitest";
import { type RunningMachine, stopOrContinue, type UnwateredSector } from "./stop-run.ts";

const days = (rain: Record<number, [mm: number, chance: number]> = {}) =>
  Array.from({ length: 7 }, (_, day) => ({ etc: 5, rainEff: rain[day]?.[0] ?? 0, rainChance: rain[day]?.[1] ?? 0 }));
const sector = (more: Partial<UnwateredSector> = {}): UnwateredSector => ({
  dr: 20,
  raw: 30,
  taw: 60,
  dryDays: days().map(({ etc }) => ({ etc })),
  outlook: days(),
  areaHa: 20,
  netMm: 15,
  lossBrlMm: 300,
  capacityMmDay: 8,
  ...more,
});
const running = (sectors: UnwateredSector[], more: Partial<RunningMachine> = {}) =>
  stopOrContinue({ sectors, nowHour: 7, hoursSince: 0, hoursLeft: 28.6, energyBrl: 1000, waterBrl: 138, ...more });

describe("a run under way", () => {
  it("is stopped for probable rain that costs less to wait for than the water left", () => {
    const stop = running([sector({ outlook: days({ 0: [15.8, 0.8] }) })]);
    expect(stop).toMatchObject({ stops: true, days: 1, drainedMm: 0 });
    expect(stop.rainMm).toBeCloseTo(15.8);
    expect(stop.rainChance).toBeCloseTo(0.8);
    // 12 of 15 mm on average, less what a new start loses in one case of five.
    expect(stop.savedBrl).toBeCloseTo(((12 - 0.2) / 15) * 1138, 0);
    expect(stop.energyBrl + stop.waterBrl).toBeCloseTo(stop.savedBrl);
    expect(stop.riskedBrl).toBeLessThan(stop.savedBrl);
  });

  it("continues without rain, and where the crop would lose more", () => {
    expect(running([sector()])).toMatchObject({ stops: false, savedBrl: 0 });
    const stressed = sector({ dr: 45, outlook: days({ 1: [15.8, 0.5] }), lossBrlMm: 3000 });
    const on = running([stressed]);
    expect(on.stops).toBe(false);
    expect(on.riskedBrl).toBeGreaterThan(on.savedBrl);
  });

  it("is stopped when rain has filled the soil, because the water left would drain", () => {
    const stop = running([sector({ dr: 0 })]);
    expect(stop).toMatchObject({ stops: true });
    expect(stop.drainedMm).toBeCloseTo(10);
  });

  it("is decided by the sum over its sectors", () => {
    const wet = sector({ outlook: days({ 0: [15.8, 0.8] }) });
    const thirsty = (lossBrlMm: number) => ({ ...wet, dr: 50, lossBrlMm });
    expect(running([wet, thirsty(300)]).stops).toBe(true);
    expect(running([wet, thirsty(5000)]).stops).toBe(false);
  });

  it("continues where a stop gains less than a tenth of what the rest costs", () => {
    const [wet, dry] = [sector({ dr: 0 }), sector({ dr: 30 })];
    const at = (lossBrlMm: number) => running([wet, { ...dry, lossBrlMm }]);
    const [wide, narrow] = [at(150), at(220)];
    expect(wide.stops).toBe(true);
    expect(narrow.savedBrl).toBeGreaterThan(narrow.riskedBrl);
    expect(narrow.savedBrl - narrow.riskedBrl).toBeLessThan(0.1 * 1138);
    expect(narrow.stops).toBe(false);
  });

  it("saves less the less water is left", () => {
    const outlook = days({ 0: [15.8, 0.8] });
    const [whole, rest] = [
      running([sector({ outlook })]),
      running([sector({ outlook })], { energyBrl: 100, waterBrl: 0 }),
    ];
    expect(rest.savedBrl).toBeLessThan(whole.savedBrl / 10);
  });
});

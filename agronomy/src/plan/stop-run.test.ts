import { describe, expect, it } from "vitest";
import type { PlanInput } from "./plan-day.ts";
import type { PlanJob } from "./plan-model.ts";
import { planWithStops, type RunningMachine, stopOrContinue, type UnwateredSector } from "./stop-run.ts";

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

describe("a run under way that holds what another machine waits for", () => {
  const HOURS = 80;
  const losing = (brlHour: number) => Array.from({ length: HOURS }, (_, hour) => (hour + 1) * brlHour);
  const job = (id: string, hours: number, brlHour: number): PlanJob => ({
    ...{ id, sourceId: "dam", permitIds: [], hours, maxHoursDay: 24, flowM3h: 100, pumpKw: 0, hoursToCritical: 0 },
    lostBrlByHour: losing(brlHour),
  });
  const under = (id: string, hours: number, brlHour: number): PlanJob => ({
    ...{ ...job(id, hours, brlHour), lostBrlByHour: [], isUnderWay: true },
    resumed: job(id, hours + 1, brlHour),
  });
  const stopsOf = (jobs: PlanJob[], flowM3h = 100) => {
    const timeline = [{ startMinute: 0, endMinute: 7200, kind: "offpeak" as const, brlKwh: 0.5 }];
    const input: PlanInput = { jobs, sources: [{ id: "dam", flowM3h }], timeline, fromMinute: 420 };
    return planWithStops(input).stops;
  };

  it("gives way where the other loses more by waiting, with what both lose", () => {
    const [stop, ...others] = stopsOf([under("maize", 20, 10), job("garlic", 10, 1000)]) ?? [];
    expect(others).toEqual([]);
    expect(stop).toMatchObject({ id: "maize", forId: "garlic", hours: 20 });
    // Twenty hours of waiting at R$ 1000; the maize is wetted half a day later.
    expect(stop?.savedBrl).toBeCloseTo(20_000, -3);
    expect(stop?.riskedBrl).toBeGreaterThan(50);
    expect(stop?.riskedBrl).toBeLessThan(150);
  });

  it("goes through where its own ground would lose more, and where the source has room", () => {
    expect(stopsOf([under("garlic", 20, 1000), job("maize", 10, 10)])).toEqual([]);
    expect(stopsOf([under("maize", 20, 10), job("garlic", 10, 1000)], 200)).toBeUndefined();
  });

  it("gives way alone where that leaves room enough, and with another where it does not", () => {
    const idsOf = (flowM3h: number) =>
      stopsOf([under("maize", 20, 10), under("soy", 20, 20), { ...job("garlic", 10, 1000), flowM3h }], 200)
        ?.map(({ id }) => id)
        .sort();
    expect(idsOf(100)).toEqual(["maize"]);
    expect(idsOf(200)).toEqual(["maize", "soy"]);
  });

  it("is stopped for it by the margin of each stop", () => {
    const by = (savedBrl: number) => running([sector()], { waiting: { savedBrl, riskedBrl: 100 } });
    expect(by(1000)).toMatchObject({
      stops: true,
      days: 0,
      savedBrl: 1000,
      waitingBrl: 1000,
      riskedBrl: 100,
      rainMm: 0,
    });
    // A tenth of R$ 1138.
    expect(by(200).stops).toBe(false);
    expect(by(90)).toMatchObject({ stops: false, waitingBrl: 0 });
  });

  it("counts what the other gains beside the rain that replaces its water", () => {
    const wet = [sector({ outlook: days({ 0: [15.8, 0.8] }) })];
    const [alone, both] = [running(wet), running(wet, { waiting: { savedBrl: 500, riskedBrl: 300 } })];
    expect(both.savedBrl - alone.savedBrl).toBeCloseTo(500);
    expect(both.riskedBrl).toBeCloseTo(alone.riskedBrl);
  });
});

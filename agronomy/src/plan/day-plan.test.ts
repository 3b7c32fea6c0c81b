import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DayPlanInput, EXACT_JOBS, planDay } from "./day-plan.ts";
import type { PlanJob } from "./placement.ts";
import { addPrices, comparePrices, type Price, placeAll, type SlotJob } from "./slot-search.ts";
import { tariffTimeline } from "./tariff.ts";

const week = [0, 1, 2, 3, 4, 5, 6];
const timeline = tariffTimeline(
  [
    { days: week, from: "21:30", to: "06:00", kind: "reserved", brlKwh: 0.2 },
    { days: week, from: "18:00", to: "21:00", kind: "peak", brlKwh: 2 },
    { days: week, from: "00:00", to: "00:00", kind: "offpeak", brlKwh: 0.5 },
  ],
  3,
  3,
);
const job = (id: string, change: Partial<PlanJob> = {}): PlanJob => ({
  id,
  waterSourceId: "dam",
  hours: 6,
  maxHoursDay: 21,
  flowM3h: 100,
  pumpKw: 50,
  hoursToCritical: 48,
  ...change,
});
const plan = (jobs: PlanJob[], change: Partial<DayPlanInput> = {}) =>
  planDay({ jobs, sources: [{ id: "dam", flowM3h: 200 }], timeline, fromMinute: 7 * 60, ...change });
const find = (result: ReturnType<typeof plan>, id: string) => {
  const placement = result.placements.find((other) => other.id === id);
  if (!placement) throw new Error(`No placement of ${id}.`);
  return placement;
};
const keys = (result: ReturnType<typeof plan>, id: string) => find(result, id).reasons.map(({ key }) => key);

describe("plan of the day", () => {
  it("puts what can wait into the cheap night, and what cannot first", () => {
    const result = plan([job("calm"), job("urgent", { hoursToCritical: 6 })]);
    expect(find(result, "urgent")).toMatchObject({ order: 1, startMinute: 420, endMinute: 780, lateHours: 0 });
    expect(find(result, "calm")).toMatchObject({ order: 2, startMinute: 21.5 * 60, endMinute: 27.5 * 60 });
    expect(find(result, "calm").costBrl).toBeCloseTo(6 * 50 * 0.2);
    expect(result.exact).toBe(true);
  });

  it("rests in the peak and goes on after it", () => {
    const long = find(plan([job("long", { hours: 20, hoursToCritical: 20 })]), "long");
    expect(long.hoursToday).toBe(20);
    expect((long.endMinute ?? 0) - (long.startMinute ?? 0)).toBe((20 + 3) * 60);
  });

  it("makes one wait for the other where the source is too small, and says for whom", () => {
    const both = { flowM3h: 150, hoursToCritical: 4, hours: 4 };
    const result = plan([job("a", both), job("b", { ...both, hoursToCritical: 5 })]);
    expect(find(result, "a").startMinute).toBe(420);
    expect(find(result, "b").startMinute).toBe(660);
    expect(keys(result, "b")).toContain("waitsFor");
    expect(keys(result, "b")).toContain("late");
  });

  it("leaves the least urgent out where not all find room", () => {
    const jobs = Array.from({ length: 5 }, (_, index) =>
      job(`p${index}`, { hours: 7, flowM3h: 90, hoursToCritical: 3 + index * 2 }),
    );
    const result = plan(jobs, { sources: [{ id: "dam", flowM3h: 100 }] });
    const out = result.placements.filter(({ startMinute }) => startMinute === null).map(({ id }) => id);
    expect(out).toEqual(["p3", "p4"]);
    expect(keys(result, "p4")).toContain("noRoom");
  });

  it("limits a day to the allowed hours, and says that the rest comes tomorrow", () => {
    const result = plan([job("slow", { hours: 33, maxHoursDay: 15 })]);
    expect(find(result, "slow")).toMatchObject({ hoursToday: 15, hoursLeft: 18 });
    expect(keys(result, "slow")).toContain("continuesTomorrow");
  });

  it("leaves out what the source can never pump, by name", () => {
    const result = plan([job("huge", { flowM3h: 500 })]);
    expect(find(result, "huge")).toMatchObject({ startMinute: null, hoursToday: 0, energyKwh: 0 });
    expect(keys(result, "huge")).toContain("exceedsSource");
  });

  it("plans each water source by itself, and shares kW as well as m³/h", () => {
    const jobs = [
      job("a", { hoursToCritical: 6 }),
      job("b", { hoursToCritical: 6 }),
      job("c", { waterSourceId: "river", hoursToCritical: 6 }),
    ];
    const result = plan(jobs, { sources: [{ id: "dam", kw: 60 }] });
    expect(new Set(["a", "b"].map((id) => find(result, id).startMinute)).size).toBe(2);
    expect(find(result, "c").startMinute).toBe(420);
  });

  it("never exceeds a source, for many pivots too", () => {
    const jobs = fc.array(
      fc.record({
        hours: fc.double({ min: 0.2, max: 40, noNaN: true }),
        maxHoursDay: fc.integer({ min: 4, max: 24 }),
        flowM3h: fc.integer({ min: 20, max: 220 }),
        pumpKw: fc.integer({ min: 5, max: 120 }),
        hoursToCritical: fc.double({ min: 0, max: 100, noNaN: true }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(jobs, (records) => {
        const result = plan(records.map((record, index) => job(`p${index}`, record)));
        if (records.length > EXACT_JOBS) expect(result.placements).toHaveLength(records.length);
        for (let minute = 420; minute < 420 + 1440; minute += 30) {
          const running = result.placements.filter(
            ({ startMinute, endMinute }) => (startMinute ?? 1e9) <= minute && (endMinute ?? 0) > minute,
          );
          const flow = running.reduce((sum, { id }) => sum + (records[Number(id.slice(1))]?.flowM3h ?? 0), 0);
          expect(flow).toBeLessThanOrEqual(200);
        }
        for (const { hoursToday, hoursLeft, id } of result.placements) {
          const { hours = 0, maxHoursDay = 0 } = records[Number(id.slice(1))] ?? {};
          expect(hoursToday + hoursLeft).toBeCloseTo(hours);
          expect(hoursToday).toBeLessThanOrEqual(maxHoursDay);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("search for starts", () => {
  /** Every combination of starts, tried without any cleverness. */
  function bruteForce(jobs: readonly SlotJob[], flow: number): Price {
    let best: Price | undefined;
    const walk = (index: number, spent: Price, load: number[]): void => {
      const current = jobs[index];
      if (!current) {
        if (!best || comparePrices(spent, best) < 0) best = spent;
        return;
      }
      walk(index + 1, addPrices(spent, current.leftOut), load);
      for (const { start, price } of current.options) {
        const next = load.map(
          (used, slot) => used + (slot >= start && slot < start + current.length ? current.flow : 0),
        );
        if (next.every((used) => used <= flow)) walk(index + 1, addPrices(spent, price), next);
      }
    };
    walk(0, { late: 0, leftOut: 0, cost: 0, wait: 0 }, new Array(SLOTS).fill(0));
    if (!best) throw new Error("Nothing tried.");
    return best;
  }
  const SLOTS = 9;
  const whole = (max: number) => fc.integer({ min: 0, max });
  const slotJob: fc.Arbitrary<SlotJob> = fc
    .record({
      length: fc.integer({ min: 1, max: 5 }),
      flow: fc.integer({ min: 1, max: 3 }),
      due: whole(SLOTS),
      tariff: fc.array(whole(4), { minLength: SLOTS, maxLength: SLOTS }),
    })
    .map(({ length, flow, due, tariff }) => ({
      length,
      flow,
      kw: 1,
      leftOut: { late: Math.max(0, SLOTS + length - due), leftOut: 1, cost: 0, wait: SLOTS },
      options: Array.from({ length: SLOTS - length + 1 }, (_, start) => ({
        start,
        price: {
          late: Math.max(0, start + length - due),
          leftOut: 0,
          cost: tariff.slice(start, start + length).reduce((a, b) => a + b, 0),
          wait: start,
        },
      })),
    }));

  it("finds what trying everything finds", () => {
    fc.assert(
      fc.property(fc.array(slotJob, { minLength: 1, maxLength: 4 }), fc.integer({ min: 3, max: 5 }), (jobs, flow) => {
        const { starts, exact } = placeAll(jobs, { flow, kw: undefined }, true);
        const price = jobs.reduce(
          (sum, current, index) =>
            addPrices(sum, current.options.find(({ start }) => start === starts[index])?.price ?? current.leftOut),
          { late: 0, leftOut: 0, cost: 0, wait: 0 },
        );
        expect(exact).toBe(true);
        expect(comparePrices(price, bruteForce(jobs, flow))).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it("does not keep a screen waiting on five hard pivots", () => {
    const crowded = Array.from({ length: EXACT_JOBS }, (_, index) =>
      job(`p${index}`, { flowM3h: 180, hours: 5 + index / 3, hoursToCritical: 3 + index }),
    );
    const begin = performance.now();
    expect(plan(crowded).placements).toHaveLength(EXACT_JOBS);
    expect(performance.now() - begin).toBeLessThan(3000);
  });
});

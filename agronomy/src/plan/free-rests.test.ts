import { randomOf } from "@lamina/shared/core/random";
import { describe, expect, it } from "vitest";
import { MIN_STRETCH_HOURS } from "./free-rests.ts";
import { planDay, planSlots } from "./plan-day.ts";
import { type PlanJob, type PlanProblem, SLOT_HOURS } from "./plan-model.ts";
import { searchPlan } from "./plan-search.ts";
import { tariffTimeline } from "./tariff.ts";

const week = [0, 1, 2, 3, 4, 5, 6];
const FROM = 7 * 60;
const MIN_SLOTS = MIN_STRETCH_HOURS / SLOT_HOURS;
const timelineOf = (night: number, day: number) =>
  tariffTimeline(
    [
      { days: week, from: "21:30", to: "06:00", kind: "reserved", brlKwh: night },
      { days: week, from: "18:00", to: "21:00", kind: "peak", brlKwh: 2.3 },
      { days: week, from: "00:00", to: "00:00", kind: "offpeak", brlKwh: day },
    ],
    1,
    5,
  );

/** Machines with random needs, and losses that grow by daylight after stress begins. */
function farmOf(seed: number, machines: number, mostHours: number): PlanProblem {
  const random = randomOf(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const jobs = Array.from({ length: machines }, (_, index): PlanJob => {
    const [critical, brlHour] = [between(0, 60), between(2, 60)];
    let lost = 0;
    const lostBrlByHour = Array.from({ length: 130 }, (__, hour) => {
      const sun = Math.max(0, Math.sin((Math.PI * (((hour + 7) % 24) - 6)) / 12));
      lost += hour < critical ? 0 : brlHour * sun;
      return lost;
    });
    const flowM3h = between(100, 400);
    const hours = Math.ceil(between(8, 2 * mostHours)) * SLOT_HOURS;
    return { ...base, id: `p${index}`, hours, flowM3h, pumpKw: flowM3h / 3, hoursToCritical: critical, lostBrlByHour };
  });
  const flows = jobs.map(({ flowM3h }) => flowM3h);
  const isShared = random() < 0.7;
  const flowM3h = isShared ? Math.max(...flows) + 1 : flows.reduce((sum, flow) => sum + flow, 0);
  const slots = planSlots({ timeline: timelineOf(between(0.1, 0.3), between(0.3, 0.6)), fromMinute: FROM });
  return { jobs, slots, sources: [{ id: "dam", flowM3h }], permits: [], waterBrlM3: 0 };
}
const base = { sourceId: "dam", permitIds: [], maxHoursDay: 24 };

/** R$ of a job in each slot. */
const costsOf = (job: PlanJob, { slots }: PlanProblem) =>
  slots.map(({ index, isOpen, brlKwh }) => {
    const lost = job.lostBrlByHour[Math.ceil((index + 1) * SLOT_HOURS) - 1] ?? 0;
    return isOpen ? SLOT_HOURS * ((brlKwh ?? 0) * job.pumpKw + lost / job.hours) : Number.POSITIVE_INFINITY;
  });

/** The least cost of one run with stretches of two hours or more, by dynamic programming over its slots. */
function leastOfOne(job: PlanJob, problem: PlanProblem): number {
  const need = job.hours / SLOT_HOURS;
  const at = (taken: number, stretch: number) => taken * (MIN_SLOTS + 1) + stretch;
  let least = new Float64Array((need + 1) * (MIN_SLOTS + 1)).fill(Number.POSITIVE_INFINITY);
  least[0] = 0;
  for (const cost of costsOf(job, problem)) {
    const next = new Float64Array(least.length).fill(Number.POSITIVE_INFINITY);
    const keep = (state: number, brl: number) => {
      next[state] = Math.min(next[state] ?? 0, brl);
    };
    for (let taken = 0; taken <= need; taken += 1)
      for (let stretch = 0; stretch <= MIN_SLOTS; stretch += 1) {
        const brl = least[at(taken, stretch)] ?? 0;
        if (stretch === 0 || stretch === MIN_SLOTS) keep(at(taken, 0), brl);
        if (taken < need) keep(at(taken + 1, Math.min(MIN_SLOTS, stretch + 1)), brl + cost);
      }
    least = next;
  }
  return Math.min(least[at(need, 0)] ?? 0, least[at(need, MIN_SLOTS)] ?? 0);
}

/** A bound of the least cost of two runs on one source: they rest as often as they like. */
function leastOfTwo(problem: PlanProblem): number {
  const [a, b] = problem.jobs;
  if (!a || !b) throw new Error("Two jobs expected.");
  const both = a.flowM3h + b.flowM3h <= (problem.sources[0]?.flowM3h ?? 0);
  const [needA, needB] = [a.hours / SLOT_HOURS, b.hours / SLOT_HOURS];
  const [costA, costB] = [costsOf(a, problem), costsOf(b, problem)];
  const at = (takenA: number, takenB: number) => takenA * (needB + 1) + takenB;
  let least = new Float64Array((needA + 1) * (needB + 1)).fill(Number.POSITIVE_INFINITY);
  least[0] = 0;
  for (const { index } of problem.slots) {
    const next = least.slice();
    for (let x = 0; x <= needA; x += 1)
      for (let y = 0; y <= needB; y += 1)
        for (const [dx, dy] of both ? moves : moves.slice(0, 2)) {
          if (x + dx > needA || y + dy > needB) continue;
          const brl = (least[at(x, y)] ?? 0) + (dx ? (costA[index] ?? 0) : 0) + (dy ? (costB[index] ?? 0) : 0);
          next[at(x + dx, y + dy)] = Math.min(next[at(x + dx, y + dy)] ?? 0, brl);
        }
    least = next;
  }
  return least.at(-1) ?? 0;
}
const moves = [
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** The plans' costs above the least ones, in percent; of farms where every machine runs to its end. */
function gaps(farms: readonly PlanProblem[], leastOf: (problem: PlanProblem) => number): number[] {
  const found = farms.flatMap((problem) => {
    const { runs, costBrl } = searchPlan(problem);
    const isWhole = runs.every((run, index) => run && run.hoursDone >= (problem.jobs[index]?.hours ?? 0) - 1e-9);
    return isWhole ? [100 * (costBrl / leastOf(problem) - 1)] : [];
  });
  expect(found.length).toBeGreaterThan(farms.length / 2);
  return found;
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const farms = (count: number, machines: number, hours: number) =>
  Array.from({ length: count }, (_, seed) => farmOf(seed + 1, machines, hours));

describe("free rests", () => {
  it("cost one machine at most what the best of all rests costs, within 0.2 % on average", () => {
    const found = gaps(farms(80, 1, 50), (problem) => problem.jobs.reduce((_, one) => leastOfOne(one, problem), 0));
    expect(mean(found)).toBeLessThan(0.2);
    expect(Math.max(...found)).toBeLessThan(3);
  }, 60_000);

  it("cost two machines on one source less than 1 % more than rests without limit, on average", () => {
    expect(mean(gaps(farms(30, 2, 20), leastOfTwo))).toBeLessThan(1);
  }, 60_000);

  it("waters the driest first day and then by night alone, never for less than two hours", () => {
    // Both alternatives of one shape, through or by night alone, cost R$ 1 280 and more.
    const brlByDay = [0, 0, 0, 101, 1069];
    const lostBrlByHour = Array.from({ length: 120 }, (_, hour) => {
      const [before = 0, after = before] = brlByDay.slice(Math.floor(hour / 24), Math.floor(hour / 24) + 2);
      return before + ((after - before) * (hour % 24)) / 24;
    });
    const dry = { ...base, id: "dry", hours: 35.3, flowM3h: 367, pumpKw: 121, hoursToCritical: 48, lostBrlByHour };
    const timeline = timelineOf(0.142, 0.447);
    const plan = planDay({ jobs: [dry], sources: [], timeline, fromMinute: FROM });
    const run = plan.placements[0];
    expect(run?.pauses.length).toBeGreaterThanOrEqual(2);
    const starts = [run?.startMinute ?? 0, ...(run?.pauses ?? []).map(({ endMinute }) => endMinute)];
    const ends = [...(run?.pauses ?? []).map(({ startMinute }) => startMinute), run?.endMinute ?? 0];
    for (const [index, start] of starts.entries())
      expect((ends[index] ?? 0) - start).toBeGreaterThanOrEqual(60 * MIN_STRETCH_HOURS - 30);
    expect(plan.costBrl).toBeLessThan(1040);
    expect(plan.parts.runsBrl + plan.parts.lossBrl).toBeCloseTo(plan.costBrl, 0);
  });

  it("does not rest in peak hours where a person decided to water in them", () => {
    const through = { ...base, id: "a", hours: 20, flowM3h: 10, pumpKw: 5, hoursToCritical: 0, lostBrlByHour: [0] };
    const plan = planDay({
      jobs: [{ ...through, mayUseRestHours: true, chosenStartMinute: FROM }],
      sources: [],
      timeline: timelineOf(0.1, 0.5),
      fromMinute: FROM,
    });
    expect(plan.placements[0]?.pauses).toEqual([]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PlanInput, planDay, planSlots } from "./plan-day.ts";
import { EXACT_JOBS, type PlanJob, type PlanProblem, type RunOption, SLOT_MINUTES } from "./plan-model.ts";
import { searchPlan } from "./plan-search.ts";
import { optionsOf } from "./run-options.ts";
import { tariffTimeline } from "./tariff.ts";

const week = [0, 1, 2, 3, 4, 5, 6];
const timeline = tariffTimeline(
  [
    { days: week, from: "21:30", to: "06:00", kind: "reserved", brlKwh: 0.2 },
    { days: week, from: "18:00", to: "21:00", kind: "peak", brlKwh: 2 },
    { days: week, from: "00:00", to: "00:00", kind: "offpeak", brlKwh: 0.5 },
  ],
  3,
  5,
);
const FROM = 7 * 60;
/** R$ 20 per hour once stress has begun. */
const lostFrom = (hoursToCritical: number, brlHour = 20) =>
  Array.from({ length: 240 }, (_, hour) => Math.max(0, hour + 1 - hoursToCritical) * brlHour);
const job = (id: string, change: Partial<PlanJob> = {}): PlanJob => ({
  id,
  sourceId: "dam",
  permitIds: [],
  hours: 6,
  maxHoursDay: 21,
  flowM3h: 100,
  pumpKw: 50,
  hoursToCritical: 48,
  lostBrlByHour: lostFrom(change.hoursToCritical ?? 48),
  ...change,
});
const plan = (jobs: PlanJob[], change: Partial<PlanInput> = {}) =>
  planDay({ jobs, sources: [{ id: "dam", flowM3h: 200 }], timeline, fromMinute: FROM, ...change });
const find = (result: ReturnType<typeof plan>, id: string) => {
  const placement = result.placements.find((other) => other.id === id);
  if (!placement) throw new Error(`No placement of ${id}.`);
  return placement;
};
/** Whether a run pumps at a minute. */
const isWet = ({ startMinute, endMinute, pauses }: ReturnType<typeof find>, minute: number) =>
  (startMinute ?? Number.POSITIVE_INFINITY) <= minute &&
  minute < (endMinute ?? 0) &&
  !pauses.some((pause) => pause.startMinute <= minute && minute < pause.endMinute);
const keys = (result: ReturnType<typeof plan>, id: string) => find(result, id).reasons.map(({ key }) => key);

describe("a machine out of service", () => {
  it("has no run, says why before any other limit, and takes no hour from the others", () => {
    const out = { outOfService: [{ fromMinute: 6 * 60 }] };
    const result = plan([job("broken", { ...out, flowM3h: 300 }), job("other")]);
    expect(find(result, "broken")).toMatchObject({ startMinute: null, hoursToday: 0 });
    const reasons = find(result, "broken").reasons.filter(({ key }) => /outOf|noRoom|waitsFor|exceeds/.test(key));
    expect(reasons).toEqual([{ key: "outOfService", value: "", unit: "" }]);
    expect(find(result, "other").startMinute).toBe(21.5 * 60);
  });

  it("runs after its return, at once where it is late, and says until when it is out", () => {
    const until = FROM + 26 * 60;
    const urgent = job("urgent", { hoursToCritical: 0, outOfService: [{ fromMinute: 0, untilMinute: until }] });
    const result = plan([urgent]);
    expect(find(result, "urgent").startMinute).toBeGreaterThanOrEqual(until);
    expect(find(result, "urgent").reasons).toContainEqual({ key: "outOfService", value: until, unit: "min" });
    const planned = job("later", {
      hoursToCritical: 0,
      outOfService: [{ fromMinute: FROM + 120, untilMinute: FROM + 240 }],
    });
    expect(find(plan([planned]), "later")).toMatchObject({
      startMinute: FROM,
      pauses: [{ startMinute: FROM + 120, endMinute: FROM + 240 }],
    });
  });

  it("is not stopped by its record while it runs", () => {
    const running = job("running", { isUnderWay: true, maxHoursDay: 24, outOfService: [{ fromMinute: 0 }] });
    expect(find(plan([running]), "running")).toMatchObject({ startMinute: FROM });
    expect(keys(plan([running]), "running")).not.toContain("outOfService");
  });
});

describe("plan of the day", () => {
  it("moves runs that can wait into the cheap night, and urgent runs first", () => {
    const result = plan([job("calm"), job("urgent", { hoursToCritical: 0 })]);
    expect(find(result, "urgent")).toMatchObject({ order: 1, startMinute: 420, endMinute: 780 });
    expect(find(result, "calm")).toMatchObject({ order: 2, startMinute: 21.5 * 60, endMinute: 27.5 * 60 });
    expect(find(result, "calm").costBrl).toBeCloseTo(6 * 50 * 0.2);
    expect(result.exact).toBe(true);
    const { runsBrl, lossBrl, otherBrl } = result.parts;
    expect(runsBrl).toBeCloseTo(6 * 50 * (0.2 + 0.5));
    expect(lossBrl).toBeCloseTo(find(result, "urgent").lossBrl);
    expect(otherBrl).toBeCloseTo(0, 0);
    expect(runsBrl + lossBrl + otherBrl).toBeCloseTo(result.costBrl);
  });

  it("rests by day when two cheap nights cost less than a night and a day, and not when the crop would suffer", () => {
    const calm = find(plan([job("calm", { hours: 17, hoursToCritical: 100 })]), "calm");
    expect(calm.totalCostBrl).toBeCloseTo(17 * 50 * 0.2);
    expect(calm).toMatchObject({ startMinute: 21.5 * 60, endMinute: 1440 + 30 * 60 });
    expect(calm.pauses).toEqual([{ startMinute: 1440 + 6 * 60, endMinute: 1440 + 21.5 * 60 }]);
    const dry = find(plan([job("dry", { hours: 17, hoursToCritical: 0, lostBrlByHour: lostFrom(0, 60) })]), "dry");
    expect(dry.startMinute).toBe(FROM);
    expect(dry.pauses).toEqual([{ startMinute: 18 * 60, endMinute: 21 * 60 }]);
  });

  it("weighs delay against money: an hour of stress at night is cheaper than the expensive day", () => {
    // 8 h by day cost R$ 200, at night R$ 80; stress begins at 22 h of waiting and costs R$ 5 an hour.
    const cheap = { hours: 8, hoursToCritical: 22, lostBrlByHour: lostFrom(22, 5) };
    expect(find(plan([job("late", cheap)]), "late").startMinute).toBe(21.5 * 60);
    const dear = { ...cheap, lostBrlByHour: lostFrom(22, 500) };
    expect(find(plan([job("dear", dear)]), "dear").endMinute).toBeLessThanOrEqual(FROM + 22 * 60);
  });

  it("does not put a run off until its expensive hours are beyond the plan", () => {
    // A night of 8.5 h and the morning after it, on whatever day it begins.
    const result = plan([job("long", { hours: 17, hoursToCritical: 10, lostBrlByHour: lostFrom(10, 1) })]);
    expect(find(result, "long").startMinute ?? Number.POSITIVE_INFINITY).toBeLessThan(24 * 60);
    // The same for one that would be left out.
    const open = plan([job("longer", { hours: 40, hoursToCritical: 10, lostBrlByHour: lostFrom(10, 1) })]);
    expect(find(open, "longer").startMinute ?? Number.POSITIVE_INFINITY).toBeLessThan(48 * 60);
  });

  it("rests in the peak and continues after it, over as many days as needed", () => {
    const long = find(plan([job("long", { hours: 40, hoursToCritical: 0 })]), "long");
    expect(long.startMinute).toBe(FROM);
    expect(long.hoursToday + long.hoursLeft).toBeCloseTo(40);
    expect(long.pauses[0]).toEqual({ startMinute: 18 * 60, endMinute: 21 * 60 });
    expect(long.endMinute).toBeGreaterThan(FROM + 40 * 60);
    expect(long.continuesMinute).toBeGreaterThanOrEqual(FROM + 24 * 60);
    expect(long.totalCostBrl ?? 0).toBeGreaterThan(long.costBrl ?? 0);
    expect(long.reasons.map(({ key }) => key)).toContain("continuesTomorrow");
  });

  it("starts a run at the decided time, moves the others, and says what it costs more", () => {
    const both = { flowM3h: 150, hoursToCritical: 0, hours: 4 };
    const jobs = [job("a", { ...both, lostBrlByHour: lostFrom(0, 90) }), job("b", both)];
    const best = plan(jobs);
    const decided = plan(jobs.map((one) => (one.id === "b" ? { ...one, chosenStartMinute: FROM } : one)));
    expect(find(decided, "b").startMinute).toBe(FROM);
    expect(find(decided, "a").startMinute).toBe(FROM + 4 * 60);
    expect(decided.costBrl).toBeGreaterThan(best.costBrl);
    expect(decided.exact).toBe(true);
    // A decided time in a rest hour is that of the next hour with water.
    expect(find(plan([job("c", { chosenStartMinute: 19 * 60 })]), "c").startMinute).toBe(21 * 60);
  });

  it("lets a decided run use the rest hours, and no other run", () => {
    const long = { hours: 20, hoursToCritical: 0, flowM3h: 10 };
    const result = plan([job("through", { ...long, mayUseRestHours: true }), job("rests", long)]);
    expect(find(result, "through")).toMatchObject({ startMinute: FROM, endMinute: FROM + 20 * 60, pauses: [] });
    expect(find(result, "rests").pauses).toHaveLength(1);
  });

  it("leaves a decided run out where it has no room, and leaves its surcharge out of the sum", () => {
    const big = { flowM3h: 150, hours: 6, chosenStartMinute: FROM };
    const result = plan([job("a", big), job("b", big)]);
    expect(result.placements.filter(({ startMinute }) => startMinute === null)).toHaveLength(1);
    expect(result.costBrl).toBeLessThan(1e6);
  });

  it("lets one machine wait for another when the source is too small, and names it", () => {
    const both = { flowM3h: 150, hoursToCritical: 0, hours: 4 };
    const result = plan([job("a", { ...both, lostBrlByHour: lostFrom(0, 90) }), job("b", both)]);
    expect(find(result, "a").startMinute).toBe(420);
    expect(find(result, "b").startMinute).toBe(660);
    expect(keys(result, "b")).toContain("waitsFor");
    expect(keys(result, "b")).toContain("late");
  });

  it("charges for machines that are left out, so that the neediest is not left out because that costs nothing", () => {
    // Regression: a pivot that needs 159 h was left out when its pump had 101 kW instead of 99.
    const needy = { hours: 159, hoursToCritical: 0, lostBrlByHour: lostFrom(0, 60) };
    for (const pumpKw of [99, 101, 150])
      expect(find(plan([job("needy", { ...needy, pumpKw }), job("calm")]), "needy").startMinute).not.toBeNull();
  });

  it("reserves the share of runs in progress", () => {
    const urgent = { flowM3h: 150, hoursToCritical: 0 };
    const running = job("running", { flowM3h: 150, hours: 5, isUnderWay: true, lostBrlByHour: [] });
    const result = plan([job("urgent", urgent), running]);
    expect(find(result, "running")).toMatchObject({ startMinute: FROM, endMinute: FROM + 300, isUnderWay: true });
    expect(find(result, "urgent").startMinute).toBe(FROM + 300);
    expect(keys(result, "urgent")).toContain("waitsFor");
  });

  it("runs in the hours of a day that the permit allows, and pauses until the next day", () => {
    const dry = { permitIds: ["permit"], hours: 30, hoursToCritical: 5, lostBrlByHour: lostFrom(5, 50) };
    const given = (limit: object, jobs = [job("a", dry)]) =>
      plan(jobs, { sources: [], timeline: tariffTimeline([], 1, 5), permits: [{ id: "permit", ...limit }] });
    const eight = given({ hoursDay: 8 });
    expect(find(eight, "a")).toMatchObject({ startMinute: FROM, hoursToday: 15, hoursLeft: 15 });
    expect(keys(eight, "a")).toContain("permitHours");
    const none = given({ hoursDay: 0 });
    expect(find(none, "a")).toMatchObject({ startMinute: null, hoursToday: 0 });
    expect(find(none, "a").reasons).toContainEqual({ key: "permitHours", value: 0, unit: "h" });
    expect(keys(none, "a")).not.toContain("noRoom");
    // Today's hours are used, so the run begins tomorrow.
    const tomorrow = given({ hoursDay: 8, hoursUsedToday: 8 });
    expect(find(tomorrow, "a").startMinute).toBe(24 * 60);
    expect(keys(tomorrow, "a")).toContain("permitHours");
    const used = find(given({ hoursDay: 12, hoursUsedToday: 3 }), "a");
    expect(used.startMinute).toBe(FROM);
    expect(used.pauses[0]).toMatchObject({ startMinute: FROM + 9 * 60, endMinute: 24 * 60 });
    const both = given({ hoursDay: 12 }, [job("a", dry), job("b", { ...dry, lostBrlByHour: lostFrom(5, 40) })]);
    expect([find(both, "a").startMinute, find(both, "b").startMinute]).toEqual([FROM, FROM]);
  });

  it("offers the part of a run that fits in the last days of a permit, or before it ends", () => {
    const dry = { permitIds: ["permit"], hours: 60, hoursToCritical: 0, lostBrlByHour: lostFrom(0, 50) };
    const given = (limit: object) =>
      plan([job("a", dry)], { sources: [], timeline: tariffTimeline([], 1, 5), permits: [{ id: "permit", ...limit }] });
    const lastDay = given({ daysLeft: 1 });
    expect(find(lastDay, "a")).toMatchObject({ startMinute: FROM, endMinute: 24 * 60, hoursLeft: 0 });
    expect(keys(lastDay, "a")).toContain("permitDaysLeft");
    // Today is used already, and no other day is left.
    expect(find(given({ daysLeft: 0, isUsedToday: true }), "a").endMinute).toBe(24 * 60);
    const ending = given({ endsMinute: 2 * 1440 });
    expect(find(ending, "a").endMinute).toBeLessThanOrEqual(2 * 1440);
    expect(find(ending, "a").startMinute).toBe(FROM);
    expect(keys(ending, "a")).toContain("permitEnds");
    expect(keys(given({ endsMinute: 10 * 1440 }), "a")).not.toContain("permitEnds");
  });

  it("respects permits: m³/h, remaining m³ and days, hours of a day; and names them", () => {
    const own = { permitIds: ["permit"], hoursToCritical: 0 };
    const with_ = (limit: object, jobs = [job("a", own), job("b", own)]) =>
      plan(jobs, { sources: [], permits: [{ id: "permit", ...limit }] });
    const [a, b] = [find(with_({ m3h: 150 }), "a"), find(with_({ m3h: 150 }), "b")];
    expect(a.startMinute).not.toBe(b.startMinute);
    expect(keys(with_({ m3h: 90 }), "a")).toContain("permitFlow");
    const cut = find(with_({ m3Left: 250 }, [job("a", own)]), "a");
    expect(cut.hoursToday).toBe(2.5);
    expect(cut.reasons.map(({ key }) => key)).toContain("permitVolume");
    expect(keys(with_({ m3Left: 10 }), "a")).toContain("permitUsedUp");
    expect(keys(with_({ daysLeft: 0 }), "a")).toContain("permitDays");
    expect(find(with_({ daysLeft: 0, isUsedToday: true }, [job("a", own)]), "a").startMinute).toBe(FROM);
    const short = find(with_({ hoursDay: 8, hoursUsedToday: 6 }, [job("a", own)]), "a");
    // Two hours remain today, and the rest begins at midnight.
    expect(short.pauses[0]).toEqual({ startMinute: FROM + 120, endMinute: 1440 });
  });

  it("places runs on the half hours of the clock, whatever the minute of the calculation", () => {
    const urgent = { hoursToCritical: 0, flowM3h: 150, lostBrlByHour: lostFrom(0, 500) };
    const at = (fromMinute: number, jobs: PlanJob[], change: Partial<PlanInput> = {}) =>
      plan(jobs, { fromMinute, ...change });
    // 07:58: what cannot wait begins now and takes its exact hours; the next one begins on a half hour.
    const result = at(478, [job("now", urgent), job("next", { flowM3h: 150, hoursToCritical: 0 })]);
    expect(find(result, "now")).toMatchObject({ startMinute: 478, endMinute: 478 + 360, hoursToday: 6 });
    expect(find(result, "next").startMinute).toBe(14 * 60);
    const calm = find(at(478, [job("calm")]), "calm");
    expect(calm).toMatchObject({ startMinute: 21.5 * 60, endMinute: 27.5 * 60 });
    // 21:11, after the decision: the plan is made again, and begins now or on a half hour.
    const evening = at(478, [job("calm"), job("now", { ...urgent, flowM3h: 100 })], {
      earliestMinute: 21 * 60 + 11,
    });
    expect(find(evening, "now").startMinute).toBe(21 * 60 + 11);
    expect(find(evening, "calm").startMinute).toBe(21.5 * 60);
    // A running machine keeps its exact end.
    const running = at(478, [job("running", { isUnderWay: true, hours: 3.2 })]);
    expect(find(running, "running")).toMatchObject({ startMinute: 478, endMinute: 478 + 192 });
  });

  it("cuts its slots at the borders of tariffs and at the minute that a person chose", () => {
    const cut = tariffTimeline(
      [
        { days: week, from: "21:15", to: "05:45", kind: "reserved", brlKwh: 0.2 },
        { days: week, from: "17:50", to: "20:50", kind: "peak", brlKwh: 2 },
        { days: week, from: "00:00", to: "00:00", kind: "offpeak", brlKwh: 0.5 },
      ],
      3,
      5,
    );
    const calm = find(plan([job("calm")], { timeline: cut, fromMinute: 478 }), "calm");
    expect(calm).toMatchObject({ startMinute: 21 * 60 + 15, endMinute: 27 * 60 + 15 });
    expect(calm.costBrl).toBeCloseTo(6 * 50 * 0.2);
    const dry = job("dry", { hoursToCritical: 0, hours: 12, lostBrlByHour: lostFrom(0, 2000) });
    const through = find(plan([dry], { timeline: cut, fromMinute: 478 }), "dry");
    expect(through.pauses).toEqual([{ startMinute: 17 * 60 + 50, endMinute: 20 * 60 + 50 }]);
    const chosen = find(plan([job("chosen", { chosenStartMinute: 610 })], { fromMinute: 478 }), "chosen");
    expect(chosen.startMinute).toBe(610);
  });

  it("counts each slot against the month in which it lies, and rests until the next month", () => {
    const dry = {
      permitIds: ["permit"],
      hours: 30,
      maxHoursDay: 24,
      hoursToCritical: 0,
      lostBrlByHour: lostFrom(0, 50),
    };
    const given = (limit: object, fromMinute = FROM, jobs = [job("a", dry)]) =>
      plan(jobs, {
        sources: [],
        timeline: tariffTimeline([], 1, 5),
        permits: [{ id: "permit", ...limit }],
        fromMinute,
      });
    const midnight = { startMinute: 1440 };
    // Ten hours of the month are left, and the pump needs 30.
    const volume = given({ m3Left: 1000, nextMonth: { ...midnight, m3Left: 50_000 } });
    expect(find(volume, "a")).toMatchObject({ startMinute: FROM, hoursToday: 17, hoursLeft: 13 });
    expect(find(volume, "a").pauses[0]).toEqual({ startMinute: FROM + 600, endMinute: 1440 });
    expect(find(volume, "a").reasons).toContainEqual({ key: "permitMonth", value: 1000, unit: "m3" });
    expect(keys(volume, "a")).not.toContain("permitVolume");
    // Each month is its own limit: the next one has less.
    const short = find(given({ m3Left: 50_000, nextMonth: { ...midnight, m3Left: 400 } }), "a");
    expect(short).toMatchObject({ startMinute: FROM, endMinute: 1440 + 240, hoursLeft: 0 });
    expect(short.hoursToday).toBe(17 + 4);
    // A month that is used up gives way to the next one, with the reason.
    for (const [limit, reason] of [
      [{ m3Left: 0, nextMonth: { ...midnight, m3Left: 50_000 } }, "permitUsedUp"],
      [{ daysLeft: 0, nextMonth: { ...midnight, daysLeft: 31 } }, "permitDays"],
    ] as const) {
      const later = given(limit);
      expect(find(later, "a")).toMatchObject({ startMinute: 1440, hoursToday: 7 });
      expect(keys(later, "a")).toContain(reason);
    }
    const none = given({ m3Left: 0, nextMonth: { ...midnight, m3Left: 10 } });
    expect(find(none, "a").startMinute).toBeNull();
    expect(keys(none, "a")).toContain("permitUsedUp");
    // A plan that begins between two half hours has a short first slot, and no slot crosses midnight: 23.25 h from 00:45.
    const split = find(given({ m3Left: 2325, nextMonth: { ...midnight, m3Left: 300 } }, 45), "a");
    expect(split).toMatchObject({ startMinute: 45, endMinute: 1440 + 135 });
    const exact = find(given({ m3Left: 2300, nextMonth: { ...midnight, m3Left: 300 } }, 45), "a");
    expect(exact.pauses[0]).toEqual({ startMinute: 23.5 * 60, endMinute: 1440 });
  });

  it("counts the days of two months each on its own", () => {
    const dry = { permitIds: ["permit"], hours: 60, hoursToCritical: 0, lostBrlByHour: lostFrom(0, 50) };
    const given = (limit: object) =>
      find(
        plan([job("a", { ...dry, maxHoursDay: 24 })], {
          sources: [],
          timeline: tariffTimeline([], 1, 5),
          permits: [{ id: "permit", ...limit }],
        }),
        "a",
      );
    const daysOf = (run: ReturnType<typeof given>) => {
      const days = new Set<number>();
      for (let minute = run.startMinute ?? 0; minute < (run.endMinute ?? 0); minute += SLOT_MINUTES)
        if (isWet(run, minute)) days.add(Math.floor(minute / 1440));
      return [...days];
    };
    const nextMonth = { startMinute: 2 * 1440, daysLeft: 20 };
    // One of the two days that are left of the month, and then those of the next one.
    expect(daysOf(given({ daysLeft: 2, nextMonth }))).toEqual([0, 1, 2]);
    for (const one of [given({ daysLeft: 1, nextMonth }), given({ daysLeft: 0, isUsedToday: true, nextMonth })]) {
      expect(daysOf(one).filter((day) => day < 2)).toHaveLength(1);
      expect(one.hoursToday + one.hoursLeft).toBe(60);
    }
    expect(daysOf(given({ daysLeft: 0, isUsedToday: true, nextMonth }))[0]).toBe(0);
    expect(daysOf(given({ daysLeft: 2, nextMonth: { startMinute: 1440, daysLeft: 1 } }))).toEqual([0, 1]);
  });

  it("lets other runs use their own days while a run under way exceeds a permit's limit of today", () => {
    const own = { permitIds: ["permit"], flowM3h: 50 };
    const running = job("running", { ...own, hours: 20, isUnderWay: true, lostBrlByHour: [] });
    const beside = (limit: object) =>
      find(
        plan([running, job("next", { ...own, hoursToCritical: 0 })], { permits: [{ id: "permit", ...limit }] }),
        "next",
      );
    expect(beside({ hoursDay: 12, hoursUsedToday: 12 }).startMinute).toBe(FROM);
    expect(beside({ daysLeft: 0, isUsedToday: true }).startMinute).toBe(FROM);
  });

  it("does not also say that an expired permit cuts the run that it prevents", () => {
    const permits = [{ id: "permit", isExpired: true, endsMinute: 0 }];
    const result = plan([job("a", { permitIds: ["permit"] })], { permits });
    expect(keys(result, "a")).toContain("permitExpired");
    expect(keys(result, "a")).not.toContain("permitEnds");
  });

  it("avoids power above the contract when that costs more than waiting", () => {
    const both = { hoursToCritical: 0, lostBrlByHour: lostFrom(0, 5) };
    const jobs = [job("a", both), job("b", both)];
    const free = plan(jobs, { sources: [] });
    expect(find(free, "a").startMinute).toBe(find(free, "b").startMinute);
    const bound = plan(jobs, { sources: [], contract: { kw: 60, brlKw: 30 } });
    const minutes = Array.from({ length: 3 * 48 }, (_, slot) => FROM + slot * SLOT_MINUTES);
    expect(minutes.filter((minute) => isWet(find(bound, "a"), minute) && isWet(find(bound, "b"), minute))).toEqual([]);
  });

  it("leaves out a machine that exceeds its source, and names the reason", () => {
    const result = plan([job("huge", { flowM3h: 500 })]);
    expect(find(result, "huge")).toMatchObject({ startMinute: null, hoursToday: 0, energyKwh: 0 });
    expect(keys(result, "huge")).toContain("exceedsSource");
  });

  it("never exceeds a source, respects the hours of a day, and does not depend on the order, for many machines too", () => {
    const record = fc.record({
      hours: fc.double({ min: 0.2, max: 40, noNaN: true }),
      maxHoursDay: fc.integer({ min: 4, max: 24 }),
      flowM3h: fc.integer({ min: 20, max: 220 }),
      pumpKw: fc.integer({ min: 5, max: 120 }),
      hoursToCritical: fc.integer({ min: 0, max: 100 }),
    });
    const aRunThatFillsItsDays = [
      { hours: 16.000000000000004, maxHoursDay: 4, flowM3h: 20, pumpKw: 5, hoursToCritical: 0 },
      { hours: 0.2, maxHoursDay: 4, flowM3h: 20, pumpKw: 5, hoursToCritical: 0 },
    ];
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 9 }), (records) => {
        const jobs = records.map((one, index) => job(`p${index}`, one));
        const result = plan(jobs, { rounds: 60 });
        expect(plan(jobs.toReversed(), { rounds: 60 })).toEqual(result);
        const runsAt = (minute: number) => result.placements.filter((one) => isWet(one, minute));
        const hours = new Map<string, number>();
        for (let minute = FROM; minute < FROM + 3 * 1440; minute += SLOT_MINUTES) {
          const running = runsAt(minute);
          const flow = running.reduce((sum, { id }) => sum + (records[Number(id.slice(1))]?.flowM3h ?? 0), 0);
          expect(flow).toBeLessThanOrEqual(200);
          for (const { id } of running) {
            const key = `${id} ${Math.floor(minute / 1440)}`;
            hours.set(key, (hours.get(key) ?? 0) + 0.5);
          }
        }
        for (const [key, used] of hours)
          expect(used).toBeLessThanOrEqual(records[Number(key.split(" ")[0]?.slice(1))]?.maxHoursDay ?? 0);
        for (const { hoursToday, hoursLeft, id } of result.placements)
          expect(hoursToday + hoursLeft).toBeCloseTo(records[Number(id.slice(1))]?.hours ?? 0);
      }),
      { numRuns: 12, examples: [[aRunThatFillsItsDays]] },
    );
  }, 60_000);
});

describe("search", () => {
  const slots = planSlots({ timeline, fromMinute: FROM }).slice(0, 48);

  /** Whether these runs are within the limits of source and permits, each counted from the runs themselves. */
  function isAllowed({ jobs: all, sources, permits }: PlanProblem, runs: readonly (RunOption | null)[]): boolean {
    const taken = runs.flatMap((run, index) => {
      const own = all[index];
      return run && own ? [{ ...own, slots: run.slots }] : [];
    });
    const flowAt = (among: typeof taken, slot: number) =>
      among.reduce((sum, one) => sum + (one.slots.includes(slot) ? one.flowM3h : 0), 0);
    const source = sources[0]?.flowM3h ?? Number.POSITIVE_INFINITY;
    if (slots.some(({ index }) => flowAt(taken, index) > source)) return false;
    return permits.every((permit) => {
      const own = taken.filter(({ permitIds }) => permitIds.includes(permit.id));
      const pumping = (among: typeof taken) => slots.filter(({ index }) => flowAt(among, index) > 0);
      const [wet, forced] = [pumping(own), pumping(own.filter(({ isUnderWay }) => isUnderWay))];
      const days = Map.groupBy(wet, ({ day }) => day);
      // A run under way may exceed the limits of its days; the others add nothing to such a day.
      const forcedDays = Map.groupBy(forced, ({ day }) => day);
      const first = slots[0]?.day;
      const { nextMonth } = permit;
      const isNext = (day: number) => nextMonth !== undefined && day * 1440 >= nextMonth.startMinute;
      const m3In = (isLater: boolean) =>
        wet.filter(({ day }) => isNext(day) === isLater).reduce((sum, { index }) => sum + flowAt(own, index) / 2, 0);
      const daysIn = (of: typeof days, isLater: boolean) =>
        [...of.keys()].filter((day) => isNext(day) === isLater && !(permit.isUsedToday && day === first)).length;
      return (
        wet.every(({ index }) => flowAt(own, index) <= (permit.m3h ?? Number.POSITIVE_INFINITY)) &&
        [...days].every(([day, its]) => {
          const hours = its.length / 2 + (day === first ? (permit.hoursUsedToday ?? 0) : 0);
          return its.length === forcedDays.get(day)?.length || hours <= (permit.hoursDay ?? 24);
        }) &&
        [permit, nextMonth].every((left, index) => {
          const [used, forcedOnes] = [daysIn(days, index === 1), daysIn(forcedDays, index === 1)];
          return (
            (used === forcedOnes || used <= (left?.daysLeft ?? 31)) &&
            m3In(index === 1) <= (left?.m3Left ?? Number.POSITIVE_INFINITY)
          );
        })
      );
    });
  }

  /** Tries every combination of the runs that suit each machine alone. */
  function bruteForce(problem: PlanProblem): number {
    const choices = problem.jobs.map((one) => optionsOf(one, problem));
    let best = Number.POSITIVE_INFINITY;
    const walk = (runs: readonly (RunOption | null)[], spent: number): void => {
      if (spent >= best) return;
      const own = choices[runs.length];
      if (!own) {
        const kw = slots.map(({ index }) =>
          problem.jobs.reduce((sum, one, n) => sum + (runs[n]?.slots.includes(index) ? one.pumpKw : 0), 0),
        );
        const { contract } = problem;
        const peakBrl = contract ? Math.max(0, Math.max(...kw) - contract.kw) * contract.brlKw : 0;
        best = Math.min(best, spent + peakBrl);
        return;
      }
      const isUnderWay = problem.jobs[runs.length]?.isUnderWay;
      if (!isUnderWay) walk([...runs, null], spent + own.leftOutBrl);
      for (const option of own.options) {
        const next = [...runs, option];
        if (isUnderWay || isAllowed(problem, next)) walk(next, spent + option.costBrl);
      }
    };
    walk([], 0);
    return best;
  }

  const jobs = (most: number) =>
    fc.array(
      fc.record({
        hours: fc.integer({ min: 2, max: 20 }),
        flowM3h: fc.integer({ min: 60, max: 150 }),
        pumpKw: fc.integer({ min: 20, max: 120 }),
        hoursToCritical: fc.integer({ min: 0, max: 30 }),
      }),
      { minLength: 1, maxLength: most },
    );
  const problemOf = (records: readonly Partial<PlanJob>[]): PlanProblem => ({
    jobs: records.map((one, index) => job(`p${index}`, { ...one, lostBrlByHour: lostFrom(one.hoursToCritical ?? 0) })),
    slots,
    sources: [{ id: "dam", flowM3h: 200 }],
    permits: [],
    waterBrlM3: 0.02,
  });

  it("finds the optimum of an exhaustive search", () => {
    fc.assert(
      fc.property(jobs(3), (records) => {
        const problem = problemOf(records);
        const found = searchPlan(problem, { rounds: 0 });
        expect(found.exact).toBe(true);
        expect(found.costBrl).toBeCloseTo(bruteForce(problem), 4);
        expect(searchPlan(problem).costBrl).toBeLessThan(found.costBrl + 1e-6);
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it("finds it within permits and contract, beside a machine that runs", () => {
    const limits = fc.record({
      m3h: fc.integer({ min: 150, max: 300 }),
      hoursDay: fc.integer({ min: 8, max: 24 }),
      hoursUsedToday: fc.integer({ min: 0, max: 4 }),
      m3Left: fc.integer({ min: 1000, max: 6000 }),
      daysLeft: fc.integer({ min: 0, max: 2 }),
      isUsedToday: fc.boolean(),
      nextMonth: fc.option(
        fc.record({
          startMinute: fc.constant(1440),
          m3Left: fc.integer({ min: 0, max: 3000 }),
          daysLeft: fc.integer({ min: 0, max: 1 }),
        }),
      ),
    });
    const contract = fc.record({ kw: fc.integer({ min: 20, max: 200 }), brlKw: fc.integer({ min: 1, max: 30 }) });
    fc.assert(
      fc.property(jobs(2), limits, contract, fc.integer({ min: 1, max: 8 }), (records, limit, power, hours) => {
        const { nextMonth, ...rest } = limit;
        const asked = problemOf([{ hours, flowM3h: 40, pumpKw: 30, isUnderWay: true }, ...records]);
        const problem: PlanProblem = {
          ...asked,
          jobs: asked.jobs.map((one) => ({ ...one, permitIds: ["permit"] })),
          permits: [{ id: "permit", ...rest, ...(nextMonth && { nextMonth }) }],
          contract: power,
        };
        const found = searchPlan(problem, { rounds: 0 });
        expect(found.exact).toBe(true);
        expect(found.costBrl).toBeCloseTo(bruteForce(problem), 4);
        expect(searchPlan(problem).costBrl).toBeLessThan(found.costBrl + 1e-6);
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it("is exact with five machines in a crowd", () => {
    const crowded = Array.from({ length: EXACT_JOBS }, (_, index) => ({
      flowM3h: 90 + 10 * index,
      hours: 5 + index,
      hoursToCritical: 3 + index,
      pumpKw: 60,
    }));
    const problem = { ...problemOf(crowded), slots: planSlots({ timeline, fromMinute: FROM }) };
    const found = searchPlan(problem);
    expect(found.exact).toBe(true);
    expect(found.costBrl).toBeLessThanOrEqual(searchPlan({ ...problem }, { rounds: 500 }).costBrl + 1e-6);
  }, 60_000);
});

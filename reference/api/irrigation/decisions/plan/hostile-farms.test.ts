import { needsWater } from "@lamina/agronomy/balance/status";
import { planDay } from "@lamina/agronomy/plan/plan-day";
import { PLAN_DAYS, SLOT_MINUTES } from "@lamina/agronomy/plan/plan-model";
import { addDays, daysBetween, farmDay, farmMoment } from "@lamina/shared/core/farm-time";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { reasonKeys } from "@lamina/shared/reasons/reasons";
import { checkWatering, WateringFields } from "@lamina/shared/records/irrigation";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { describe, expect, it } from "vitest";
import { hostileFarm, nextMorning } from "../../testing/hostile-farm.ts";
import { applicationOf } from "../../waterings/application.ts";
import { depthErrors } from "../../waterings/rules.ts";
import { buildRecommendations } from "../advice/build-recommendation.ts";
import { projectedRows } from "../state/projection.ts";
import type { SectorState } from "../state/sector-state.ts";
import { type PlanFacts, planQuestion } from "./plan-question.ts";

const SEEDS = Array.from({ length: 240 }, (_, index) => index + 1);
/** Largest increase of a depth by a whole panel percent, and rounding. */
const ROUNDING = 1e-6;

const farms = SEEDS.map((seed) => {
  const farm = hostileFarm(seed);
  return { seed, ...farm, given: buildRecommendations(farm.states, farm.now) };
});
const asking = farms.flatMap(({ seed, states, given }) =>
  given.flatMap((one) => {
    const state = states.find(({ site }) => site.sector._id === one.sectorId);
    return one.action === "irrigate" && state ? [{ seed, state, one }] : [];
  }),
);

describe("240 hostile farms", () => {
  it("get enough recommendations and enough blockers for a meaningful test", () => {
    expect(asking.length).toBeGreaterThan(50);
    expect(farms.flatMap(({ given }) => given).filter(({ action }) => action === "nodata").length).toBeGreaterThan(10);
  });

  it("get no pass above the limits of soil and panel, and only finite numbers", () => {
    for (const { seed, state, one } of asking) {
      const { machine, pivot } = state.site;
      const { passes, percent, depthPerPassMm, grossMm, hoursRev, volumeM3, costBrl } = one;
      const what = `seed ${seed}, ${one.sectorId}: ${JSON.stringify({ passes, percent, depthPerPassMm, grossMm })}`;
      expect([passes, depthPerPassMm, grossMm, hoursRev, volumeM3].every(Number.isFinite), what).toBe(true);
      expect(costBrl === null || Number.isFinite(costBrl), what).toBe(true);
      expect(passes ?? 0, what).toBeLessThanOrEqual(state.settings.advice.mostPasses);
      expect((passes ?? 0) * (depthPerPassMm ?? 0), what).toBeCloseTo(grossMm ?? 0, 0);
      const lightest = machine.panel?.depth100Mm ?? 1;
      const limit = Math.max(machine.passLimitMm ?? Number.POSITIVE_INFINITY, lightest);
      expect(depthPerPassMm ?? 0, what).toBeLessThanOrEqual(limit + 0.01);
      if (machine.panel) {
        expect(Number.isInteger(percent), what).toBe(true);
        expect(percent ?? 0, what).toBeGreaterThanOrEqual(Math.min(100, pivot.minPercent));
        expect(percent ?? 0, what).toBeLessThanOrEqual(100);
      }
    }
  });

  it("get no pass of which water drains unsaid, and wait where the soil will hold it at less cost", () => {
    expect(farms.flatMap(({ given }) => given.filter(isWaitForRoom)).length).toBeGreaterThan(3);
    let drained = 0;
    for (const { seed, state, one } of asking) {
      // Below 100 % only the rounding to a whole percent drains; a shared setting is the one of least loss.
      if (one.percent !== 100 || one.replaces != null) continue;
      const [today] = projectedRows(state, { rain: true, planned: false });
      const lost = (one.netMm ?? 0) - state.drNow - (today?.etc ?? 0);
      const said = one.reasons.find(({ key }) => key === "drains")?.value ?? 0;
      if (lost < 1.01) continue;
      expect(Number(said), `seed ${seed}, ${one.sectorId}`).toBeGreaterThanOrEqual(lost - 0.01);
      drained += 1;
    }
    expect(drained).toBeGreaterThan(0);
  });

  it("get no recommendation that the API would not record", () => {
    for (const { seed, state, one } of asking) {
      const what = `seed ${seed}, ${one.sectorId}: ${one.passes} × ${one.depthPerPassMm} mm, ${one.hoursRev} h`;
      const start = one.startAt ?? new Date(0).toISOString();
      const end = one.endAt ?? start;
      const written = { sectorId: one.sectorId, start, end, grossMm: one.grossMm ?? 0 };
      expect(WateringFields.safeParse(written).error, what).toBeUndefined();
      expect(
        checkWatering(written, Date.parse(start)).filter(({ id }) => id !== "too-long"),
        what,
      ).toEqual([]);
      expect(depthErrors(applicationOf(written, state.site.machine)), what).toEqual([]);
    }
  });

  it("get no irrigation when the weather, the rain or the season is unknown", () => {
    for (const { seed, states, given } of farms)
      for (const state of states) {
        const one = given.find(({ sectorId }) => sectorId === state.site.sector._id);
        const isUnknown = !state.fresh || state.rainHole !== undefined;
        if (isUnknown) expect(one, `seed ${seed}`).toMatchObject({ action: "nodata", grossMm: null, startAt: null });
      }
  });

  it("get no water on a card that says that nothing is needed", () => {
    for (const { seed, state, one } of asking) {
      const what = `seed ${seed}, ${one.sectorId}: ${JSON.stringify({ dr: state.drNow, raw: state.last?.raw })}`;
      expect(["irrigate", "stress"], what).toContain(state.status);
    }
  });

  it("get no refusal without a rule and a day", () => {
    for (const { seed, states, given } of farms)
      for (const { sectorId, action, rule, waitUntil, reasons, date } of given) {
        const what = `seed ${seed}, ${sectorId}: ${action} by ${rule}`;
        expect(rule, what).toBeDefined();
        if (action !== "none" || rule === "fallow") continue;
        expect(daysBetween(date, waitUntil ?? date), what).toBeGreaterThanOrEqual(1);
        expect(
          reasons.some(({ key }) => key === rule),
          what,
        ).toBe(true);
        const status = states.find(({ site }) => site.sector._id === sectorId)?.status ?? "ok";
        if (needsWater(status)) expect(rule, what).not.toBe("enough");
      }
  });

  it("wait until a day to come, for rain with a depth if it does not fall", () => {
    const waits = farms.flatMap(({ given }) => given.filter(({ action }) => action === "wait"));
    expect(waits.length).toBeGreaterThan(20);
    expect(waits.filter(({ rainWait }) => rainWait !== null).length).toBeGreaterThan(5);
    for (const { date, waitUntil, otherwiseMm } of waits) {
      expect(daysBetween(date, waitUntil ?? date)).toBeGreaterThanOrEqual(1);
      expect(daysBetween(date, waitUntil ?? date)).toBeLessThanOrEqual(7);
      expect(otherwiseMm).toBeGreaterThan(0);
      expect(otherwiseMm).toBeLessThanOrEqual(100);
    }
  });

  it("irrigate on the last day of the wait if no rain falls, and never wait until after the stress begins", () => {
    let [kept, stressed] = [0, 0];
    for (const { seed, states, given, now } of farms)
      for (const { sectorId, date, action, waitUntil, otherwiseMm, hoursToCritical } of given) {
        const state = states.find(({ site }) => site.sector._id === sectorId);
        if (action !== "wait" || !state) continue;
        const said = [...drySayings(state)];
        const need = said.find(({ given: one }) => one.action === "irrigate");
        const critical = farmDay(now.getTime() + (hoursToCritical ?? 0) * HOUR_MS, state.site.farm.timezone);
        const lastDay = hoursToCritical === null || critical > date ? critical : addDays(date, 1);
        const what = `seed ${seed}, ${sectorId}: until ${waitUntil}, needed ${need?.day}, stress ${critical}`;
        if (hoursToCritical !== null) expect(Number(waitUntil && waitUntil <= lastDay), what).toBe(1);
        const waitsAgain = said.some(({ given: { rule }, day }) => rule === "rain" && day <= (need?.day ?? day));
        stressed += need && waitUntil !== need.day ? 1 : 0;
        if (!need || waitsAgain || need.day > lastDay) continue;
        expect(waitUntil, what).toBe(need.day);
        expect(otherwiseMm, what).toBe(need.given.grossMm);
        kept += 1;
      }
    expect(kept).toBeGreaterThan(30);
    expect(stressed).toBeGreaterThan(10);
  });

  it("have words for every reason on the screens", () => {
    const known = new Set<string>(Object.values(reasonKeys).flat());
    for (const { seed, given } of farms)
      for (const { key } of given.flatMap(({ reasons }) => reasons))
        expect(known.has(key), `seed ${seed}: ${key}`).toBe(true);
  });

  it("get the same answer a minute later", () => {
    for (const { seed, states, now, given } of farms) {
      const later = buildRecommendations(states, new Date(now.getTime() + MINUTE_MS));
      const what = (all: typeof given) => all.map(({ action, grossMm, passes }) => [action, grossMm, passes]);
      expect(what(later), `seed ${seed}`).toEqual(what(given));
    }
  });

  it("get the same answer for any order of the data", () => {
    for (const { seed, states, now, given } of farms) {
      const reversed = buildRecommendations(states.toReversed(), now);
      const byId = (all: typeof given) =>
        all.toSorted((a, b) => (a.sectorId < b.sectorId ? -1 : 1)).map((one) => ({ ...one, shares: undefined }));
      expect(byId(reversed), `seed ${seed}`).toEqual(byId(given));
    }
  });

  it("have a plan within pump, permit and hours, the same for any order", () => {
    for (const { seed, states, now, given } of farms) {
      const facts = factsOf(states, now, given, seed);
      const { input, answer } = planQuestion(facts);
      if (input.jobs.length === 0) continue;
      const plan = planDay({ ...input, rounds: 50 });
      const { items, unplaced } = answer(plan);
      for (const { key, source } of [...items, ...unplaced].flatMap(({ reasons }) => reasons))
        expect(source, `seed ${seed}: ${key}`).not.toBeNull();
      expectWithin(input, plan, seed);
      const other = planQuestion({ ...facts, states: states.toReversed(), permits: facts.permits.toReversed() });
      const again = planDay({ ...other.input, rounds: 50 });
      const starts = (one: typeof plan) =>
        one.placements.map(({ id, startMinute, endMinute }) => [id, startMinute, endMinute]).sort();
      expect(starts(again), `seed ${seed}`).toEqual(starts(plan));
      expect(again.costBrl).toBeCloseTo(plan.costBrl, 2);
    }
  });
});

const isWaitForRoom = ({ action, rainWait, reasons }: Recommendation) =>
  action === "wait" && rainWait === null && reasons.some(({ key }) => key === "drains");

/** What the card says on the coming mornings, without rain. */
function* drySayings(state: SectorState) {
  for (let next = nextMorning(state); next; next = nextMorning(next)) {
    const { today: day, settings, site } = next;
    const at = new Date(farmMoment(day, settings.decisionTime, site.farm.timezone));
    const [given] = buildRecommendations([next], at);
    if (given) yield { day, given };
  }
}

function factsOf(
  states: readonly SectorState[],
  now: Date,
  given: ReturnType<typeof buildRecommendations>,
  seed: number,
): PlanFacts {
  const flows = states.map(({ site }) => site.pivot.flowM3h);
  const pivotIds = [...new Set(states.map(({ site }) => site.pivot._id))];
  return {
    date: states[0]?.today ?? "",
    from: now,
    earliest: now,
    states,
    recommendations: new Map(given.map((one) => [one.sectorId, one])),
    sources: [{ id: "source", flowM3h: (0.5 + (seed % 7) / 4) * Math.max(...flows) }],
    permits: [
      {
        id: "a",
        farmId: "farm",
        pivotIds,
        m3h: 1.2 * Math.max(...flows),
        hoursDay: 4 + (seed % 20),
        hoursUsedToday: 3,
      },
      {
        id: "b",
        farmId: "farm",
        pivotIds: pivotIds.slice(0, 1),
        m3Left: 400 * (seed % 30),
        ...(seed % 2 === 0 && {
          nextMonth: { startMinute: (1 + (seed % 3)) * 1440, m3Left: 200 * (seed % 11) },
        }),
      },
      {
        id: "c",
        farmId: "farm",
        pivotIds: pivotIds.slice(-1),
        daysLeft: seed % 4,
        isUsedToday: seed % 3 === 0,
        endsMinute: (1 + (seed % 5)) * 1440,
      },
    ],
    runs: new Map(),
  };
}

/** Runs, in minutes of the farm's clock, respect all limits at every moment. */
function expectWithin(
  { jobs, sources, permits = [], fromMinute }: ReturnType<typeof planQuestion>["input"],
  { placements }: ReturnType<typeof planDay>,
  seed: number,
): void {
  const STEP = 5;
  const runsAt = (id: string, minute: number) => {
    const own = placements.find((one) => one.id === id);
    if (!own || own.startMinute === null || own.endMinute === null) return false;
    const isPaused = own.pauses.some(({ startMinute, endMinute }) => startMinute <= minute && minute < endMinute);
    return own.startMinute <= minute && minute < own.endMinute && !isPaused;
  };
  // Beyond its days the plan says only when a run ends.
  const endOfPlan = Math.floor(fromMinute / SLOT_MINUTES) * SLOT_MINUTES + PLAN_DAYS * 1440;
  const last = Math.min(endOfPlan, Math.max(...placements.map(({ endMinute }) => endMinute ?? 0)));
  const first = Math.min(...placements.map(({ startMinute }) => startMinute ?? Number.POSITIVE_INFINITY));
  const hours = new Map<string, number>();
  const daysOf = new Map(permits.map(({ id }) => [id, new Set<number>()] as const));
  for (let minute = first; minute < last; minute += STEP) {
    const running = jobs.filter(({ id }) => runsAt(id, minute));
    const flow = (of: typeof jobs) => of.reduce((sum, { flowM3h }) => sum + flowM3h, 0);
    for (const source of sources)
      expect(flow(running.filter(({ sourceId }) => sourceId === source.id)), `seed ${seed}`).toBeLessThanOrEqual(
        (source.flowM3h ?? Number.POSITIVE_INFINITY) + ROUNDING,
      );
    for (const permit of permits) {
      const own = running.filter(({ permitIds }) => permitIds.includes(permit.id));
      expect(flow(own), `seed ${seed}`).toBeLessThanOrEqual((permit.m3h ?? Number.POSITIVE_INFINITY) + ROUNDING);
      if (own.length > 0 && !(permit.isUsedToday && minute < 1440))
        daysOf.get(permit.id)?.add(Math.floor(minute / 1440));
      if (own.length > 0) expect(minute, `seed ${seed}`).toBeLessThan(permit.endsMinute ?? Number.POSITIVE_INFINITY);
      const day = `${permit.id} ${Math.floor(minute / 1440)}`;
      if (own.length > 0) hours.set(day, (hours.get(day) ?? 0) + STEP / 60);
    }
    for (const { id } of running) {
      const day = `${id} ${Math.floor(minute / 1440)}`;
      hours.set(day, (hours.get(day) ?? 0) + STEP / 60);
    }
  }
  for (const [key, spent] of hours) {
    const [id = ""] = key.split(" ");
    const limit =
      permits.find((permit) => permit.id === id)?.hoursDay ?? jobs.find((job) => job.id === id)?.maxHoursDay;
    expect(spent, `seed ${seed}: ${key}`).toBeLessThanOrEqual((limit ?? 24) + 0.5);
  }
  for (const permit of permits) {
    expect(daysOf.get(permit.id)?.size ?? 0, `seed ${seed}: days of ${permit.id}`).toBeLessThanOrEqual(
      permit.daysLeft ?? 31,
    );
    const own = jobs.filter(({ permitIds }) => permitIds.includes(permit.id));
    const monthEnd = permit.nextMonth?.startMinute ?? Number.POSITIVE_INFINITY;
    for (const [m3Left, from, to] of [
      [permit.m3Left, fromMinute, monthEnd],
      [permit.nextMonth?.m3Left, monthEnd, Number.POSITIVE_INFINITY],
    ] as const) {
      const within = { from, to: Math.min(to, endOfPlan) };
      const m3 = own.reduce((sum, { id, flowM3h }) => {
        const placement = placements.find((one) => one.id === id);
        return sum + (placement ? (flowM3h * minutesWithin(placement, within)) / 60 : 0);
      }, 0);
      expect(m3, `seed ${seed}: m³ of ${permit.id}`).toBeLessThanOrEqual(
        (m3Left ?? Number.POSITIVE_INFINITY) + ROUNDING,
      );
    }
  }
}

/** Minutes in which a placed run pumps between two minutes. */
function minutesWithin(
  { startMinute, endMinute, pauses }: ReturnType<typeof planDay>["placements"][number],
  { from, to }: { from: number; to: number },
): number {
  const overlap = (start: number, end: number) => Math.max(0, Math.min(end, to) - Math.max(start, from));
  const rested = pauses.reduce((sum, pause) => sum + overlap(pause.startMinute, pause.endMinute), 0);
  return overlap(startMinute ?? 0, endMinute ?? startMinute ?? 0) - rested;
}

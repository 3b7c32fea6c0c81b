import { describe, expect, it } from "vitest";
import type { DayPlan, PlanItem } from "../records/day-plan.ts";
import type { BoardRecommendation, Reason } from "../records/recommendation.ts";
import { buildMachineDay, type SectorFacts } from "./build-machine-day.ts";
import { MachineDay } from "./machine-day.ts";

const pivot = { _id: "p1", farmId: "f1", name: "Pivô 01", kind: "pivot" };
const reason = (key: string, value: number | string): Reason => ({ key, value, unit: "mm", source: null, at: null });

const recommendation = (change: Partial<BoardRecommendation> = {}): BoardRecommendation => ({
  sectorId: "s1",
  date: "2026-05-14",
  computedAt: "2026-05-14T10:10:00.000Z",
  action: "irrigate",
  rule: "need",
  waitUntil: null,
  grossMm: 10,
  percent: 34.9,
  hoursRev: 20,
  hoursTotal: 10,
  costBrl: 550,
  startAt: "2026-05-14T22:00:00.000Z",
  endAt: "2026-05-15T08:00:00.000Z",
  hoursToCritical: 24,
  reasons: [],
  blockedBy: null,
  blockedSince: null,
  cannotKeepUp: false,
  ...change,
});
const sector = (sectorId: string, change: Partial<SectorFacts> = {}): SectorFacts => ({
  sectorId,
  name: sectorId.toUpperCase(),
  status: "irrigate",
  sensorStatus: "nodata",
  drMm: 25,
  rawMm: 31,
  tawMm: 58,
  recommendation: recommendation({ sectorId }),
  ...change,
});
const item: PlanItem = {
  sectorIds: ["s1", "s2"],
  pivotId: "p1",
  startAt: "2026-05-14T23:00:00.000Z",
  endAt: "2026-05-15T19:00:00.000Z",
  grossMm: 12,
  percent: 29.6,
  volumeM3: 6720,
  energyKwh: 2310,
  costBrl: 310,
  totalCostBrl: 980,
  lossBrl: 12.5,
  hoursToday: 12,
  hoursLeft: 8,
  hoursToCritical: 20,
  reasons: [reason("order", 1)],
};
const day = (sectors: SectorFacts[], plan: Partial<Pick<DayPlan, "items" | "unplaced">> = {}) =>
  buildMachineDay({ pivot, date: "2026-05-14", sectors, plan: { items: [], unplaced: [], ...plan }, permitStop: null });
const alone = (change: Partial<BoardRecommendation>) =>
  day([sector("s1", { recommendation: recommendation(change) })]).decision;

describe("the decision of a machine", () => {
  it("is its run in the plan, and of a sector its own depth at the hours of that run", () => {
    const built = day([sector("s1"), sector("s2"), sector("s3")], { items: [item] });
    expect(MachineDay.safeParse(built).error).toBeUndefined();
    const { startAt, endAt } = item;
    expect(built.decision).toMatchObject({ kind: "run", sectorIds: ["s1", "s2"], startAt, endAt });
    expect(built.decision).toMatchObject({ run: { grossMm: 12, percent: 29, hours: 20, costBrl: 980 } });
    expect(built.sectors[0]?.decision).toMatchObject({
      kind: "run",
      run: { grossMm: 10, percent: 34 },
      startAt,
      endAt,
    });
    expect(built.sectors.map(({ share }) => share)).toEqual([0.5, 0.5, null]);
    expect(built).toMatchObject({ money: { todayBrl: 310, wholeBrl: 980, lossBrl: 12.5 }, water: { todayM3: 6720 } });
    expect(built).toMatchObject({ hoursToCritical: 20, decidedAt: "2026-05-14T10:10:00.000Z", decidedBy: null });
  });

  it("is in the plan also if another sector of the machine is blocked", () => {
    const unplaced = [{ pivotId: "p1", startAt: null, reasons: [reason("blocked", "stale-rain")] }];
    const blocked = sector("s3", { recommendation: recommendation({ action: "nodata", blockedBy: "stale-rain" }) });
    const built = day([sector("s1"), sector("s2"), blocked], { items: [item], unplaced });
    for (const { decision } of [built, ...built.sectors.slice(0, 2)])
      expect(decision).toMatchObject({ kind: "run", isLeftOut: false, startAt: item.startAt });
    expect(built.sectors[2]?.decision).toMatchObject({ kind: "blocked", by: "stale-rain" });
  });

  it("without a run in the plan is that of its most urgent sector, with the hours and the money of all", () => {
    const left = { hoursToday: 0, costTodayBrl: 0, hoursTotal: 16 };
    const unplaced = [{ pivotId: "p1", startAt: "2026-05-16T08:00:00.000Z", reasons: [] }];
    const wanting = [
      sector("s1", { recommendation: recommendation({ ...left, percent: 62, grossMm: 20 }) }),
      sector("s2", { recommendation: recommendation({ ...left, percent: 46, grossMm: 30 }) }),
      sector("s3", { status: "ok", recommendation: recommendation({ action: "none" }) }),
    ];
    const { decision, sectors } = day(wanting, { unplaced });
    expect(day(wanting).decision).toMatchObject({ isLeftOut: false });
    expect(decision).toMatchObject({ isLeftOut: true, startAt: "2026-05-16T08:00:00.000Z", endAt: null });
    expect(decision).toMatchObject({ sectorIds: ["s1", "s2"], run: { grossMm: 30, percent: null } });
    expect(decision).toMatchObject({ run: { hours: 32, costBrl: 1100 } });
    expect(sectors[0]?.decision).toMatchObject({ run: { grossMm: 20, percent: 62, hours: 16, costBrl: 550 } });
  });

  it("is the run under way, also of a sector that needs nothing more", () => {
    const waits = sector("s1", { recommendation: recommendation({ action: "wait" }) });
    const { decision, sectors } = day([waits, sector("s2")], { items: [{ ...item, underWay: true }] });
    for (const one of [decision, ...sectors.map((own) => own.decision)])
      expect(one).toMatchObject({ kind: "run", isUnderWay: true, endAt: item.endAt });
    expect(sectors.map(({ run }) => run?.grossMm)).toEqual([undefined, 10]);
  });

  it("waits until a day, for the rain or within the limits of its rule", () => {
    const wait = { action: "wait" as const, waitUntil: "2026-05-17", otherwiseMm: 12.4 };
    const rain = [reason("rainForecast", 8)];
    expect(alone({ ...wait, rule: "later", reasons: rain })).toEqual({
      kind: "wait",
      rule: "later",
      until: "2026-05-17",
      rainMm: 8,
      rainPct: null,
      drainsMm: null,
      roomMm: null,
      leastMm: null,
      budgetBrlMm: null,
      otherwiseMm: 12.4,
      isDelayed: false,
    });
    const room = [reason("roomForRain", 3.7), reason("leastDepth", 4), reason("drains", 2.4)];
    expect(alone({ ...wait, rule: "roomForRain", reasons: room })).toMatchObject({
      ...{ roomMm: 3.7, leastMm: 4, drainsMm: 2.4, isDelayed: true },
    });
  });

  it("gives nothing by a rule, or is blocked by data", () => {
    expect(alone({ action: "none", rule: "enough", waitUntil: "2026-05-21" })).toEqual({
      kind: "none",
      rule: "enough",
      until: "2026-05-21",
    });
    const blocked = { action: "nodata" as const, blockedBy: "stale-rain", blockedSince: "2026-05-12" };
    expect(alone(blocked)).toEqual({ kind: "blocked", by: "stale-rain", since: "2026-05-12" });
    expect(day([sector("s1", { recommendation: null })]).decision).toEqual({ kind: "blocked", by: null, since: null });
  });
});

it("names the sector that represents the machine, by the balance and by the probes", () => {
  const sectors = [
    sector("s1", { sensorStatus: "stress", recommendation: recommendation({ hoursToCritical: 30 }) }),
    sector("s2", { status: "stress", recommendation: recommendation({ hoursToCritical: 0 }) }),
  ];
  expect(day(sectors).lead).toEqual({ calculated: "s2", sensor: "s1" });
});

it("without a run in the plan has the reasons of its absence, and the yield that it loses", () => {
  const unplaced = [
    { pivotId: "p1", startAt: null, reasons: [reason("permitExpired", 1), reason("lossUnwatered", 80)] },
  ];
  const plan = { items: [], unplaced };
  const built = buildMachineDay({
    pivot,
    date: "2026-05-14",
    sectors: [sector("s1")],
    plan,
    permitStop: "permitExpired",
  });
  expect(built.reasons.map(({ key }) => key)).toEqual(["permitExpired", "lossUnwatered"]);
  expect(built).toMatchObject({ money: { lossBrl: 80 }, water: { permitStop: "permitExpired" } });
});

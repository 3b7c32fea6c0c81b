import type { FarmDay } from "../core/farm-time.ts";
import { hardLimits, type PermitStop } from "../reasons/reasons.ts";
import type { Status } from "../records/balance.ts";
import type { DayPlan, PlanItem } from "../records/day-plan.ts";
import type { BoardRecommendation, Reason } from "../records/recommendation.ts";
import { machineRun, plannedRun, recommendedRun } from "../records/run-figures.ts";
import { type Decision, isRun, type MachineDay, type MachineOut, type SectorDay } from "./machine-day.ts";
import { compareUrgency } from "./urgency.ts";

/** Inputs of a sector's day. Depths in mm. */
export interface SectorFacts {
  sectorId: string;
  name: string;
  status: Status;
  sensorStatus: Status;
  drMm: number | null;
  rawMm: number | null;
  tawMm: number | null;
  /** With the hours of the plan. */
  recommendation: BoardRecommendation | null;
}

/** The entry of the plan for a machine: its run, or the reason of its absence. */
interface OfPlan {
  item: PlanItem | null;
  unplaced: DayPlan["unplaced"][number] | null;
}

/** Inputs of a machine's day. */
interface MachineFacts {
  pivot: { _id: string; farmId: string; name: string; kind: string; waterSourceId?: string | null | undefined };
  date: FarmDay;
  sectors: readonly SectorFacts[];
  /** The farm's plan of the day. */
  plan: Pick<DayPlan, "items" | "unplaced" | "decision"> | undefined;
  permitStop: PermitStop | null;
  outOfService?: MachineOut | null;
}

/** Builds the day of a machine with at least one sector. Only the API calls it; all surfaces read the result. */
export function buildMachineDay({ pivot, date, sectors, plan, permitStop, outOfService }: MachineFacts): MachineDay {
  const item = plan?.items.find(({ pivotId }) => pivotId === pivot._id) ?? null;
  const unplaced = plan?.unplaced.find(({ pivotId }) => pivotId === pivot._id) ?? null;
  const leads = { calculated: mostUrgent(sectors, "calculated"), sensor: mostUrgent(sectors, "sensor") };
  const decision = machineDecision(leads.calculated.recommendation, sectors, { item, unplaced });
  const days = sectors.map((facts) => sectorDay(facts, sectors, { item, unplaced }));
  const run = isRun(decision) ? decision.run : null;
  const choice = item?.choice ?? unplaced?.choice;
  return {
    pivotId: pivot._id,
    farmId: pivot.farmId,
    date,
    name: pivot.name,
    kind: pivot.kind,
    waterSourceId: pivot.waterSourceId ?? null,
    decision,
    sectors: days,
    lead: { calculated: leads.calculated.sectorId, sensor: leads.sensor.sectorId },
    money: {
      todayBrl: run?.costTodayBrl ?? null,
      wholeBrl: run?.costBrl ?? null,
      lossBrl: item?.lossBrl ?? lossOf(unplaced?.reasons ?? []),
    },
    water: { todayM3: item?.volumeM3 ?? null, permitStop },
    outOfService: outOfService ?? null,
    hoursToCritical: item?.hoursToCritical ?? leads.calculated.recommendation?.hoursToCritical ?? null,
    reasons: item?.reasons ?? unplaced?.reasons ?? [],
    pauses: item?.pauses ?? [],
    decidedAt:
      sectors
        .flatMap(({ recommendation }) => recommendation?.computedAt ?? [])
        .sort()
        .at(-1) ?? null,
    decidedBy: choice ? (plan?.decision?.by ?? null) : null,
  };
}

function mostUrgent(sectors: readonly SectorFacts[], by: "calculated" | "sensor"): SectorFacts {
  const [lead] = [...sectors].sort((a, b) => compareUrgency(a, b, by));
  if (lead === undefined) throw new RangeError("A machine's day needs a sector.");
  return lead;
}

function sectorDay(facts: SectorFacts, all: readonly SectorFacts[], { item, unplaced }: OfPlan): SectorDay {
  const { recommendation, ...figures } = facts;
  const isWatered = item?.sectorIds.includes(facts.sectorId) ?? false;
  const watered = item ? all.filter(({ sectorId }) => item.sectorIds.includes(sectorId)) : [];
  const hours = watered.reduce((sum, one) => sum + (one.recommendation?.hoursTotal ?? 0), 0);
  return {
    ...figures,
    decision: sectorDecision(facts, { item: isWatered ? item : null, unplaced }),
    run: recommendedRun(recommendation),
    share: isWatered && hours > 0 ? (recommendation?.hoursTotal ?? 0) / hours : null,
    confidence: recommendation?.confidence,
    stakeBrl: stakeOf(recommendation),
  };
}

/** What a question about the balance decides, R$. */
function stakeOf(recommendation: BoardRecommendation | null): number | null {
  const { contradiction, lossBrlMm } = recommendation ?? {};
  return contradiction && lossBrlMm ? Math.abs(contradiction.balanceMm - contradiction.measuredMm) * lossBrlMm : null;
}

/**
 * The decision of a machine: its run in the plan; without one that of its most urgent sector, with the hours and the
 * money of all sectors that need water, because the machine waters them in one run.
 */
function machineDecision(lead: BoardRecommendation | null, sectors: readonly SectorFacts[], ofPlan: OfPlan): Decision {
  const { item } = ofPlan;
  if (item && (sectors.length > 1 || isFixed(item))) return runOfPlan(item);
  const decision = decisionOf(lead, ofPlan);
  if (decision.kind !== "run") return decision;
  const inNeed = sectors.filter(({ recommendation }) => recommendation?.action === "irrigate");
  const run = machineRun(inNeed.flatMap(({ recommendation }) => recommendedRun(recommendation) ?? []));
  const sectorIds = item?.sectorIds ?? inNeed.map(({ sectorId }) => sectorId);
  return { ...decision, run: run ?? decision.run, sectorIds, table: item?.shares ?? decision.table };
}

/** A run under way, or commanded, replaces any decision, even that of a sector without a need, because it is watered anyway. */
function sectorDecision({ sectorId, recommendation }: SectorFacts, ofPlan: OfPlan): Decision {
  const { item } = ofPlan;
  if (item && isFixed(item)) return runOfPlan(item);
  const decision = decisionOf(recommendation, ofPlan);
  return decision.kind === "run" ? { ...decision, sectorIds: item?.sectorIds ?? [sectorId] } : decision;
}

/** Whether a run is what the machine does, or was ordered to do, whatever the recommendation asks. */
const isFixed = ({ underWay, commanded }: PlanItem) => underWay === true || commanded !== undefined;

function runOfPlan(item: PlanItem): Decision {
  const { stop } = item;
  const run = {
    isUnderWay: item.underWay ?? false,
    isLeftOut: false,
    limit: null,
    run: plannedRun(item),
    sectorIds: item.sectorIds,
    table: item.shares ?? [],
    startAt: item.startAt,
    endAt: item.endAt,
    ...(item.commanded && { commandedBy: item.commanded.by }),
  };
  if (!stop?.stops || stop.letBy !== null) return { kind: "run", ...run };
  const { stops: _stops, letBy: _by, ...advice } = stop;
  return { kind: "stop", ...run, ...advice };
}

/** The decision of a recommendation, at the hours of its run in the plan. */
function decisionOf(recommendation: BoardRecommendation | null, { item, unplaced }: OfPlan): Decision {
  if (!recommendation) return { kind: "blocked", by: null, since: null };
  const { action, rule = null, waitUntil, reasons, rainWait, blockedBy, blockedSince } = recommendation;
  const run = recommendedRun(recommendation);
  if (run)
    return {
      kind: "run",
      isUnderWay: false,
      isLeftOut: item === null && unplaced !== null,
      limit: item === null ? hardLimitOf(unplaced?.reasons ?? []) : null,
      run,
      sectorIds: [],
      table: recommendation.shares ?? [],
      ...hoursOf(item ?? unplaced ?? recommendation),
    };
  switch (action) {
    case "wait":
      return {
        kind: "wait",
        rule,
        until: waitUntil,
        rainMm: rainWait?.rainMm ?? positive(amount(reasons, "rainForecast")),
        rainPct: amount(reasons, "rainChance"),
        drainsMm: rainWait ? null : amount(reasons, "drains"),
        roomMm: rule === "roomForRain" ? amount(reasons, rule) : null,
        leastMm: rule === "roomForRain" || rule === "leastDepth" ? amount(reasons, "leastDepth") : null,
        budgetBrlMm: rule === "budget" ? amount(reasons, "budgetMm") : null,
        otherwiseMm: recommendation.otherwiseMm ?? null,
        isDelayed: rule === null ? rainWait != null : rule !== "later",
      };
    case "nodata":
      return { kind: "blocked", by: blockedBy, since: blockedSince };
    default:
      return { kind: "none", rule, until: waitUntil };
  }
}

/** Without a run today there is no end, and a start only if the plan finds one on a later day. */
const hoursOf = ({ startAt = null, endAt = null }: { startAt?: string | null | undefined; endAt?: string | null }) => ({
  startAt,
  endAt,
});

function amount(reasons: readonly Reason[], key: string): number | null {
  const value = reasons.find((reason) => reason.key === key)?.value;
  return typeof value === "number" ? value : null;
}

const hardLimitOf = (reasons: readonly Reason[]) =>
  hardLimits.find((limit) => reasons.some(({ key }) => key === limit)) ?? null;

const positive = (mm: number | null) => (mm !== null && mm > 0 ? mm : null);

/** Yield that a machine without a run in the plan loses, R$. */
const lossOf = (reasons: readonly Reason[]) => amount(reasons, "lossUnwatered") ?? amount(reasons, "lossBrl");

import { volumeOf } from "@lamina/agronomy/machine/pivot";
import type { WetRun } from "@lamina/agronomy/machine/wet-run";
import type { Placement } from "@lamina/agronomy/plan/placement";
import type { PlanInput } from "@lamina/agronomy/plan/plan-day";
import { type PermitLimit, PLAN_DAYS, type PlanJob, type WaterSource } from "@lamina/agronomy/plan/plan-model";
import { dryDaysOf } from "@lamina/agronomy/plan/recommendation-model";
import type { GivenWay, PlanWithStops } from "@lamina/agronomy/plan/stop-run";
import { type FarmClock, instantAt, tariffTimeline } from "@lamina/agronomy/plan/tariff";
import { type FarmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { round } from "@lamina/shared/core/units";
import { planSource } from "@lamina/shared/reasons/reasons";
import type { DayPlan, PlanChoice, PlanItem } from "@lamina/shared/records/day-plan";
import type { Reason, Recommendation } from "@lamina/shared/records/recommendation";
import type { Outages } from "../../sites/out-of-service.ts";
import { decisionInput, farmClockAt } from "../advice/decision-input.ts";
import { reasonRecord } from "../advice/recommendation-record.ts";
import { linkedReasons } from "../advice/source-links.ts";
import { seasonFacts } from "../state/season-facts.ts";
import type { SectorState } from "../state/sector-state.ts";
import { type Commanded, type CommandedRun, commandedRun, untilStop } from "./commanded.ts";
import { tariffBands } from "./tariff-bands.ts";
import { type UnderWay, underWay } from "./under-way.ts";
import { lossByHour, resumedRun } from "./unwatered-ground.ts";

/** A permit with the systems that draw under it. */
export interface FarmPermit extends PermitLimit {
  farmId: string;
  pivotIds: readonly string[];
  /** Volume of a month, m³. */
  m3Month?: number;
}

export interface PlanFacts {
  date: FarmDay;
  /** Start of the plan. */
  from: Date;
  /** Only a run in progress begins before this. */
  earliest: Date;
  /** All sectors of the farm. */
  states: readonly SectorState[];
  recommendations: ReadonlyMap<string, Recommendation>;
  sources: readonly (WaterSource & { name?: string })[];
  permits: readonly FarmPermit[];
  /** Runs in progress, by pivot. */
  runs: ReadonlyMap<string, WetRun>;
  /** Hours of today in which each pivot pumped. */
  hoursToday?: ReadonlyMap<string, number>;
  /** Times out of service, by pivot. */
  outages?: Outages;
  /** Commands of the machines, by pivot. */
  commanded?: ReadonlyMap<string, Commanded>;
  /** A person's decisions, by pivot. */
  choices?: ReadonlyMap<string, PlanChoice>;
}

/** Sectors of one system that are watered in one run. */
interface Run {
  asking: { state: SectorState; recommendation: Recommendation }[];
  states: SectorState[];
  job: PlanJob;
  choice?: PlanChoice;
  /** Set when it already runs. */
  running?: UnderWay;
  /** Set when a person commanded it. */
  commanded?: CommandedRun;
}

/** The plan with the runs that are worth stopping for machines that wait. */
export interface FoundPlan extends DayPlan {
  stops?: readonly GivenWay[];
}

interface PlanQuestion {
  input: PlanInput;
  /** Converts the engine's answer into the plan of the farm. */
  answer(plan: PlanWithStops): FoundPlan;
}

/**
 * The planning problem of a farm: a job per system with sectors that need water, and one per run in progress. Passes,
 * settings and hours come from the recommendations. Blocked sectors are left out; `blockedPivots` has them.
 */
export function planQuestion(facts: PlanFacts): PlanQuestion {
  const { states, from, earliest, date } = facts;
  const byPivot = [...Map.groupBy(states, ({ site }) => site.pivot._id)];
  const first = states[0];
  if (first === undefined) throw new RangeError("A plan needs a sector.");
  const clock = farmClockAt(first.site, date, from);
  const runs = byPivot.flatMap(([pivotId, own]) => {
    const run = runOf(pivotId, own, { ...facts, clock });
    return run ? [withChoice(run, facts.choices?.get(pivotId), clock)] : [];
  });
  const { tariff, contract, advice } = first.settings;
  const fromMinute = Math.ceil(clock.nowMinute);
  const timeline = tariffTimeline(tariff, clock.weekday, PLAN_DAYS + 2);
  return {
    input: {
      jobs: runs.map(({ job }) => job),
      sources: facts.sources,
      permits: facts.permits.map(({ farmId: _farm, pivotIds: _pivots, ...limit }) => limit),
      timeline,
      fromMinute,
      earliestMinute: fromMinute + (earliest.getTime() - from.getTime()) / MINUTE_MS,
      ...(contract && { contract }),
      waterBrlM3: advice.waterBrlM3,
    },
    answer: ({ placements, exact, costBrl, parts, stops = [] }) => {
      const placed = placements.flatMap((placement) => {
        const run = runs.find(({ job }) => job.id === placement.id);
        return run ? [{ placement, run }] : [];
      });
      const isToday = ({ placement }: (typeof placed)[number]) =>
        placement.startMinute !== null && placement.hoursToday > 0;
      const items = placed.filter(isToday).map(({ placement, run }) => itemOf(placement, run, clock));
      const unplaced = placed
        .filter((one) => !isToday(one))
        .map(({ placement, run }) => ({
          pivotId: placement.id,
          startAt: placement.startMinute === null ? null : instantAt(clock, placement.startMinute),
          totalCostBrl: placement.startMinute === null ? null : moneyOf(placement.totalCostBrl, run.job),
          ...(run.choice && { choice: run.choice }),
          reasons: reasonsOf(placement, run, clock),
        }));
      return {
        date,
        stops,
        from: from.toISOString(),
        items,
        unplaced,
        totals: totalsOf(items, placed),
        exact,
        costBrl: round(costBrl, 2),
        parts: {
          runsBrl: round(parts.runsBrl, 2),
          lossBrl: round(parts.lossBrl, 2),
          otherBrl: round(parts.otherBrl, 2),
        },
        assumed: assumedIn(placed),
        bands: tariffBands(timeline, fromMinute, clock),
        sources: facts.sources.map(({ id, name = id, flowM3h = null }) => ({ _id: id, name, capacityM3h: flowM3h })),
      };
    },
  };
}

/** A run that a person decided about; one that already runs, or is commanded, is as it is. */
function withChoice(run: Run, choice: PlanChoice | undefined, { midnight }: FarmClock): Run {
  if (choice === undefined || run.running || run.commanded) return run;
  return {
    ...run,
    choice,
    job: {
      ...run.job,
      ...(choice.startAt && { chosenStartMinute: (Date.parse(choice.startAt) - midnight) / MINUTE_MS }),
      ...(choice.usesPeak && { mayUseRestHours: true }),
    },
  };
}

function runOf(pivotId: string, states: SectorState[], facts: PlanFacts & { clock: FarmClock }): Run | undefined {
  const run = facts.runs.get(pivotId);
  const asking = states.flatMap((state) => {
    const recommendation = facts.recommendations.get(state.site.sector._id);
    return recommendation?.action === "irrigate" ? [{ state, recommendation }] : [];
  });
  const first = states[0];
  const sites = states.map(({ site }) => site);
  const commands = facts.commanded?.get(pivotId) ?? {};
  const commanded = run === undefined ? commandedRun(commands, sites) : undefined;
  if (first === undefined || (asking.length === 0 && run === undefined && commanded === undefined)) return undefined;
  const { pivot } = first.site;
  const common = {
    id: pivotId,
    sourceId: pivot.waterSourceId ?? pivotId,
    permitIds: facts.permits.filter(({ pivotIds }) => pivotIds.includes(pivotId)).map(({ id }) => id),
    flowM3h: pivot.flowM3h,
    pumpKw: pivot.pumpKw ?? 0,
  };
  const hours = asking.reduce((sum, { recommendation }) => sum + (recommendation.hoursTotal ?? 0), 0);
  const ofDay = {
    maxHoursDay: pivot.maxHoursDay,
    ...partsOf(first, facts.clock),
    ...outOf(facts.outages?.get(pivotId) ?? [], facts.clock),
    hoursUsedToday: facts.hoursToday?.get(pivotId) ?? 0,
  };
  if (run !== undefined) {
    const mmOf = (sectorId: string) => facts.recommendations.get(sectorId)?.grossMm ?? 0;
    const passes = Math.max(1, ...asking.map(({ recommendation }) => recommendation.passes ?? 1));
    const followed = underWay(run, sites, facts.from, { hours, passes, mmOf });
    const running = untilStop(followed, run, commands, facts.from);
    const resumed = resumedRun(states, run, { ...running, now: facts.from });
    const job = {
      ...common,
      hours: running.hoursLeft,
      maxHoursDay: 24,
      hoursToCritical: 0,
      lostBrlByHour: [],
      isUnderWay: true,
      ...(resumed && { resumed: { ...common, ...ofDay, ...resumed, hoursToCritical: 0 } }),
    };
    return { states, asking: [], job, running };
  }
  const hoursToCritical = Math.min(...asking.map(({ recommendation }) => recommendation.hoursToCritical ?? 0));
  if (commanded !== undefined) {
    const planned = Math.ceil(24 * PLAN_DAYS + commanded.hours);
    const job = {
      ...common,
      hours: commanded.hours,
      maxHoursDay: 24,
      mayUseRestHours: true,
      chosenStartMinute: (commanded.startAt.getTime() - facts.clock.midnight) / MINUTE_MS,
      hoursToCritical: asking.length > 0 ? hoursToCritical : 0,
      lostBrlByHour: lostByHour(asking, planned, facts.from),
    };
    return { states, asking: [], job, commanded };
  }
  const omittedHours = asking.reduce((sum, { recommendation }) => sum + omittedOf(recommendation), 0);
  return {
    states,
    asking,
    job: {
      ...common,
      hours,
      ...(omittedHours > 0 && { omittedHours }),
      ...ofDay,
      hoursToCritical,
      lostBrlByHour: lostByHour(asking, Math.ceil(24 * PLAN_DAYS + hours + omittedHours), facts.from),
    },
  };
}

/** The Ea of the hours by the plan's clock, whose day is the one before from midnight until the next decision. */
function partsOf(
  { efficiencyParts, site, today }: SectorState,
  { midnight }: FarmClock,
): Pick<PlanJob, "efficiencyParts"> {
  if (efficiencyParts === undefined) return {};
  const passed = Math.round((startOfFarmDay(today, site.farm.timezone) - midnight) / HOUR_MS);
  return { efficiencyParts: [...Array.from({ length: Math.max(0, passed) }, () => undefined), ...efficiencyParts] };
}

/** Times out of service by the farm's clock; the field is absent without one. */
function outOf(
  outages: NonNullable<ReturnType<Outages["get"]>>,
  { midnight }: FarmClock,
): Pick<PlanJob, "outOfService"> {
  const minuteOf = (moment: string) => (Date.parse(moment) - midnight) / MINUTE_MS;
  const outOfService = outages.map(({ from, until }) => ({
    fromMinute: minuteOf(from),
    ...(until !== null && { untilMinute: minuteOf(until) }),
  }));
  return outOfService.length > 0 ? { outOfService } : {};
}

/** Hours of the recommended water that a person left out. */
const omittedOf = ({ hoursTotal, grossMm, recommendedMm }: Recommendation) =>
  recommendedMm === undefined ? 0 : (hoursTotal ?? 0) * (recommendedMm / (grossMm || 1) - 1);

/** R$ of yield that the sectors of a run lose without water and rain, hour by hour. */
function lostByHour(asking: Run["asking"], hours: number, from: Date): number[] {
  const sectors = asking.map(({ state, recommendation }) => {
    const { clock, ...input } = decisionInput(state, seasonFacts(state), from);
    return {
      ...input,
      dryDays: dryDaysOf(input),
      lossBrlMm: recommendation.lossBrlMm ?? 0,
      nowMinute: clock.nowMinute,
    };
  });
  return lossByHour(sectors, hours);
}

function itemOf(placement: Placement, run: Run, clock: FarmClock): PlanItem {
  const { asking, states, job, running, commanded, choice } = run;
  const { hoursToday, hoursLeft, costBrl, totalCostBrl, energyKwh, continuesMinute } = placement;
  const powered = job.pumpKw > 0;
  const lead = asking[0]?.recommendation;
  const areaHa = asking.reduce((sum, { state }) => sum + state.site.areaHa, 0);
  const volume = asking.reduce((sum, { recommendation }) => sum + (recommendation.volumeM3 ?? 0), 0);
  const percents = new Set(asking.map(({ recommendation }) => recommendation.percent));
  const grossMm = commanded?.item.grossMm ?? (areaHa > 0 ? volume / volumeOf(1, areaHa) : 0);
  const passes = lead?.passes ?? 1;
  return {
    sectorIds: (asking.length > 0 ? asking.map(({ state }) => state) : states).map(({ site }) => site.sector._id),
    pivotId: job.id,
    startAt: instantAt(clock, placement.startMinute ?? 0),
    endAt: instantAt(clock, placement.endMinute ?? 0),
    grossMm: round(grossMm, 2),
    passes,
    depthPerPassMm: round(grossMm / passes, 2),
    percent: percents.size === 1 ? (lead?.percent ?? null) : null,
    shares: lead?.shares ?? [],
    volumeM3: round(job.flowM3h * hoursToday, 1),
    energyKwh: powered ? round(energyKwh, 1) : null,
    costBrl: moneyOf(costBrl, job),
    totalCostBrl: moneyOf(totalCostBrl, job),
    lossBrl: round(placement.lossBrl, 2),
    hoursToday: round(hoursToday, 2),
    hoursLeft: round(hoursLeft, 2),
    todayMm: round(job.hours > 0 ? (grossMm * hoursToday) / job.hours : 0, 2),
    continuesAt: continuesMinute === null ? null : instantAt(clock, continuesMinute),
    pauses: placement.pauses.map(({ startMinute, endMinute }) => ({
      from: instantAt(clock, startMinute),
      to: instantAt(clock, endMinute),
    })),
    underWay: placement.isUnderWay,
    ...(running && runningFields(running, states)),
    ...(commanded && withRounded(commanded.item)),
    hoursToCritical: round(job.hoursToCritical, 1),
    ...(choice && { choice }),
    reasons: reasonsOf(placement, run, clock),
  };
}

const withRounded = ({ shares = [], ...item }: CommandedRun["item"]) => ({
  ...item,
  grossMm: round(item.grossMm, 2),
  depthPerPassMm: round(item.grossMm, 2),
  shares: shares.map((row) => ({ ...row, grossMm: round(row.grossMm, 2) })),
});

/** The start values that the sum of a plan contains. */
function assumedIn(placed: readonly { placement: Placement; run: Run }[]): NonNullable<DayPlan["assumed"]> {
  const isWorthAssumed = placed.some(({ run: { asking } }) =>
    asking.some(({ recommendation }) => recommendation.isWorthKnown === false),
  );
  const isEnergyAssumed = placed.some(
    ({ placement, run: { job } }) => placement.totalCostBrl === null && job.pumpKw > 0,
  );
  return [...(isWorthAssumed ? (["worth"] as const) : []), ...(isEnergyAssumed ? (["energy"] as const) : [])];
}

/** R$ of a run; null where the tariff or the pump's power is unknown. */
const moneyOf = (brl: number | null, { pumpKw }: PlanJob) => (brl === null || pumpKw <= 0 ? null : round(brl, 2));

/** Fields of a run in progress: its start, its whole depth, and the remaining depth. */
function runningFields({ startedAt, percent, grossMm, passes, remainingMm }: UnderWay, states: readonly SectorState[]) {
  const areaHa = states.reduce((sum, { site }) => sum + site.areaHa, 0);
  const left = states.reduce((sum, { site }) => sum + (remainingMm.get(site.sector._id) ?? 0) * site.areaHa, 0);
  const meanLeft = round(left / Math.max(1e-6, areaHa), 2);
  return {
    startAt: startedAt.toISOString(),
    grossMm: round(grossMm, 2),
    passes,
    depthPerPassMm: round(grossMm / passes, 2),
    percent,
    todayMm: meanLeft,
    remainingMm: meanLeft,
    remainingBySector: states.map(({ site }) => ({
      sectorId: site.sector._id,
      remainingMm: round(remainingMm.get(site.sector._id) ?? 0, 2),
    })),
  };
}

function reasonsOf({ reasons }: Placement, { states: [first] }: Run, clock: FarmClock): Reason[] {
  const records = reasons.map(({ key, value, unit }) =>
    reasonRecord({
      key,
      ...(unit === "min" ? { value: instantAt(clock, Number(value)), unit: "" } : { value, unit }),
      source: planSource(key),
    }),
  );
  return first ? linkedReasons(records, { site: { pivot: first.site.pivot } }) : records;
}

/** Pivots with a sector that has a blocker, with the blocker as their reason. */
export function blockedPivots(
  states: readonly SectorState[],
  recommendations: ReadonlyMap<string, Recommendation>,
): DayPlan["unplaced"] {
  return [...Map.groupBy(states, ({ site }) => site.pivot._id)].flatMap(([pivotId, own]) => {
    const blocked = own
      .flatMap(({ site }) => recommendations.get(site.sector._id) ?? [])
      .find((other) => other.blockedBy);
    if (blocked === undefined) return [];
    const reason = { key: "blocked", value: blocked.blockedBy, unit: null, source: null, at: blocked.blockedSince };
    return [{ pivotId, startAt: null, reasons: [reason] }];
  });
}

function totalsOf(items: readonly PlanItem[], placed: readonly { placement: Placement; run: Run }[]) {
  const sum = (values: readonly (number | null)[]) =>
    values.every((value) => value === null) && values.length > 0
      ? null
      : round(
          values.reduce<number>((total, value) => total + (value ?? 0), 0),
          2,
        );
  const run = placed.filter(({ placement }) => placement.hoursToday > 0);
  const areaHa = run
    .flatMap((other) => (other.run.asking.length > 0 ? other.run.asking.map(({ state }) => state) : other.run.states))
    .reduce((total, { site }) => total + site.areaHa, 0);
  const volumeM3 = items.reduce((total, item) => total + item.volumeM3, 0);
  return {
    meanMm: areaHa > 0 ? round(volumeM3 / volumeOf(1, areaHa), 2) : 0,
    volumeM3: round(volumeM3, 1),
    hours: round(
      run.reduce((total, { placement }) => total + placement.hoursToday, 0),
      2,
    ),
    energyKwh: sum(items.map(({ energyKwh }) => energyKwh)),
    costBrl: items.some(({ energyKwh, costBrl }) => energyKwh !== null && costBrl === null)
      ? null
      : sum(items.map(({ costBrl }) => costBrl)),
  };
}

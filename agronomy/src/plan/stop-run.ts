import { type DryDay, expectedRain, type OutlookDay, rainProbability } from "../balance/depletion-outlook.ts";
import { type PlanInput, type PlanResult, planDay } from "./plan-day.ts";
import type { PlanJob } from "./plan-model.ts";
import { delays, MIN_MM, MIN_PART, START_MM, type WaitInput } from "./waiting.ts";

/** The ground of a sector that a run under way has not wetted yet. Depths in mm, net. */
export interface UnwateredSector extends Pick<WaitInput, "dr" | "raw" | "taw"> {
  dryDays: readonly DryDay[];
  outlook: readonly OutlookDay[];
  /** Area of that ground, ha. */
  areaHa: number;
  /** The run's depth there, and the maximum that the crop returns. */
  netMm: number;
  mostNetMm?: number;
  /** R$ per mm of evapotranspiration lost on that ground. */
  lossBrlMm: number;
  /** What the machine can apply a day. */
  capacityMmDay: number;
}

export interface RunningMachine {
  sectors: readonly UnwateredSector[];
  nowHour: number;
  hoursSince: number;
  /** Hours until the run is complete, and R$ of energy and of water for them. */
  hoursLeft: number;
  energyBrl: number;
  waterBrl: number;
  /** Machines that wait for its source or permit. */
  waiting?: Pick<GivenWay, "savedBrl" | "riskedBrl"> | undefined;
}

/** What stopping a run now saves and risks on average, R$, when the ground is decided about again after some days. */
interface StopOrContinue {
  stops: boolean;
  /** 0: the run resumes when the machines that wait for its source leave room. */
  days: number;
  /** Energy and water of the depth that rain replaces or that would drain, and what machines that wait gain. */
  savedBrl: number;
  waitingBrl: number;
  energyBrl: number;
  waterBrl: number;
  /** Mean depth that would drain below the roots, net mm. */
  drainedMm: number;
  /** Yield lost on the ground that gets its water later, or none. */
  riskedBrl: number;
  /** Forecast rain within the days, mm, and its probability, 0 to 1; means of the ground. */
  rainMm: number;
  rainChance: number;
}

/**
 * Whether to stop a run under way, by the sum of a wait (`rainWorthWaiting`) over the ground that it has not wetted: the
 * cost of the water that the soil no longer holds or that the expected rain replaces, less the water that a new start
 * loses, against the yield that this ground loses until it is decided again. The days are those of the largest gain, or of
 * the least loss where continuing is better. What the machines that wait for it gain counts too; for them alone it resumes by
 * the plan, because no rain replaces its water. A gain below a tenth of what the rest costs, and of what the run itself would lose
 * for others, is less than the sums are exact, and does not stop a machine that a person must start again.
 */
export function stopOrContinue(machine: RunningMachine): StopOrContinue {
  const { sectors, energyBrl, waterBrl, waiting } = machine;
  const wholeMm = sum(sectors, ({ areaHa, netMm }) => areaHa * netMm);
  const areaHa = sum(sectors, (sector) => sector.areaHa);
  const most = Math.min(...sectors.map(({ dryDays, outlook }) => Math.min(MAX_DAYS, dryDays.length, outlook.length)));
  const isClear = (savedBrl: number, riskedBrl: number) => {
    const gainBrl = savedBrl - riskedBrl;
    return gainBrl > 0 && gainBrl >= MIN_PART * (energyBrl + waterBrl + (waiting ? riskedBrl : 0));
  };
  let best: StopOrContinue | null = null;
  if (waiting && waiting.savedBrl > waiting.riskedBrl) {
    const { savedBrl, riskedBrl } = waiting;
    best = { ...NOTHING, stops: isClear(savedBrl, riskedBrl), savedBrl, waitingBrl: savedBrl, riskedBrl };
  }
  for (let days = 1; days <= most; days += 1) {
    const parts = sectors.map((sector) => partOf(sector, machine, days));
    const mean = (of: (part: (typeof parts)[number]) => number) =>
      parts.reduce((total, part, index) => total + of(part) * (sectors[index]?.areaHa ?? 0), 0) / areaHa;
    const savedMm = mean((part) => part.savedMm);
    const share = wholeMm > 0 ? Math.max(0, savedMm - mean(({ fails }) => fails) * START_MM) / (wholeMm / areaHa) : 0;
    const riskedBrl = sum(parts, (part) => part.riskedBrl);
    const isWorth = savedMm >= Math.max(MIN_MM, (MIN_PART * wholeMm) / areaHa);
    const waitingBrl = isWorth ? (waiting?.savedBrl ?? 0) : 0;
    const savedBrl = share * (energyBrl + waterBrl) + waitingBrl;
    if (best !== null && savedBrl - riskedBrl <= best.savedBrl - best.riskedBrl) continue;
    best = {
      stops: isWorth && isClear(savedBrl, riskedBrl),
      days,
      ...{ savedBrl, waitingBrl, energyBrl: share * energyBrl, waterBrl: share * waterBrl, riskedBrl },
      drainedMm: mean((part) => part.drainedMm),
      rainMm: mean((part) => part.rainMm),
      rainChance: mean((part) => part.rainChance),
    };
  }
  return best ?? { ...NOTHING, days: 1 };
}

const NOTHING = {
  ...{ stops: false, days: 0, savedBrl: 0, waitingBrl: 0, energyBrl: 0, waterBrl: 0, drainedMm: 0, riskedBrl: 0 },
  ...{ rainMm: 0, rainChance: 0 },
};

/** Maximum days that a stop looks ahead, as a wait for rain. */
const MAX_DAYS = 5;

function partOf(sector: UnwateredSector, { nowHour, hoursSince, hoursLeft }: RunningMachine, days: number) {
  const { dr, dryDays, outlook, netMm, mostNetMm = Number.POSITIVE_INFINITY, lossBrlMm } = sector;
  // The balance counts the use of the day before what drains (FAO-56 Eq. 88).
  const usefulMm = Math.min(netMm, mostNetMm, dr + (dryDays[0]?.etc ?? 0));
  const rainy = outlook.slice(0, days).filter((day) => expectedRain(day) > 0);
  const expectedMm = Math.min(
    usefulMm,
    sum(rainy, (day) => expectedRain(day, usefulMm)),
  );
  const fails = usefulMm > 0 ? rainy.reduce((part, day) => part * (1 - expectedRain(day, usefulMm) / usefulMm), 1) : 0;
  const { neverRegained, lostUntil, lostAfter } = delays({ ...sector, nowHour, hoursSince, elapsedHours: hoursLeft });
  const regained = days * neverRegained;
  const lostMm =
    fails * Math.max(0, lostAfter(days) + regained) + (1 - fails) * Math.max(0, lostUntil(days) + regained);
  return {
    fails,
    drainedMm: netMm - usefulMm,
    savedMm: netMm - usefulMm + expectedMm,
    // Ground that needs none of the run's water loses nothing without it.
    riskedBrl: usefulMm > 0 ? lostMm * lossBrlMm : 0,
    rainMm: sum(rainy, (day) => Math.max(day.rainEff, expectedRain(day))),
    rainChance: 1 - rainy.reduce((part, day) => part * (1 - rainProbability(day)), 1),
  };
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0);

/** A run under way that stops for machines that wait for its source or permit, R$ by the sum of the plan. */
export interface GivenWay {
  id: string;
  /** The machine that gains most. */
  forId: string;
  /** What the other machines lose less, and pay less, and what the run loses and pays more until it is complete. */
  savedBrl: number;
  riskedBrl: number;
  /** Hours of the run left when this was computed; both sums shrink with them. */
  hours: number;
}

/** A plan with the runs under way that are worth stopping for others; absent where no machine waits for one. */
export type PlanWithStops = PlanResult & { stops?: GivenWay[] };

/** Iterations of each search with a run stopped, because a plan that is searched less is no cheaper than it is. */
const STOPPED_ROUNDS = 400;

/**
 * The plan beside the runs under way, and those of them that are worth stopping for a machine that waits: all that hold
 * one are stopped, and each continues again whose stop lowers the sum of the plan by nothing.
 */
export function planWithStops(input: PlanInput): PlanWithStops {
  const plan = planDay(input);
  const held = new Set(
    plan.placements.flatMap(({ reasons }) => reasons.map(({ key, value }) => key === WAITS && value)),
  );
  let stopped = input.jobs.filter((job) => job.resumed && held.has(job.id));
  if (stopped.length === 0) return plan;
  const lostBrl = new Map(
    stopped.map((job) => {
      const alone = { ...job, lostBrlByHour: job.resumed?.lostBrlByHour ?? [] };
      return [job.id, sum(planDay({ ...input, jobs: [alone] }).placements, (one) => one.lossBrl)] as const;
    }),
  );
  const planOf = (jobs: readonly PlanJob[]): PricedPlan => {
    const resumed = input.jobs.map((job) => (jobs.includes(job) && job.resumed ? job.resumed : job));
    const { placements, costBrl } =
      jobs.length === 0 ? plan : planDay({ rounds: STOPPED_ROUNDS, ...input, jobs: resumed });
    const continued = sum([...lostBrl], ([id, brl]) => (jobs.some((job) => job.id === id) ? 0 : brl));
    const amountOf = (id: string) => {
      const own = placements.find((one) => one.id === id);
      const isStopped = jobs.some((job) => job.id === id);
      return (own?.lossBrl ?? 0) + (own?.totalCostBrl ?? 0) + (isStopped ? 0 : (lostBrl.get(id) ?? 0));
    };
    return { costBrl: costBrl + continued, amountOf };
  };
  let best = planOf(stopped);
  for (;;) {
    const without = stopped.map((job) => ({ job, plan: planOf(stopped.filter((other) => other !== job)) }));
    const least = without.reduce<(typeof without)[number] | null>(
      (a, b) => (a && a.plan.costBrl <= b.plan.costBrl ? a : b),
      null,
    );
    if (least === null || least.plan.costBrl > best.costBrl) {
      const stops = without.map((one) => givenWay(one, best, input.jobs));
      return { ...plan, stops };
    }
    stopped = stopped.filter((job) => job !== least.job);
    best = least.plan;
  }
}

const WAITS = "waitsFor";

interface PricedPlan {
  costBrl: number;
  amountOf(id: string): number;
}

function givenWay(
  { job, plan: before }: { job: PlanJob; plan: PricedPlan },
  after: PricedPlan,
  jobs: readonly PlanJob[],
): GivenWay {
  const gainOf = (id: string) => before.amountOf(id) - after.amountOf(id);
  const others = jobs.filter(({ id }) => id !== job.id);
  const forId = others.reduce((best, { id }) => (gainOf(id) > gainOf(best) ? id : best), others[0]?.id ?? job.id);
  const riskedBrl = Math.max(0, -gainOf(job.id));
  return { id: job.id, forId, savedBrl: before.costBrl - after.costBrl + riskedBrl, riskedBrl, hours: job.hours };
}

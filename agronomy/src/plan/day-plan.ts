import { DAY_MINUTES } from "@lamina/shared/core/time";
import { describeRun, type PermitCut, type Placement, permitReason } from "./placement.ts";
import {
  type DemandContract,
  dayHours,
  isOpenFor,
  optionsOf,
  type PermitLimit,
  PLAN_DAYS,
  type PlanJob,
  type PlanProblem,
  SLOT_MINUTES,
  type Slot,
  type WaterSource,
} from "./plan-model.ts";
import { searchPlan } from "./plan-search.ts";
import type { TariffKind, TariffSpan } from "./tariff.ts";

export interface DayPlanInput {
  jobs: readonly PlanJob[];
  sources: readonly WaterSource[];
  permits?: readonly PermitLimit[];
  timeline: readonly TariffSpan[];
  /** Minute of the farm's clock from which the plan runs. */
  fromMinute: number;
  contract?: DemandContract;
  waterBrlM3?: number;
  /** Hours in which the pumps rest; peak hours by default. */
  restKinds?: readonly TariffKind[];
  /** Rounds of improvement beyond five machines. */
  rounds?: number;
}

export interface DayPlan {
  placements: Placement[];
  /** Total R$: energy, water, lost yield, power above the contract. */
  costBrl: number;
  /** Its parts: energy and water of the placed runs, lost yield, and power above the contract with water after the plan. */
  parts: { runsBrl: number; lossBrl: number; otherBrl: number };
  /** Whether no plan on the half-hour grid costs less. */
  exact: boolean;
}

/**
 * The plan of a farm's machines for today and the following days of their runs: the least sum in R$ of lost yield,
 * energy by tariff, power above the contract and water, within the limits of sources and permits, beside the runs in
 * progress. Input and output are JSON, so that it can run on another thread.
 */
export function planDay(input: DayPlanInput): DayPlan {
  const { permits = [] } = input;
  const slots = planSlots(input);
  const asked: PlanProblem = {
    jobs: input.jobs,
    slots,
    sources: input.sources,
    permits,
    ...(input.contract && { contract: input.contract }),
    waterBrlM3: input.waterBrlM3 ?? 0,
  };
  const pumped = slotsOfRunsUnderWay(asked);
  const cut = input.jobs.map((job) => withinPermits(job, permits, { slots, pumped }));
  const problem: PlanProblem = { ...asked, jobs: cut.map(({ job }) => job) };
  const possible = problem.jobs.filter((job) => exceeded(job, input) === null);
  const solution = searchPlan(
    { ...problem, jobs: possible },
    input.rounds === undefined ? {} : { rounds: input.rounds },
  );
  const ordered = [...problem.jobs].sort((a, b) => a.hoursToCritical - b.hoursToCritical || (a.id < b.id ? -1 : 1));
  const runs = new Map(possible.map(({ id }, index) => [id, solution.runs[index] ?? null] as const));
  const placements = ordered.map((job, index) =>
    describeRun(job, {
      order: index + 1,
      run: runs.get(job.id) ?? null,
      problem,
      others: ordered.flatMap((other) => {
        const run = other.id === job.id ? null : runs.get(other.id);
        return run ? [{ job: other, run }] : [];
      }),
      exceeded: exceeded(job, input),
      cutBy: cut.find((one) => one.job === job)?.by ?? null,
    }),
  );
  const counted = placements.filter(({ id }) => runs.has(id));
  return { placements, costBrl: solution.costBrl, parts: partsOf(counted, solution.costBrl), exact: solution.exact };
}

/** The parts of the sum; they add up to it. */
function partsOf(placements: readonly Placement[], costBrl: number): DayPlan["parts"] {
  const sum = (amount: (one: Placement) => number) => placements.reduce((total, one) => total + amount(one), 0);
  const runsBrl = Math.min(
    costBrl,
    sum(({ totalCostBrl }) => totalCostBrl ?? 0),
  );
  const lossBrl = Math.min(
    costBrl - runsBrl,
    sum((one) => one.lossBrl),
  );
  return { runsBrl, lossBrl, otherBrl: costBrl - runsBrl - lossBrl };
}

/** The coming days in slots; slots in which the pumps rest, or that have begun, are closed. */
export function planSlots({
  timeline,
  fromMinute,
  restKinds = ["peak"],
}: Pick<DayPlanInput, "timeline" | "fromMinute" | "restKinds">): Slot[] {
  const count = (PLAN_DAYS * DAY_MINUTES) / SLOT_MINUTES;
  return Array.from({ length: count }, (_, index) => {
    const startMinute = fromMinute + index * SLOT_MINUTES;
    const endMinute = startMinute + SLOT_MINUTES;
    const spans = timeline.filter((span) => span.startMinute < endMinute && span.endMinute > startMinute);
    const dearest = spans.reduce<TariffSpan | undefined>(
      (best, span) => (best && (best.brlKwh ?? 0) >= (span.brlKwh ?? 0) ? best : span),
      undefined,
    );
    const isRest = spans.some(({ kind }) => restKinds.includes(kind));
    return {
      index,
      startMinute,
      day: Math.floor(startMinute / DAY_MINUTES),
      kind: dearest?.kind ?? "offpeak",
      brlKwh: dearest?.brlKwh ?? null,
      isOpen: dearest !== undefined && !isRest,
      isRest,
    };
  });
}

/** The slots in which runs under way pump, by permit. */
function slotsOfRunsUnderWay(problem: PlanProblem): Map<string, Set<number>> {
  const pumped = new Map<string, Set<number>>();
  for (const job of problem.jobs) {
    if (!job.isUnderWay || job.permitIds.length === 0) continue;
    const own = optionsOf(job, problem).options[0]?.slots ?? [];
    for (const id of job.permitIds) pumped.set(id, new Set([...(pumped.get(id) ?? []), ...own]));
  }
  return pumped;
}

/**
 * A job with the hours of a day that its permits allow, reduced to what their remaining volume, days and validity allow,
 * so that the plan offers the part that fits; `by`: the limit that reduced it.
 */
function withinPermits(
  job: PlanJob,
  permits: readonly PermitLimit[],
  { slots, pumped }: { slots: readonly Slot[]; pumped: ReadonlyMap<string, ReadonlySet<number>> },
): { job: PlanJob; by: PermitCut | null } {
  const own = permits.filter(({ id }) => job.permitIds.includes(id));
  if (job.isUnderWay || own.length === 0) return { job, by: null };
  const daily = own.flatMap(({ id, hoursDay, hoursUsedToday = 0 }) =>
    hoursDay === undefined ? [] : { hoursDay, hoursUsedToday, pumped: pumped.get(id) },
  );
  const permitHoursDay = Math.min(...daily.map(({ hoursDay }) => hoursDay));
  const restToday = Math.min(...daily.map(({ hoursDay, hoursUsedToday }) => hoursDay - hoursUsedToday));
  const free = slots.filter(({ index }) => daily.every((permit) => permit.pumped?.has(index)));
  const permitFreeSlots = new Set(free.map(({ index }) => index));
  const limited =
    daily.length > 0
      ? { ...job, permitHoursDay, permitHoursUsedToday: permitHoursDay - restToday, permitFreeSlots }
      : job;
  const today = slots[0]?.day ?? 0;
  const cuts = own.flatMap(
    ({ m3Left, daysLeft, isUsedToday = false, endsMinute }): { by: PermitCut; hours: number }[] => {
      const isFirst = (day: number) => Math.floor(day) - today < (daysLeft ?? 0) + (isUsedToday ? 1 : 0);
      return [
        ...(m3Left === undefined ? [] : [{ by: "permitVolume" as const, hours: Math.max(0, m3Left) / job.flowM3h }]),
        // A plan of fewer days than the permit has is not limited by them.
        ...(daysLeft === undefined || isFirst(slots.at(-1)?.day ?? today)
          ? []
          : [
              {
                by: "permitDaysLeft" as const,
                hours: openHours(limited, slots, (slot) => isFirst((endOf(slot) - 1) / DAY_MINUTES)),
              },
            ]),
        ...(endsMinute === undefined || endsMinute >= lastMinute(slots)
          ? []
          : [{ by: "permitEnds" as const, hours: openHours(limited, slots, (slot) => endOf(slot) <= endsMinute) }]),
      ];
    },
  );
  const least = cuts.reduce<(typeof cuts)[number] | null>(
    (best, one) => (best && best.hours <= one.hours ? best : one),
    null,
  );
  if (least === null || least.hours >= job.hours) return { job: limited, by: null };
  // Whole slots, because a part of one would draw the volume of all of it.
  const hours = Math.floor((least.hours * 60) / SLOT_MINUTES) * (SLOT_MINUTES / 60);
  return { job: { ...limited, hours }, by: least.by };
}

const endOf = ({ startMinute }: Slot) => startMinute + SLOT_MINUTES;
const lastMinute = (slots: readonly Slot[]) => Math.max(0, ...slots.map(endOf));

/** Hours that a job can run in some slots. */
function openHours(job: PlanJob, slots: readonly Slot[], isAllowed: (slot: Slot) => boolean): number {
  const hoursOn = dayHours(job, slots);
  const own = slots.filter((slot) => isOpenFor(job, slot) && isAllowed(slot));
  return [...Map.groupBy(own, ({ day }) => day)].reduce((sum, [day, open]) => {
    const free = open.filter(({ index }) => job.permitFreeSlots?.has(index)).length * (SLOT_MINUTES / 60);
    const counted = open.length * (SLOT_MINUTES / 60) - free;
    return (
      sum + Math.max(0, Math.min(hoursOn.machine(day), free + Math.min(counted, Math.max(0, hoursOn.permit(day)))))
    );
  }, 0);
}

/** The limit that a job exceeds even when it runs alone; null when there is none. */
function exceeded(job: PlanJob, { sources, permits = [] }: DayPlanInput): string | null {
  if (job.isUnderWay) return null;
  const source = sources.find(({ id }) => id === job.sourceId);
  if (job.flowM3h > (source?.flowM3h ?? Number.POSITIVE_INFINITY)) return "exceedsSource";
  if (job.pumpKw > (source?.kw ?? Number.POSITIVE_INFINITY)) return "exceedsPower";
  for (const permit of permits.filter(({ id }) => job.permitIds.includes(id))) {
    const reason = permitReason(job, permit);
    if (reason !== null) return reason;
  }
  return null;
}

import { DAY_MINUTES } from "@lamina/shared/core/time";
import { hoursWithin, isDayOf, permitMonths } from "./permit-months.ts";
import {
  describeRun,
  type MonthReason,
  monthReason,
  type PermitCut,
  type Placement,
  permitReason,
} from "./placement.ts";
import {
  type DemandContract,
  type PermitBudget,
  type PermitLimit,
  PLAN_DAYS,
  type PlanJob,
  type PlanProblem,
  SLOT_HOURS,
  SLOT_MINUTES,
  type Slot,
  type WaterSource,
} from "./plan-model.ts";
import { searchPlan } from "./plan-search.ts";
import { dayHours, isOpenFor, isOutIn, optionsOf } from "./run-options.ts";
import type { TariffKind, TariffSpan } from "./tariff.ts";

export interface PlanInput {
  jobs: readonly PlanJob[];
  sources: readonly WaterSource[];
  permits?: readonly PermitLimit[];
  timeline: readonly TariffSpan[];
  /** Minute of the farm's clock from which the plan runs. */
  fromMinute: number;
  earliestMinute?: number;
  contract?: DemandContract;
  waterBrlM3?: number;
  /** Hours in which the pumps rest; peak hours by default. */
  restKinds?: readonly TariffKind[];
  /** Iterations of large neighbourhood search beyond five machines. */
  rounds?: number;
}

export interface PlanResult {
  placements: Placement[];
  costBrl: number;
  /** Its parts: energy and water of the placed runs, lost yield, and power above the contract with water after the plan. */
  parts: { runsBrl: number; lossBrl: number; otherBrl: number };
  /** Whether no combination of the machines' examined runs (`optionsOf`) costs less. */
  exact: boolean;
}

/**
 * The plan of a farm's machines for today and the following days of their runs: the least sum in R$ of lost yield,
 * energy by tariff, power above the contract and water, within the limits of sources and permits, beside the runs in
 * progress. Input and output are JSON, so that it can run on another thread.
 */
export function planDay(input: PlanInput): PlanResult {
  const { permits = [] } = input;
  const slots = planSlots(input);
  const unlimited: PlanProblem = {
    jobs: input.jobs,
    slots,
    sources: input.sources,
    permits,
    ...(input.contract && { contract: input.contract }),
    waterBrlM3: input.waterBrlM3 ?? 0,
  };
  const pumped = slotsOfRunsUnderWay(unlimited);
  const cut = input.jobs.map((job) => withinPermits(job, permits, { slots, pumped }));
  const problem: PlanProblem = { ...unlimited, jobs: cut.map(({ job }) => job) };
  const possible = problem.jobs.filter((job) => exceeded(job, input, slots) === null);
  const solution = searchPlan(
    { ...problem, jobs: possible },
    input.rounds === undefined ? {} : { rounds: input.rounds },
  );
  const ordered = [...problem.jobs].sort((a, b) => a.hoursToCritical - b.hoursToCritical || (a.id < b.id ? -1 : 1));
  const runs = new Map(possible.map(({ id }, index) => [id, solution.runs[index] ?? null] as const));
  const ideals = new Map(possible.map(({ id }, index) => [id, solution.ideals[index] ?? null] as const));
  const placements = ordered.map((job, index) =>
    describeRun(job, {
      order: index + 1,
      run: runs.get(job.id) ?? null,
      ideal: ideals.get(job.id) ?? null,
      problem,
      others: ordered.flatMap((other) => {
        const run = other.id === job.id ? null : runs.get(other.id);
        return run ? [{ job: other, run }] : [];
      }),
      exceeded: exceeded(job, input, slots),
      cutBy: cut.find((one) => one.job === job)?.by ?? null,
      monthUsed: monthUsed(job, permits),
    }),
  );
  const counted = placements.filter(({ id }) => runs.has(id));
  const parts = { ...amountsOf(placements), otherBrl: Math.max(0, solution.costBrl - totalOf(amountsOf(counted))) };
  return { placements, costBrl: totalOf(parts) + parts.otherBrl, parts, exact: solution.exact };
}

/**
 * Energy and water, and lost yield, of some placements: also of a run that a limit prevents, and the cost of a run after the
 * plan's end, although no choice of the search changes them.
 */
function amountsOf(placements: readonly Placement[]): Omit<PlanResult["parts"], "otherBrl"> {
  const sum = (amount: (one: Placement) => number) => placements.reduce((total, one) => total + amount(one), 0);
  return { runsBrl: sum(({ totalCostBrl }) => totalCostBrl ?? 0), lossBrl: sum(({ lossBrl }) => lossBrl) };
}

const totalOf = ({ runsBrl, lossBrl }: Omit<PlanResult["parts"], "otherBrl">) => runsBrl + lossBrl;

/**
 * The coming days in slots: whole half hours of the farm's clock, cut where a run may begin now, where a tariff begins or ends, and at
 * chosen starts. Slots in which the pumps rest, or that have begun, are closed.
 */
export function planSlots({
  timeline,
  fromMinute,
  earliestMinute = fromMinute,
  restKinds = ["peak"],
  jobs = [],
}: Pick<PlanInput, "timeline" | "fromMinute" | "earliestMinute" | "restKinds"> &
  Partial<Pick<PlanInput, "jobs">>): Slot[] {
  const firstBorder = Math.floor(fromMinute / SLOT_MINUTES) * SLOT_MINUTES;
  const count = (PLAN_DAYS * DAY_MINUTES) / SLOT_MINUTES;
  const endOfPlan = firstBorder + count * SLOT_MINUTES;
  const borders = new Set([
    fromMinute,
    Math.ceil(earliestMinute),
    ...Array.from({ length: count + 1 }, (_, index) => firstBorder + index * SLOT_MINUTES),
    ...timeline.map(({ startMinute }) => startMinute),
    ...jobs.flatMap(({ chosenStartMinute }) => chosenStartMinute ?? []),
  ]);
  const starts = [...borders].filter((minute) => minute >= fromMinute && minute <= endOfPlan).sort((a, b) => a - b);
  return starts.slice(0, -1).map((startMinute, index) => {
    const endMinute = starts[index + 1] ?? endOfPlan;
    const span = timeline.find((one) => one.startMinute <= startMinute && one.endMinute > startMinute);
    const isRest = span !== undefined && restKinds.includes(span.kind);
    return {
      index,
      startMinute,
      endMinute,
      hours: (endMinute - startMinute) / 60,
      day: Math.floor(startMinute / DAY_MINUTES),
      kind: span?.kind ?? "offpeak",
      brlKwh: span?.brlKwh ?? null,
      isOpen: span !== undefined && !isRest,
      isRest,
      isPast: startMinute < earliestMinute,
    };
  });
}

/** The slots in which runs under way pump, by permit and index. */
function slotsOfRunsUnderWay(problem: PlanProblem): Map<string, Map<number, Slot>> {
  const pumped = new Map<string, Map<number, Slot>>();
  for (const job of problem.jobs) {
    if (!job.isUnderWay || job.permitIds.length === 0) continue;
    const pumping = (optionsOf(job, problem).options[0]?.slots ?? []).flatMap((index) => problem.slots[index] ?? []);
    for (const id of job.permitIds)
      pumped.set(id, new Map([...(pumped.get(id) ?? []), ...pumping.map((slot) => [slot.index, slot] as const)]));
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
  { slots, pumped }: { slots: readonly Slot[]; pumped: ReadonlyMap<string, ReadonlyMap<number, Slot>> },
): { job: PlanJob; by: PermitCut | null } {
  const ofJob = permits.filter(({ id }) => job.permitIds.includes(id));
  if (job.isUnderWay || ofJob.length === 0) return { job, by: null };
  const daily = ofJob.flatMap(({ id, hoursDay, hoursUsedToday = 0 }) =>
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
  const budgets = ofJob.map((permit) =>
    budgetsOf(permit, job, { today: slots[0]?.day ?? 0, pumped: pumped.get(permit.id) }),
  );
  const months = ofJob.flatMap(({ nextMonth }, index) => (nextMonth ? (budgets[index] ?? []) : []));
  const monthly = months.length > 0 ? { ...limited, permitMonths: months } : limited;
  const cuts = ofJob.flatMap(({ endsMinute }, index): { by: PermitCut; hours: number }[] => {
    const left = budgets[index] ?? [];
    const isAllowed = ({ day }: Slot) => isWithinDays(left, day, slots);
    return [
      { by: "permitVolume", hours: volumeHours(left, limited, slots) },
      // A plan of fewer days than the permit has is not limited by them.
      ...(slots.at(-1) === undefined || isWithinDays(left, slots.at(-1)?.day ?? 0, slots)
        ? []
        : [{ by: "permitDaysLeft" as const, hours: openHours(limited, slots, isAllowed) }]),
      ...(endsMinute === undefined || endsMinute >= lastMinute(slots)
        ? []
        : [
            { by: "permitEnds" as const, hours: openHours(limited, slots, ({ endMinute }) => endMinute <= endsMinute) },
          ]),
    ];
  });
  const tightest = cuts.reduce<(typeof cuts)[number] | null>(
    (best, one) => (best && best.hours <= one.hours ? best : one),
    null,
  );
  if (tightest === null || tightest.hours >= job.hours) return { job: monthly, by: null };
  return { job: { ...monthly, hours: wholeSlots(tightest.hours) }, by: tightest.by };
}

/** Hours in whole slots, because a part of one would draw the volume of all of it. */
const wholeSlots = (hours: number) => Math.floor(hours / SLOT_HOURS) * SLOT_HOURS;

/** What a permit leaves a job of each month of the plan. */
function budgetsOf(
  permit: PermitLimit,
  { flowM3h }: PlanJob,
  { today, pumped = new Map() }: { today: number; pumped: ReadonlyMap<number, Slot> | undefined },
): PermitBudget[] {
  const used = [...(permit.isUsedToday ? [today] : []), ...[...pumped.values()].map(({ day }) => day)];
  return permitMonths(permit).map(({ m3Left, ...month }, index) => ({
    ...month,
    hoursLeft: Math.max(0, m3Left) / flowM3h,
    daysLeft: month.daysLeft + (index === 0 && permit.isUsedToday ? 1 : 0),
    usedDays: new Set(used.filter((day) => isDayOf(month, day))),
  }));
}

/** Whether a permit's days reach a day of the plan when pumping begins on the first day of each month. */
function isWithinDays(months: readonly PermitBudget[], day: number, slots: readonly Slot[]): boolean {
  return months.every(
    (month) =>
      !isDayOf(month, day) || day - Math.max(slots[0]?.day ?? 0, month.fromMinute / DAY_MINUTES) < month.daysLeft,
  );
}

/** Hours of a job that a permit's volume allows: the rest of this month's until it ends, and the next month's. */
function volumeHours([month, next]: readonly PermitBudget[], job: PlanJob, slots: readonly Slot[]): number {
  if (month === undefined || next === undefined) return month?.hoursLeft ?? Number.POSITIVE_INFINITY;
  const open = openHours(job, slots, (slot) => hoursWithin(month, slot) > 0);
  // A short slot may leave a part of a slot of the month that no other slot takes.
  const isSplit = slots.some((slot) => hoursWithin(month, slot) > 0 && slot.hours < SLOT_HOURS);
  const hours = wholeSlots(Math.min(month.hoursLeft, open)) + wholeSlots(next.hoursLeft);
  return Math.max(0, hours - (isSplit ? SLOT_HOURS : 0));
}

const lastMinute = (slots: readonly Slot[]) => slots.at(-1)?.endMinute ?? 0;

const hoursIn = (slots: readonly Slot[]) => slots.reduce((sum, { hours }) => sum + hours, 0);

/** Hours that a job can run in some slots. */
function openHours(job: PlanJob, slots: readonly Slot[], isAllowed: (slot: Slot) => boolean): number {
  const hoursOn = dayHours(job, slots);
  const usable = slots.filter((slot) => isOpenFor(job, slot) && isAllowed(slot));
  return [...Map.groupBy(usable, ({ day }) => day)].reduce((sum, [day, open]) => {
    const free = hoursIn(open.filter(({ index }) => job.permitFreeSlots?.has(index)));
    const counted = hoursIn(open) - free;
    return (
      sum + Math.max(0, Math.min(hoursOn.machine(day), free + Math.min(counted, Math.max(0, hoursOn.permit(day)))))
    );
  }, 0);
}

/** Why a job cannot run before the next month; null when it can. */
function monthUsed(job: PlanJob, permits: readonly PermitLimit[]): MonthReason | null {
  if (job.isUnderWay) return null;
  const ofJob = permits.filter(({ id }) => job.permitIds.includes(id));
  return ofJob.map((permit) => monthReason(job, permit)).find((reason) => reason !== null) ?? null;
}

/** The limit that a job exceeds even when it runs alone; null when there is none. */
function exceeded(job: PlanJob, { sources, permits = [] }: PlanInput, slots: readonly Slot[]): string | null {
  if (job.isUnderWay) return null;
  if (slots.every((slot) => slot.isPast || isOutIn(job, slot))) return "outOfService";
  const source = sources.find(({ id }) => id === job.sourceId);
  if (job.flowM3h > (source?.flowM3h ?? Number.POSITIVE_INFINITY)) return "exceedsSource";
  if (job.pumpKw > (source?.kw ?? Number.POSITIVE_INFINITY)) return "exceedsPower";
  for (const permit of permits.filter(({ id }) => job.permitIds.includes(id))) {
    const reason = permitReason(job, permit);
    if (reason !== null) return reason;
  }
  return null;
}

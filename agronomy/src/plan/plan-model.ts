import type { TariffKind } from "./tariff.ts";

/** Length of a slot of the plan, minutes; and its horizon, days. */
export const SLOT_MINUTES = 30;
export const PLAN_DAYS = 3;
const SLOT_HOURS = SLOT_MINUTES / 60;

/** Half an hour of the plan. `day`: calendar day of the farm's clock, counted from that of minute 0. */
export interface Slot {
  index: number;
  startMinute: number;
  day: number;
  kind: TariffKind;
  brlKwh: number | null;
  /** Whether pumps may run in it: false in rest hours. */
  isOpen: boolean;
  /** Rest hours, in which only a job with `mayUseRestHours` runs. */
  isRest: boolean;
}

/** A machine that needs water or already runs. */
export interface PlanJob {
  id: string;
  /** Station that supplies its flow and power, and permits under which it draws water. */
  sourceId: string;
  permitIds: readonly string[];
  /** Hours of the whole application (all passes), and allowed hours per calendar day. */
  hours: number;
  maxHoursDay: number;
  /** Hours of the plan's first day in which it already ran. */
  hoursUsedToday?: number;
  flowM3h: number;
  pumpKw: number;
  /** Hours until the first of its sectors reaches stress. */
  hoursToCritical: number;
  /** R$ of lost yield without water, cumulated per hour from the start of the plan; its last value continues. */
  lostBrlByHour: readonly number[];
  /** It already runs and continues until its hours are done. */
  isUnderWay?: boolean;
  /** Decisions of a person: it starts at this minute or at its first possible slot after it; it runs in rest hours too. */
  chosenStartMinute?: number;
  mayUseRestHours?: boolean;
  /** Hours of water that the person left out; they are charged like hours beyond the plan. */
  omittedHours?: number;
}

export interface WaterSource {
  id: string;
  flowM3h?: number;
  kw?: number;
}

/** The remaining limits of a permit; absent: no limit. With `daysLeft`, no month ends within the plan. */
export interface PermitLimit {
  id: string;
  m3h?: number;
  hoursDay?: number;
  /** Hours already pumped on the plan's first day. */
  hoursUsedToday?: number;
  m3Left?: number;
  /** Remaining days of use; today counts only if it was not used yet (`isUsedToday`). */
  daysLeft?: number;
  isUsedToday?: boolean;
  /** It is no longer valid. */
  isExpired?: boolean;
}

/** The contract with the energy company: power above it costs R$ per kW. */
export interface DemandContract {
  kw: number;
  brlKw: number;
}

export interface PlanProblem {
  jobs: readonly PlanJob[];
  slots: readonly Slot[];
  sources: readonly WaterSource[];
  permits: readonly PermitLimit[];
  contract?: DemandContract;
  waterBrlM3: number;
}

/** One way to run a job: its slots and its cost in R$. */
export interface RunOption {
  start: number;
  slots: readonly number[];
  hoursDone: number;
  costBrl: number;
}

/** Price of energy without a tariff, because a missing price must not change the order. */
const UNKNOWN_BRL_KWH = 0.5;
/** Whether a job may run in a slot. */
const isOpenFor = (job: PlanJob, slot: Slot) => slot.isOpen || (slot.isRest && job.mayUseRestHours === true);
/** R$ per hour of waiting: among equal costs the earlier plan wins. */
const WAITING_BRL_H = 1e-3;

/** Whether a job runs whatever it costs, because it already does or because a person decided so. */
export const isForced = (job: PlanJob) => job.isUnderWay === true || job.chosenStartMinute !== undefined;

/**
 * Every start of a job, cheapest first, and the cost of leaving it out. A run pauses in closed slots and when its day's
 * hours are used, and continues afterwards. R$: energy of its slots + water + yield lost until each part of the ground
 * is watered. Hours beyond the plan (and a job that is left out) are charged the loss at the end of the plan and the
 * cheapest energy, because the water is needed anyway.
 */
export function optionsOf(
  job: PlanJob,
  { slots, waterBrlM3 }: PlanProblem,
): { options: RunOption[]; leftOutBrl: number } {
  const brlKwh = (slot: Slot) => slot.brlKwh ?? UNKNOWN_BRL_KWH;
  const open = slots.filter((slot) => isOpenFor(job, slot));
  const cheapest = open.reduce((least, slot) => Math.min(least, brlKwh(slot)), Number.POSITIVE_INFINITY);
  const later = Number.isFinite(cheapest) ? cheapest : UNKNOWN_BRL_KWH;
  const lostAt = (hours: number) =>
    job.lostBrlByHour[Math.min(job.lostBrlByHour.length, Math.max(1, Math.ceil(hours))) - 1] ?? 0;
  const horizon = slots.length * SLOT_HOURS;
  const omittedHours = job.omittedHours ?? 0;
  const neededHours = job.hours + omittedHours;
  const waterHourBrl = job.flowM3h * waterBrlM3;
  const leftOutHour = (hoursLater: number) =>
    later * job.pumpKw + waterHourBrl + lostAt(horizon + hoursLater) / Math.max(SLOT_HOURS, neededHours);
  const leftHours = (hours: number) => {
    let cost = 0;
    for (let done = 0; done < hours - 1e-9; done += 1) cost += Math.min(1, hours - done) * leftOutHour(done);
    return cost;
  };
  const omittedBrl = leftHours(omittedHours);
  const leftOutBrl = leftHours(neededHours) + WAITING_BRL_H * horizon;
  const options: RunOption[] = [];
  // The hours of a machine are those outside the rest hours, so a run that may use them has more.
  const restHours = new Map<number, number>();
  if (job.mayUseRestHours)
    for (const { day, isRest } of slots) if (isRest) restHours.set(day, (restHours.get(day) ?? 0) + SLOT_HOURS);
  for (const slot of open) {
    if ((job.isUnderWay || job.chosenStartMinute !== undefined) && options.length > 0) break;
    if (slot.startMinute + SLOT_MINUTES <= (job.chosenStartMinute ?? Number.NEGATIVE_INFINITY)) continue;
    const taken: number[] = [];
    let [left, cost] = [job.hours, omittedBrl + WAITING_BRL_H * slot.index * SLOT_HOURS];
    const usedByDay = new Map([[slots[0]?.day ?? 0, job.hoursUsedToday ?? 0]]);
    for (let index = slot.index; index < slots.length && left > 1e-9; index += 1) {
      const own = slots[index];
      if (own === undefined || !isOpenFor(job, own)) continue;
      const used = usedByDay.get(own.day) ?? 0;
      if (used + SLOT_HOURS > job.maxHoursDay + (restHours.get(own.day) ?? 0) + 1e-9) continue;
      const part = Math.min(SLOT_HOURS, left);
      usedByDay.set(own.day, used + SLOT_HOURS);
      taken.push(index);
      left -= part;
      cost += part * (brlKwh(own) * job.pumpKw + waterHourBrl);
      cost += (part / neededHours) * lostAt((index + 1) * SLOT_HOURS);
    }
    if (taken.length > 0 && taken[0] === slot.index)
      options.push({ start: slot.index, slots: taken, hoursDone: job.hours - left, costBrl: cost + leftHours(left) });
  }
  options.sort((a, b) => a.costBrl - b.costBrl || a.start - b.start);
  return { options: options.filter(({ costBrl }) => costBrl < leftOutBrl || isForced(job)), leftOutBrl };
}

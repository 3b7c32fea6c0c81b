import type { TariffKind } from "./tariff.ts";

/** Length of a slot of the plan, minutes; days that it looks ahead. */
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
  /** Whether pumps may run in it: not in the hours of rest. */
  isOpen: boolean;
}

/** A machine that asks for water, or that runs already. */
export interface PlanJob {
  id: string;
  /** Station whose flow and power it shares, and permits under which it draws. */
  sourceId: string;
  permitIds: readonly string[];
  /** Hours of the whole application (all passes), and allowed hours of a calendar day. */
  hours: number;
  maxHoursDay: number;
  flowM3h: number;
  pumpKw: number;
  /** Hours until the first of its sectors is in stress. */
  hoursToCritical: number;
  /** R$ of yield lost, cumulated per hour from the beginning of the plan, as long as it gets no water; its last value continues. */
  lostBrlByHour: readonly number[];
  /** It runs already and continues until its hours are done. */
  isUnderWay?: boolean;
}

export interface WaterSource {
  id: string;
  flowM3h?: number;
  kw?: number;
}

/** What a permit still allows from now on; absent: no limit. Months do not end within the plan where `daysLeft` is given. */
export interface PermitLimit {
  id: string;
  m3h?: number;
  hoursDay?: number;
  /** Hours pumped already on the plan's first day. */
  hoursUsedToday?: number;
  m3Left?: number;
  /** Days on which it may still be used; today counts only where it was not used yet (`isUsedToday`). */
  daysLeft?: number;
  isUsedToday?: boolean;
  /** It is no longer valid. */
  isExpired?: boolean;
}

/** The contract with the energy company: power above it costs, R$ per kW. */
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

/** One way to run a job: the slots that it takes, with what it costs in R$. */
export interface RunOption {
  start: number;
  slots: readonly number[];
  hoursDone: number;
  costBrl: number;
}

/** Energy has this price where no tariff names one: the order must not change because a price is missing. */
const UNKNOWN_BRL_KWH = 0.5;
/** R$ per hour of waiting: of plans that cost the same the earlier. */
const WAITING_BRL_H = 1e-3;

/**
 * Every start of a job, cheapest first, and what it costs to leave it out. A run rests while pumps may not run and once its day's hours are
 * used, and continues after. R$: energy of its slots + water + yield lost until each part of the ground has its turn; hours beyond the plan
 * (and a job that is left out) are charged the loss at its end and the cheapest energy that there is, because the water is needed anyway.
 */
export function optionsOf(
  job: PlanJob,
  { slots, waterBrlM3 }: PlanProblem,
): { options: RunOption[]; leftOutBrl: number } {
  const brlKwh = (slot: Slot) => slot.brlKwh ?? UNKNOWN_BRL_KWH;
  const open = slots.filter(({ isOpen }) => isOpen);
  const cheapest = open.reduce((least, slot) => Math.min(least, brlKwh(slot)), Number.POSITIVE_INFINITY);
  const later = Number.isFinite(cheapest) ? cheapest : UNKNOWN_BRL_KWH;
  const lostAt = (hours: number) =>
    job.lostBrlByHour[Math.min(job.lostBrlByHour.length, Math.max(1, Math.ceil(hours))) - 1] ?? 0;
  const horizon = slots.length * SLOT_HOURS;
  const waterHourBrl = job.flowM3h * waterBrlM3;
  const leftOutHour = (hoursLater: number) =>
    later * job.pumpKw + waterHourBrl + lostAt(horizon + hoursLater) / Math.max(SLOT_HOURS, job.hours);
  const leftHours = (hours: number) => {
    let cost = 0;
    for (let done = 0; done < hours - 1e-9; done += 1) cost += Math.min(1, hours - done) * leftOutHour(done);
    return cost;
  };
  const leftOutBrl = leftHours(job.hours) + WAITING_BRL_H * horizon;
  const options: RunOption[] = [];
  for (const slot of open) {
    if (job.isUnderWay && options.length > 0) break;
    const taken: number[] = [];
    let [left, cost] = [job.hours, WAITING_BRL_H * slot.index * SLOT_HOURS];
    const usedByDay = new Map<number, number>();
    for (let index = slot.index; index < slots.length && left > 1e-9; index += 1) {
      const own = slots[index];
      if (own === undefined || !own.isOpen) continue;
      const used = usedByDay.get(own.day) ?? 0;
      if (used + SLOT_HOURS > job.maxHoursDay + 1e-9) continue;
      const part = Math.min(SLOT_HOURS, left);
      usedByDay.set(own.day, used + SLOT_HOURS);
      taken.push(index);
      left -= part;
      cost += part * (brlKwh(own) * job.pumpKw + waterHourBrl);
      cost += (part / job.hours) * lostAt((index + 1) * SLOT_HOURS);
    }
    if (taken.length > 0 && taken[0] === slot.index)
      options.push({ start: slot.index, slots: taken, hoursDone: job.hours - left, costBrl: cost + leftHours(left) });
  }
  options.sort((a, b) => a.costBrl - b.costBrl || a.start - b.start);
  return { options: options.filter(({ costBrl }) => costBrl < leftOutBrl || job.isUnderWay), leftOutBrl };
}

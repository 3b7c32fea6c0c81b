import { DAY_MINUTES } from "@lamina/shared/core/time";
import { monthCounter } from "./permit-months.ts";
import { type PlanJob, type PlanProblem, type RunOption, SLOT_HOURS, SLOT_MINUTES, type Slot } from "./plan-model.ts";

/** Price of energy without a tariff, because a missing price must not change the order. */
const UNKNOWN_BRL_KWH = 0.5;
/** Whether a job may run in a slot. */
export const isOpenFor = (job: PlanJob, slot: Slot) =>
  (slot.isOpen || (slot.isRest && job.mayUseRestHours === true)) && (!slot.isPast || job.isUnderWay === true);
const DAY_SLOTS = DAY_MINUTES / SLOT_MINUTES;
/** The longest recorded run, 240 h, in two hours a day. */
const MOST_LATER_SLOTS = 120 * DAY_SLOTS;
/** R$ per hour of waiting: among equal costs the earlier plan wins. */
const WAITING_BRL_H = 1e-3;

/** Whether a job runs whatever it costs, because it already does or because a person decided so. */
export const isForced = (job: PlanJob) => job.isUnderWay === true || job.chosenStartMinute !== undefined;

/** Hours that a run of a job may take on a day, by its machine (`slotDay`: the plan's day whose rest hours count) and by its permits. */
export function dayHours(
  job: PlanJob,
  slots: readonly Slot[],
): { machine(day: number, slotDay?: number): number; permit(day: number): number } {
  const today = slots[0]?.day ?? 0;
  // The hours of a machine are those outside the rest hours, so a run that may use them has more.
  const restHours = new Map<number, number>();
  if (job.mayUseRestHours)
    for (const { day, isRest } of slots) if (isRest) restHours.set(day, (restHours.get(day) ?? 0) + SLOT_HOURS);
  const { permitHoursDay = Number.POSITIVE_INFINITY, permitHoursUsedToday = 0, hoursUsedToday = 0 } = job;
  return {
    machine: (day, slotDay = day) =>
      job.maxHoursDay + (restHours.get(slotDay) ?? 0) - (day === today ? hoursUsedToday : 0),
    permit: (day) => permitHoursDay - (day === today ? permitHoursUsedToday : 0),
  };
}

/**
 * Every start of a job, cheapest first, and the cost of leaving it out. A run pauses in closed slots and when its day's
 * hours are used, and continues afterwards; from each start also in the cheapest hours alone. R$: energy of its slots +
 * water + yield lost until each part of the ground is watered. Hours beyond the plan are priced as on its last day: else a run would be put off until its expensive hours
 * are beyond the plan. A job that is left out is charged the loss after the plan and the energy of its cheapest run,
 * because the water is needed anyway.
 */
export function optionsOf(
  job: PlanJob,
  { slots, waterBrlM3 }: PlanProblem,
): { options: RunOption[]; leftOutBrl: number } {
  const brlKwh = (slot: Slot) => slot.brlKwh ?? UNKNOWN_BRL_KWH;
  const open = slots.filter((slot) => isOpenFor(job, slot));
  const lostAt = (hours: number) =>
    job.lostBrlByHour[Math.min(job.lostBrlByHour.length, Math.max(1, Math.ceil(hours))) - 1] ?? 0;
  const horizon = slots.length * SLOT_HOURS;
  const omittedHours = job.omittedHours ?? 0;
  const neededHours = job.hours + omittedHours;
  const waterHourBrl = job.flowM3h * waterBrlM3;
  /** Water and lost yield of hours beyond the plan. */
  const leftHours = (hours: number) => {
    let cost = 0;
    for (let done = 0; done < hours - 1e-9; done += 1)
      cost += Math.min(1, hours - done) * (waterHourBrl + lostAt(horizon + done) / Math.max(SLOT_HOURS, neededHours));
    return cost;
  };
  /** R$ of an hour's energy in the cheapest run. */
  let energyHour = Number.POSITIVE_INFINITY;
  const options: RunOption[] = [];
  const hoursOn = dayHours(job, slots);
  /** The run from a slot on; null where it cannot begin there. It takes only slots at most as dear as `mostBrlKwh`. */
  const runFrom = (slot: Slot, mostBrlKwh: number): (RunOption & { energyBrlHour: number }) | null => {
    const taken: number[] = [];
    let [left, cost, energy] = [job.hours, WAITING_BRL_H * slot.index * SLOT_HOURS, 0];
    const [ranOn, permitRanOn] = [new Map<number, number>(), new Map<number, number>()];
    const months = monthCounter(job.permitMonths);
    /** Hours of the run in a slot of a day; 0 where it rests. */
    const hoursIn = (own: Slot, day: number): number => {
      const [ran, permitRan] = [ranOn.get(day) ?? 0, permitRanOn.get(day) ?? 0];
      if (!isOpenFor(job, own) || brlKwh(own) > mostBrlKwh) return 0;
      if (ran + SLOT_HOURS > hoursOn.machine(day, own.day) + 1e-9) return 0;
      const permitHours = day === own.day && job.permitFreeSlots?.has(own.index) ? 0 : SLOT_HOURS;
      if (permitHours > 0 && permitRan + permitHours > hoursOn.permit(day) + 1e-9) return 0;
      if (day === own.day && !months.take(own)) return 0;
      ranOn.set(day, ran + SLOT_HOURS);
      permitRanOn.set(day, permitRan + permitHours);
      return Math.min(SLOT_HOURS, left);
    };
    for (let index = slot.index; index < slots.length && left > 1e-9; index += 1) {
      const own = slots[index];
      const part = own === undefined ? 0 : hoursIn(own, own.day);
      if (own === undefined || part === 0) continue;
      taken.push(index);
      left -= part;
      energy += part * brlKwh(own) * job.pumpKw;
      cost += part * waterHourBrl + (part / neededHours) * lostAt((index + 1) * SLOT_HOURS);
    }
    if (taken[0] !== slot.index) return null;
    const hoursDone = job.hours - left;
    cost += leftHours(left);
    for (let later = 0; left > 1e-9 && later < MOST_LATER_SLOTS; later += 1) {
      const own = slots[slots.length - DAY_SLOTS + (later % DAY_SLOTS)];
      const part = own === undefined ? 0 : hoursIn(own, own.day + 1 + Math.floor(later / DAY_SLOTS));
      left -= part;
      if (own !== undefined) energy += part * brlKwh(own) * job.pumpKw;
    }
    const energyBrlHour = energy / Math.max(1e-9, job.hours - left);
    return { start: slot.index, slots: taken, hoursDone, costBrl: cost + energy, energyBrlHour };
  };
  const add = ({ energyBrlHour, ...option }: NonNullable<ReturnType<typeof runFrom>>) => {
    energyHour = Math.min(energyHour, energyBrlHour);
    options.push(option);
  };
  // A run may also rest in the dearer hours: two cheap nights often cost less than a night and a day. It must end within the
  // plan, because what it loses later is not known.
  const cheapest = Math.min(...open.map(brlKwh));
  const isCheaper = !isForced(job) && open.some((slot) => brlKwh(slot) > cheapest);
  for (const slot of open) {
    if (isForced(job) && options.length > 0) break;
    if (slot.startMinute + SLOT_MINUTES <= (job.chosenStartMinute ?? Number.NEGATIVE_INFINITY)) continue;
    const run = runFrom(slot, Number.POSITIVE_INFINITY);
    if (run !== null) add(run);
    const patient = isCheaper && brlKwh(slot) === cheapest ? runFrom(slot, cheapest) : null;
    if (patient && patient.hoursDone > job.hours - 1e-9 && patient.costBrl !== run?.costBrl) add(patient);
  }
  if (!Number.isFinite(energyHour)) energyHour = UNKNOWN_BRL_KWH * job.pumpKw;
  const omittedBrl = leftHours(omittedHours) + omittedHours * energyHour;
  for (const option of options) option.costBrl += omittedBrl;
  const leftOutBrl = leftHours(neededHours) + neededHours * energyHour + WAITING_BRL_H * horizon;
  options.sort((a, b) => a.costBrl - b.costBrl || a.start - b.start);
  return { options: options.filter(({ costBrl }) => costBrl < leftOutBrl || isForced(job)), leftOutBrl };
}

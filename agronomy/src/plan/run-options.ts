import { DAY_MINUTES } from "@lamina/shared/core/time";
import { monthCounter } from "./permit-months.ts";
import {
  type PlanJob,
  type PlanProblem,
  type RunOption,
  SLOT_HOURS,
  SLOT_MINUTES,
  type Slot,
  UNKNOWN_BRL_KWH,
} from "./plan-model.ts";

/** A run and what an hour of it costs. */
type PricedRun = RunOption & { energyBrlHour: number };

/** Whether a job may run in a slot. */
export const isOpenFor = (job: PlanJob, slot: Slot) =>
  (slot.isOpen || (slot.isRest && job.mayUseRestHours === true)) && (!slot.isPast || job.isUnderWay === true);
const DAY_SLOTS = DAY_MINUTES / SLOT_MINUTES;
/** The maximum recorded run, 240 h, at two hours a day. */
const MOST_LATER_SLOTS = 120 * DAY_SLOTS;
/** R$ per hour of waiting: breaks ties in favour of the earlier plan. */
const WAITING_BRL_H = 1e-3;

/** Whether a job is mandatory, because it runs already or a person decided so. */
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
 * A job's costs and limits in one slot of the plan. Computed once, because hundreds of possible runs pass each slot.
 */
interface JobSlot {
  slot: Slot;
  isOpen: boolean;
  brlKwh: number;
  /** R$ lost until its end. */
  lostBrl: number;
  /** Hours that its permits count for it. */
  permitHours: number;
  /** Hours that the machine and its permits have on the slot's day, and on a day after the plan that repeats it. */
  machineDay: number;
  permitDay: number;
  machineLater: number;
  permitLater: number;
}

/**
 * Every start of a job, cheapest first, and the cost of leaving it out. A run pauses in closed slots and when its day's
 * hours are used, and continues afterwards; from each start also in the cheapest hours alone.
 *
 * R$: energy of its slots + water + yield lost until each part of the ground is watered. Hours beyond the plan are priced
 * as on its last day: else a run would be put off until its expensive hours are beyond the plan. A job that is left out
 * is charged the loss after the plan and the energy of its cheapest run, because the water is needed anyway.
 */
export function optionsOf(
  job: PlanJob,
  { slots, waterBrlM3 }: PlanProblem,
): { options: RunOption[]; leftOutBrl: number } {
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
  const today = slots[0]?.day ?? 0;
  const hoursOn = dayHours(job, slots);
  const own: readonly JobSlot[] = slots.map((slot) => ({
    slot,
    isOpen: isOpenFor(job, slot),
    brlKwh: slot.brlKwh ?? UNKNOWN_BRL_KWH,
    lostBrl: lostAt((slot.index + 1) * SLOT_HOURS),
    permitHours: job.permitFreeSlots?.has(slot.index) ? 0 : SLOT_HOURS,
    machineDay: hoursOn.machine(slot.day),
    permitDay: hoursOn.permit(slot.day),
    machineLater: hoursOn.machine(today + 1, slot.day),
    permitLater: hoursOn.permit(today + 1),
  }));
  const open = own.filter(({ isOpen }) => isOpen);
  const lastDay = own.slice(-DAY_SLOTS);
  /** R$ of an hour's energy in the cheapest run. */
  let energyHour = Number.POSITIVE_INFINITY;
  const options: RunOption[] = [];
  /** The run from a slot on; null where it cannot begin there. It takes only slots at most as dear as `mostBrlKwh`. */
  const runFrom = ({ slot: first }: JobSlot, mostBrlKwh: number): PricedRun | null => {
    const taken: number[] = [];
    let [left, cost, energy] = [job.hours, WAITING_BRL_H * first.index * SLOT_HOURS, 0];
    /** Hours of each day, counted from the first. */
    const [ran, permitRan]: [number[], number[]] = [[], []];
    const months = monthCounter(job.permitMonths);
    const isRoom = (day: number, hours: number, machineHours: number, permitHours: number) =>
      (ran[day] ?? 0) + SLOT_HOURS <= machineHours + 1e-9 &&
      (hours === 0 || (permitRan[day] ?? 0) + hours <= permitHours + 1e-9);
    const take = (day: number, hours: number) => {
      ran[day] = (ran[day] ?? 0) + SLOT_HOURS;
      permitRan[day] = (permitRan[day] ?? 0) + hours;
      const part = Math.min(SLOT_HOURS, left);
      left -= part;
      return part;
    };
    for (let index = first.index; index < own.length && left > 1e-9; index += 1) {
      const at = own[index];
      if (at === undefined || !at.isOpen || at.brlKwh > mostBrlKwh) continue;
      const day = at.slot.day - today;
      if (!isRoom(day, at.permitHours, at.machineDay, at.permitDay) || !months.take(at.slot)) continue;
      taken.push(index);
      const part = take(day, at.permitHours);
      energy += part * at.brlKwh * job.pumpKw;
      cost += part * waterHourBrl + (part / neededHours) * at.lostBrl;
    }
    if (taken[0] !== first.index) return null;
    const hoursDone = job.hours - left;
    cost += leftHours(left);
    for (let later = 0; left > 1e-9 && later < MOST_LATER_SLOTS; later += 1) {
      const at = lastDay[later % DAY_SLOTS];
      if (at === undefined || !at.isOpen || at.brlKwh > mostBrlKwh) continue;
      const day = at.slot.day - today + 1 + Math.floor(later / DAY_SLOTS);
      if (isRoom(day, SLOT_HOURS, at.machineLater, at.permitLater))
        energy += take(day, SLOT_HOURS) * at.brlKwh * job.pumpKw;
    }
    const energyBrlHour = energy / Math.max(1e-9, job.hours - left);
    return { start: first.index, slots: taken, hoursDone, costBrl: cost + energy, energyBrlHour };
  };
  const add = ({ energyBrlHour, ...option }: PricedRun) => {
    energyHour = Math.min(energyHour, energyBrlHour);
    options.push(option);
  };
  // A run may also rest in the dearer hours: two cheap nights often cost less than a night and a day. It must end within the
  // plan, because what it loses later is not known.
  const cheapest = Math.min(...open.map(({ brlKwh }) => brlKwh));
  const isCheaper = !isForced(job) && open.some(({ brlKwh }) => brlKwh > cheapest);
  for (const at of open) {
    if (isForced(job) && options.length > 0) break;
    if (at.slot.startMinute + SLOT_MINUTES <= (job.chosenStartMinute ?? Number.NEGATIVE_INFINITY)) continue;
    const run = runFrom(at, Number.POSITIVE_INFINITY);
    if (run !== null) add(run);
    const patient = isCheaper && at.brlKwh === cheapest ? runFrom(at, cheapest) : null;
    if (patient && patient.hoursDone > job.hours - 1e-9 && patient.costBrl !== run?.costBrl) add(patient);
  }
  if (!Number.isFinite(energyHour)) energyHour = UNKNOWN_BRL_KWH * job.pumpKw;
  const omittedBrl = leftHours(omittedHours) + omittedHours * energyHour;
  for (const option of options) option.costBrl += omittedBrl;
  const leftOutBrl = leftHours(neededHours) + neededHours * energyHour + WAITING_BRL_H * horizon;
  options.sort((a, b) => a.costBrl - b.costBrl || a.start - b.start);
  return { options: options.filter(({ costBrl }) => costBrl < leftOutBrl || isForced(job)), leftOutBrl };
}

import { DAY_MINUTES } from "@lamina/shared/core/time";
import { cheapestRun, type FreeSlot, MIN_STRETCH_HOURS } from "./free-rests.ts";
import { monthCounter } from "./permit-months.ts";
import {
  PLAN_DAYS,
  type PlanJob,
  type PlanProblem,
  type RunOption,
  SLOT_HOURS,
  type Slot,
  UNKNOWN_BRL_KWH,
} from "./plan-model.ts";

/** A run and what an hour of it costs. */
type PricedRun = RunOption & { energyBrlHour: number };

/** Whether a job is out of service in a part of a slot. */
export const isOutIn = ({ outOfService = [] }: PlanJob, { startMinute, endMinute }: Slot) =>
  outOfService.some(
    ({ fromMinute, untilMinute = Number.POSITIVE_INFINITY }) => fromMinute < endMinute && untilMinute > startMinute,
  );

/** Whether a job may run in a slot. */
export const isOpenFor = (job: PlanJob, slot: Slot) =>
  (slot.isOpen || (slot.isRest && job.mayUseRestHours === true)) &&
  (job.isUnderWay === true || !(slot.isPast || isOutIn(job, slot)));
/** The maximum recorded run, 240 h, at two hours a day. */
const LATER_DAYS = 120;
const MAX_DAYS = PLAN_DAYS + 1 + LATER_DAYS;
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
    for (const { day, isRest, hours } of slots) if (isRest) restHours.set(day, (restHours.get(day) ?? 0) + hours);
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
interface JobSlot extends FreeSlot {
  slot: Slot;
  isOpen: boolean;
  /** R$ lost until its end. */
  lostBrl: number;
  /** R$ an hour of pumping again what wind and evaporation take. */
  windBrlHour: number;
  /** Hours that the machine and its permits have on a day after the plan that repeats the slot's day. */
  machineLater: number;
  permitLater: number;
}

/** The possible runs of a job, cheapest first, and the cost of leaving it out. */
export interface JobOptions {
  options: RunOption[];
  leftOutBrl: number;
  /** The cheapest run with free rests in the slots that have room; null where there is none. */
  freeRun(hasRoom: (slot: number) => boolean): RunOption | null;
}

/**
 * Every start of a job, cheapest first, and the cost of leaving it out. A run pauses in closed slots and when its day's
 * hours are used, and continues afterwards; from each start also in the cheapest hours alone, with rests between them.
 *
 * R$: energy of its slots + water + what wind and evaporation take of both + yield lost until each part of the ground is watered. Hours beyond the plan are priced
 * as on its last day: else a run would be put off until its expensive hours are beyond the plan. A job that is left out
 * is charged the loss after the plan and the energy of its cheapest run, because the water is needed anyway.
 */
export function optionsOf(job: PlanJob, { slots, waterBrlM3 }: PlanProblem): JobOptions {
  const lostAt = (hours: number) =>
    job.lostBrlByHour[Math.min(job.lostBrlByHour.length, Math.max(1, Math.ceil(hours))) - 1] ?? 0;
  const fromMinute = slots[0]?.startMinute ?? 0;
  const endOfPlan = slots.at(-1)?.endMinute ?? 0;
  const horizon = (endOfPlan - fromMinute) / 60;
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
  const jobSlots = slots.map((slot): JobSlot => {
    const brlKwh = slot.brlKwh ?? UNKNOWN_BRL_KWH;
    const lostBrl = lostAt((slot.endMinute - fromMinute) / 60);
    const part = job.efficiencyParts?.[Math.floor(slot.startMinute / 60)] ?? 1;
    const windBrlHour = (1 / part - 1) * (brlKwh * job.pumpKw + waterHourBrl);
    return {
      index: slot.index,
      day: slot.day - today,
      hours: slot.hours,
      brl: slot.hours * (brlKwh * job.pumpKw + windBrlHour + lostBrl / neededHours),
      slot,
      isOpen: isOpenFor(job, slot),
      brlKwh,
      lostBrl,
      windBrlHour,
      permitHours: job.permitFreeSlots?.has(slot.index) ? 0 : slot.hours,
      machineDay: hoursOn.machine(slot.day),
      permitDay: hoursOn.permit(slot.day),
      machineLater: hoursOn.machine(today + 1, slot.day),
      permitLater: hoursOn.permit(today + 1),
    };
  });
  const open = jobSlots.filter(({ isOpen }) => isOpen);
  const lastDay = jobSlots.filter(({ slot }) => slot.startMinute >= endOfPlan - DAY_MINUTES);
  /** R$ of an hour's energy in the cheapest run. */
  let energyHour = Number.POSITIVE_INFINITY;
  const options: RunOption[] = [];
  /** The run in some open slots; null where it cannot begin in the first one. */
  const runIn = (among: readonly number[]): PricedRun | null => {
    const [start = 0] = among;
    const taken: number[] = [];
    let left = job.hours;
    let cost = (WAITING_BRL_H * ((slots[start]?.startMinute ?? 0) - fromMinute)) / 60;
    let energy = 0;
    /** Hours of each day, counted from the first. */
    const ran = new Float64Array(MAX_DAYS);
    const permitRan = new Float64Array(MAX_DAYS);
    const months = monthCounter(job.permitMonths);
    const isRoom = (day: number, hours: number, ofPermit: number, machineHours: number, permitHours: number) =>
      (ran[day] ?? 0) + hours <= machineHours + 1e-9 &&
      (ofPermit === 0 || (permitRan[day] ?? 0) + ofPermit <= permitHours + 1e-9);
    const take = (day: number, hours: number, ofPermit: number) => {
      ran[day] = (ran[day] ?? 0) + hours;
      permitRan[day] = (permitRan[day] ?? 0) + ofPermit;
      const part = Math.min(hours, left);
      left -= part;
      return part;
    };
    for (const index of among) {
      if (left <= 1e-9) break;
      const at = jobSlots[index];
      if (at === undefined) continue;
      const { day } = at;
      if (!isRoom(day, at.hours, at.permitHours, at.machineDay, at.permitDay) || !months.take(at.slot)) continue;
      taken.push(index);
      const part = take(day, at.hours, at.permitHours);
      energy += part * at.brlKwh * job.pumpKw;
      cost += part * (waterHourBrl + at.windBrlHour) + (part / neededHours) * at.lostBrl;
    }
    if (taken[0] !== start) return null;
    const hoursDone = job.hours - left;
    cost += leftHours(left);
    for (let later = 0; left > 1e-9 && later < LATER_DAYS * lastDay.length; later += 1) {
      const at = lastDay[later % lastDay.length];
      if (at === undefined || !at.isOpen) continue;
      const day = at.day + 1 + Math.floor(later / lastDay.length);
      if (isRoom(day, at.hours, at.hours, at.machineLater, at.permitLater))
        energy += take(day, at.hours, at.hours) * at.brlKwh * job.pumpKw;
    }
    const energyBrlHour = energy / Math.max(1e-9, job.hours - left);
    return { start, slots: taken, hoursDone, costBrl: cost + energy, energyBrlHour };
  };
  const add = ({ energyBrlHour, ...option }: PricedRun) => {
    energyHour = Math.min(energyHour, energyBrlHour);
    options.push(option);
  };
  const openSlots = open.map(({ index }) => index);
  for (const [position, at] of open.entries()) {
    if (isForced(job) && options.length > 0) break;
    if (at.slot.endMinute <= (job.chosenStartMinute ?? Number.NEGATIVE_INFINITY)) continue;
    const run = runIn(openSlots.slice(position));
    if (run !== null) add(run);
  }
  // Who waters in peak hours too decided against these rests.
  const mayRest = !isForced(job) && job.mayUseRestHours !== true;
  const free = {
    bySlot: jobSlots.map((at) => (at.isOpen ? at : undefined)),
    cheapestFirst: open.toSorted((a, b) => a.brl / a.hours - b.brl / b.hours || a.index - b.index),
  };
  /** The cheapest run among some slots. It must end within the plan, because what it loses later is not known. */
  const freeRun = (hasRoom: (slot: number) => boolean): PricedRun | null => {
    const chosen = cheapestRun(free, job.hours, hasRoom)?.slots;
    const run = chosen ? runIn(chosen) : null;
    return run && run.hoursDone >= job.hours - 1e-9 ? run : null;
  };
  // Fewer starts than without rests, because the search finds others where there is room.
  const startStep = MIN_STRETCH_HOURS / SLOT_HOURS;
  const through = new Map(options.map((option) => [option.start, option.costBrl] as const));
  for (let from = 0; mayRest && from < slots.length; ) {
    const run = freeRun((index) => index >= from);
    if (run === null) break;
    if (run.costBrl !== through.get(run.start)) add(run);
    from = run.start + startStep;
  }
  if (!Number.isFinite(energyHour)) energyHour = UNKNOWN_BRL_KWH * job.pumpKw;
  const omittedBrl = leftHours(omittedHours) + omittedHours * energyHour;
  for (const option of options) option.costBrl += omittedBrl;
  const leftOutBrl = leftHours(neededHours) + neededHours * energyHour + WAITING_BRL_H * horizon;
  options.sort((a, b) => a.costBrl - b.costBrl || a.start - b.start);
  return {
    options: options.filter(({ costBrl }) => costBrl < leftOutBrl || isForced(job)),
    leftOutBrl,
    freeRun: (hasRoom) => {
      const run = mayRest ? freeRun(hasRoom) : null;
      return run && { ...run, costBrl: run.costBrl + omittedBrl };
    },
  };
}

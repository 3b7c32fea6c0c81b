import { PLAN_DAYS, SLOT_HOURS } from "./plan-model.ts";

/** A slot in which a job may run: what it costs there, and the hours that its day has for it. */
export interface FreeSlot {
  index: number;
  day: number;
  hours: number;
  brlKwh: number;
  /** R$ of energy and of yield lost until its end. */
  brl: number;
  /** Hours that its permits count for it. */
  permitHours: number;
  /** Hours that the machine and its permits have on its day. */
  machineDay: number;
  permitDay: number;
}

/** Slots of a run in their order, and the sum of their R$; its last slot counts in part. */
interface Selection {
  slots: number[];
  hours: number;
  brl: number;
}

/** Minimum hours between two rests, a start value: a pump is not started for less. */
export const MIN_STRETCH_HOURS = 2;
/** Attempts to do without stretches that are too short. */
const MAX_REPAIRS = 6;

/** Calendar days of a plan, which may begin and end within one. */
const DAYS = PLAN_DAYS + 1;

/** Of a slot: an attempt takes it, or does not. */
const [REQUIRED, EXCLUDED] = [1, 2];

/** The slots of the job by index (undefined: closed), and the same by cost. */
interface FreeSlots {
  bySlot: readonly (FreeSlot | undefined)[];
  cheapestFirst: readonly FreeSlot[];
}

/**
 * The cheapest slots with room for a run that may rest at any time; null where they do not suffice.
 * A slot costs the same whichever others are taken, so the cheapest ones within the hours of their days are the best.
 * A stretch that is too short gets longer, or its hours move elsewhere, whichever costs less.
 */
export function cheapestRun(free: FreeSlots, hours: number, hasRoom: (slot: number) => boolean): Selection | null {
  const marks = new Uint8Array(free.bySlot.length).fill(EXCLUDED);
  for (const { index } of free.cheapestFirst) if (hasRoom(index)) marks[index] = 0;
  /** Without the hours of the last slot that have no water. */
  const priced = (one: Selection): Selection => {
    const last = free.bySlot[one.slots.at(-1) ?? 0];
    return last ? { ...one, brl: one.brl - ((one.hours - hours) / last.hours) * last.brl } : one;
  };
  const whole = cheapestSlots(free, hours, marks);
  const best = whole && priced(whole);
  const before = Math.floor(hours / SLOT_HOURS + 1e-9) * SLOT_HOURS;
  if (hours - before < 1e-9 || before === 0) return best;
  // A last slot that is used in part may be a dear one after the others.
  const shorter = cheapestSlots(free, before, marks);
  const next = free.bySlot[(shorter?.slots.at(-1) ?? 0) + 1];
  if (!shorter || !next || marks[next.index] === EXCLUDED) return best;
  const longer = priced({
    slots: [...shorter.slots, next.index],
    hours: shorter.hours + next.hours,
    brl: shorter.brl + next.brl,
  });
  return best && best.brl <= longer.brl ? best : longer;
}

function cheapestSlots(free: FreeSlots, hours: number, marks: Uint8Array): Selection | null {
  const least = Math.min(MIN_STRETCH_HOURS, hours) - 1e-9;
  const hoursOf = (slot: number) => free.bySlot[slot]?.hours ?? 0;
  let repairs = 0;
  const attempt = (current: Uint8Array): Selection | null => {
    const found = select(free, hours, current);
    const short = found && shortStretch(found.slots, least, hoursOf);
    if (!short) return found;
    repairs += 1;
    if (repairs > MAX_REPAIRS) return null;
    const marked = (slots: readonly number[], mark: number) => {
      const next = current.slice();
      for (const slot of slots) next[slot] = mark;
      return attempt(next);
    };
    const longer = extended(short, least, (slot) => (current[slot] === EXCLUDED ? 0 : hoursOf(slot)), hoursOf);
    const a = longer && marked(longer, REQUIRED);
    const b = marked(windowOf(short, free), EXCLUDED);
    return a && b ? (a.brl <= b.brl ? a : b) : (a ?? b);
  };
  return attempt(marks);
}

function select({ bySlot, cheapestFirst }: FreeSlots, hours: number, marks: Uint8Array): Selection | null {
  const ran = new Float64Array(DAYS);
  const permitRan = new Float64Array(DAYS);
  const taken = new Uint8Array(bySlot.length);
  let left = hours;
  let brl = 0;
  const take = (slot: FreeSlot): boolean => {
    const { day, permitHours } = slot;
    const ofDay = (ran[day] ?? 0) + slot.hours;
    const ofPermit = (permitRan[day] ?? 0) + permitHours;
    if (ofDay > slot.machineDay + 1e-9 || (permitHours > 0 && ofPermit > slot.permitDay + 1e-9)) return false;
    ran[day] = ofDay;
    permitRan[day] = ofPermit;
    taken[slot.index] = 1;
    left -= slot.hours;
    brl += slot.brl;
    return true;
  };
  if (marks.includes(REQUIRED))
    for (const slot of cheapestFirst) if (marks[slot.index] === REQUIRED && !take(slot)) return null;
  for (const slot of cheapestFirst) {
    if (left <= 1e-9) break;
    if (marks[slot.index] === 0) take(slot);
  }
  if (left > 1e-9) return null;
  const slots: number[] = [];
  for (let index = 0; index < taken.length; index += 1) if (taken[index]) slots.push(index);
  return { slots, hours: hours - left, brl };
}

/** The first stretch of fewer hours than `least`. */
function shortStretch(slots: readonly number[], least: number, hoursOf: (slot: number) => number): number[] | null {
  let [from, hours] = [0, 0];
  for (const [index, slot] of slots.entries()) {
    hours += hoursOf(slot);
    if (slots[index + 1] === slot + 1) continue;
    if (hours < least) return slots.slice(from, index + 1);
    [from, hours] = [index + 1, 0];
  }
  return null;
}

/** A stretch with the slots after it, else before it, to the minimum hours; null where they have no room (`roomOf`: 0). */
function extended(
  short: readonly number[],
  least: number,
  roomOf: (slot: number) => number,
  hoursOf: (slot: number) => number,
): number[] | null {
  for (const step of [1, -1]) {
    const added: number[] = [];
    let hours = short.reduce((sum, slot) => sum + hoursOf(slot), 0);
    let slot = (step > 0 ? short.at(-1) : short[0]) ?? 0;
    while (hours < least && roomOf(slot + step) > 0) {
      slot += step;
      added.push(slot);
      hours += roomOf(slot);
    }
    if (hours >= least) return [...short, ...added];
  }
  return null;
}

/** A stretch with the slots after it at its price on its day, because the next ones would be a stretch as short. */
function windowOf(short: readonly number[], { bySlot }: FreeSlots): number[] {
  const window = [...short];
  const last = bySlot[short.at(-1) ?? 0];
  for (let index = (last?.index ?? 0) + 1; ; index += 1) {
    const slot = bySlot[index];
    if (slot === undefined || slot.day !== last?.day || slot.brlKwh !== last.brlKwh) return window;
    window.push(index);
  }
}

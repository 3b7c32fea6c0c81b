import { PLAN_DAYS, SLOT_HOURS } from "./plan-model.ts";

/** A slot in which a job may run: what it costs there, and the hours that its day has for it. */
export interface FreeSlot {
  index: number;
  day: number;
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
  brl: number;
}

/** Least hours between two rests, a start value: a pump is not started for less. */
export const LEAST_STRETCH_HOURS = 2;
const LEAST_STRETCH = LEAST_STRETCH_HOURS / SLOT_HOURS;
/** Attempts to do without stretches that are too short. */
const MOST_REPAIRS = 6;

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
  const count = Math.ceil(hours / SLOT_HOURS - 1e-9);
  /** Part of the last slot without water. */
  const unused = count - hours / SLOT_HOURS;
  const priced = ({ slots, brl }: Selection): Selection => ({
    slots,
    brl: brl - unused * (free.bySlot[slots.at(-1) ?? 0]?.brl ?? 0),
  });
  const whole = cheapestSlots(free, count, marks);
  const best = whole && priced(whole);
  if (unused < 1e-9 || count < 2) return best;
  // A last slot that is used in part may be a dear one after the others.
  const shorter = cheapestSlots(free, count - 1, marks);
  const next = free.bySlot[(shorter?.slots.at(-1) ?? 0) + 1];
  if (!shorter || !next || marks[next.index] === EXCLUDED) return best;
  const longer = priced({ slots: [...shorter.slots, next.index], brl: shorter.brl + next.brl });
  return best && best.brl <= longer.brl ? best : longer;
}

function cheapestSlots(free: FreeSlots, count: number, marks: Uint8Array): Selection | null {
  const least = Math.min(LEAST_STRETCH, count);
  let repairs = 0;
  const attempt = (current: Uint8Array): Selection | null => {
    const found = select(free, count, current);
    const short = found && shortStretch(found.slots, least);
    if (!short) return found;
    repairs += 1;
    if (repairs > MOST_REPAIRS) return null;
    const marked = (slots: readonly number[], mark: number) => {
      const next = current.slice();
      for (const slot of slots) next[slot] = mark;
      return attempt(next);
    };
    const longer = extended(short, least, (slot) => free.bySlot[slot] !== undefined && current[slot] !== EXCLUDED);
    const a = longer && marked(longer, REQUIRED);
    const b = marked(windowOf(short, free), EXCLUDED);
    return a && b ? (a.brl <= b.brl ? a : b) : (a ?? b);
  };
  return attempt(marks);
}

function select({ bySlot, cheapestFirst }: FreeSlots, count: number, marks: Uint8Array): Selection | null {
  const ran = new Float64Array(DAYS);
  const permitRan = new Float64Array(DAYS);
  const taken = new Uint8Array(bySlot.length);
  let left = count;
  let brl = 0;
  const take = (slot: FreeSlot): boolean => {
    const { day, permitHours } = slot;
    const hours = (ran[day] ?? 0) + SLOT_HOURS;
    const ofPermit = (permitRan[day] ?? 0) + permitHours;
    if (hours > slot.machineDay + 1e-9 || (permitHours > 0 && ofPermit > slot.permitDay + 1e-9)) return false;
    ran[day] = hours;
    permitRan[day] = ofPermit;
    taken[slot.index] = 1;
    left -= 1;
    brl += slot.brl;
    return true;
  };
  if (marks.includes(REQUIRED))
    for (const slot of cheapestFirst) if (marks[slot.index] === REQUIRED && !take(slot)) return null;
  for (const slot of cheapestFirst) {
    if (left <= 0) break;
    if (marks[slot.index] === 0) take(slot);
  }
  if (left !== 0) return null;
  const slots: number[] = [];
  for (let index = 0; index < taken.length; index += 1) if (taken[index]) slots.push(index);
  return { slots, brl };
}

/** The first stretch of fewer slots than `least`. */
function shortStretch(slots: readonly number[], least: number): number[] | null {
  let from = 0;
  for (let end = 1; end <= slots.length; end += 1) {
    if (end < slots.length && slots[end] === (slots[end - 1] ?? 0) + 1) continue;
    if (end - from < least) return slots.slice(from, end);
    from = end;
  }
  return null;
}

/** A stretch with the slots after it, else before it, to the least length; null where they have no room. */
function extended(short: readonly number[], least: number, isFree: (slot: number) => boolean): number[] | null {
  const [first = 0, last = 0] = [short[0], short.at(-1)];
  const missing = Array.from({ length: least - short.length }, (_, index) => index + 1);
  for (const added of [missing.map((by) => last + by), missing.map((by) => first - by)])
    if (added.every(isFree)) return [...short, ...added];
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

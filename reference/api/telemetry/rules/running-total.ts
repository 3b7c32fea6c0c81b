import { HOUR_MS } from "@lamina/shared/core/time";

/** Rain of a gauge at a moment, mm; moments in milliseconds since the epoch. */
export interface RainReading {
  at: number;
  mm: number;
}

/**
 * A total that falls by no more than this, mm and share of it, was not reset: gateways round, and convert inches. A
 * reset total falls to a small part of itself.
 */
const NOISE_MM = 0.5;
export const NOISE_SHARE = 0.1;

/** From this level on, mm, rain does not repeat exactly: a tip is 0.1 to 0.5 mm, so that drizzle repeats one or two. */
const UNLIKELY_TO_REPEAT_MM = 1;

/** Readings in a row that never fall. */
interface Climb {
  first: number;
  last: number;
  /** Number of different amounts above zero. */
  levels: number;
  /** Stretches of the same amount above zero. */
  held: Held[];
  /** How it ended: by a fall within a day, and the amount before and after it. */
  fall: { from: number; to: number; held: Held | undefined } | undefined;
}

interface Held {
  mm: number;
  since: number;
  until: number;
  count: number;
}

/**
 * Whether days of a gauge's readings are a running total (of the day, an event, a year, or since the installation), sent
 * as the rain since the last reading. A total never falls except when it starts again, and repeats its amount while it
 * is dry; rain falls within hours, and does not repeat the same amount above a few tips. `isKnown` says that other days of
 * the gauge are such a total: then a day needs no more than to be one too.
 * @param readings in time order
 * @returns the days with amounts above zero that are a running total
 */
export function runningTotalDays(
  readings: readonly RainReading[],
  dayOf: (at: number) => string,
  isKnown: boolean,
): Set<string> {
  const climbs = climbsOf(readings, dayOf);
  const proven = climbs.filter(isTotal);
  const days = new Set<string>();
  const add = (all: readonly Climb[]) => {
    for (const { first, last } of all)
      for (const { at, mm } of readings.slice(first, last + 1)) if (mm > 0) days.add(dayOf(at));
  };
  add(proven);
  // Where it once was a total, it is one on each day that does not contradict it.
  if (isKnown || proven.length > 0) {
    const rained = new Set(
      climbs.filter((climb) => !mayBeTotal(climb)).flatMap(({ first, last }) => daysOf(first, last)),
    );
    add(climbs.filter(({ first, last }) => daysOf(first, last).every((day) => !rained.has(day))));
  }
  return days;

  function daysOf(first: number, last: number): string[] {
    return [...new Set(readings.slice(first, last + 1).map(({ at }) => dayOf(at)))];
  }
}

/** Whether an amount after another starts a total again. */
const isFall = (before: number, mm: number) =>
  mm < before && !(before - mm <= NOISE_MM && before - mm <= NOISE_SHARE * before);

function climbsOf(readings: readonly RainReading[], dayOf: (at: number) => string): Climb[] {
  const climbs: Climb[] = [];
  let top = 0;
  for (const [index, { at, mm }] of readings.entries()) {
    let climb = climbs.at(-1);
    const before = readings[index - 1];
    if (climb === undefined || before === undefined || isFall(top, mm)) {
      if (climb !== undefined && before !== undefined && dayOf(before.at) === dayOf(at))
        climb.fall = { from: top, to: mm, held: climb.held.at(-1) };
      climb = { first: index, last: index, levels: 0, held: [], fall: undefined };
      climbs.push(climb);
      top = 0;
    }
    climb.last = index;
    const held = climb.held.at(-1);
    if (mm > 0 && held !== undefined && mm <= top) {
      held.until = at;
      held.count++;
    } else if (mm > 0) {
      climb.levels++;
      climb.held.push({ mm, since: at, until: at, count: 1 });
      top = mm;
    }
  }
  return climbs;
}

const lasts = ({ since, until, count }: Held, hours: number, readings: number) =>
  until - since >= hours * HOUR_MS && count >= readings;

/** Whether a climb shows a running total by itself. */
function isTotal(climb: Climb): boolean {
  const { levels, held, fall } = climb;
  if (!mayBeTotal(climb)) return false;
  const isLarge = ({ mm }: Held) => mm >= UNLIKELY_TO_REPEAT_MM;
  // Steady rain, of one amount from its beginning to its end, is no total; one of a whole evening is.
  if (levels < 2) return fall === undefined && held.some((one) => isLarge(one) && lasts(one, 5, 6));
  return held.some((one) => isLarge(one) && lasts(one, 2.5, 4)) || (levels > 2 && held.some((one) => lasts(one, 5, 6)));
}

/** Whether a climb may be a total: within a day it ends from a held amount, by a fall to a small part of it. */
function mayBeTotal({ fall }: Climb): boolean {
  if (fall === undefined) return true;
  return fall.to <= fall.from / 2 && fall.held !== undefined && lasts(fall.held, 1, 2);
}

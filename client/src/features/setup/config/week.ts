import type { TariffWindow } from "@lamina/shared/config";

export const HOURS = 24;
export const DAYS = 7;
/** The reduced tariff of irrigators begins at 21:30: the week is painted in half hours. */
export const SLOT_MIN = 30;
const HOUR_MIN = 60;
export const DAY_MIN = HOURS * HOUR_MIN;
export const WEEK_MIN = DAYS * DAY_MIN;

/** When a window holds. */
export type Timed = Pick<TariffWindow, "days" | "from" | "to">;

/** What holds at each minute of the week from Sunday 00:00 on; null where nothing does. */
export type Week<Window> = readonly (Window | null)[];

const minuteOf = (time: string) => {
  const [hours = 0, rest = 0] = time.split(":").map(Number);
  return hours * HOUR_MIN + rest;
};

/** `HH:MM` of a minute of a day; the end of a day is `00:00`. */
export function timeOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / HOUR_MIN) % HOURS)}:${two(minute % HOUR_MIN)}`;
}

/** The minutes of the week that a window holds. After midnight it belongs to the day on which it began; equal times are a whole day. */
function minutesOf({ days, from, to }: Timed): number[] {
  const start = minuteOf(from);
  const length = (minuteOf(to) - start + DAY_MIN) % DAY_MIN || DAY_MIN;
  return days.flatMap((day) => Array.from({ length }, (_, minute) => (day * DAY_MIN + start + minute) % WEEK_MIN));
}

/** Windows laid on the week: where two cover each other the first holds. */
export function weekOf<Window extends Timed>(windows: readonly Window[]): Week<Window> {
  const week: (Window | null)[] = new Array(WEEK_MIN).fill(null);
  for (const window of windows) for (const minute of minutesOf(window)) week[minute] ??= window;
  return week;
}

/** The places of the first two windows that cover each other, from 0; null when none do. */
export function overlap(windows: readonly Timed[]): [number, number] | null {
  const holder = new Map<number, number>();
  for (const [place, window] of windows.entries()) {
    for (const minute of minutesOf(window)) {
      const other = holder.get(minute);
      if (other !== undefined) return [other, place];
      holder.set(minute, place);
    }
  }
  return null;
}

/**
 * The fewest windows that make this week, none covering another. A stretch of up to a day stays whole across midnight; a
 * longer one is cut at midnights, so that equal days come together.
 */
export function windowsOf<Window extends Timed>(
  week: Week<Window>,
  sameTariff: (one: Window, other: Window) => boolean,
) {
  const found: { from: string; to: string; days: number[]; window: Window }[] = [];
  for (const { start, end, window } of stretches(week, sameTariff)) {
    const day = Math.floor(start / DAY_MIN) % DAYS;
    const [from, to] = [timeOf(start), timeOf(end)];
    const like = found.find((other) => other.from === from && other.to === to && sameTariff(other.window, window));
    if (like) like.days.push(day);
    else found.push({ from, to, days: [day], window });
  }
  return found.map(({ window, from, to, days }) => ({ ...window, from, to, days: days.sort((a, b) => a - b) }));
}

/** Stretches of one tariff; minutes run on past the end of the week where one began before it. */
function stretches<Window>(week: Week<Window>, sameTariff: (one: Window, other: Window) => boolean) {
  const at = (minute: number) => week[minute % WEEK_MIN] ?? null;
  const isSame = (one: Window | null, other: Window | null) =>
    one === other || (one !== null && other !== null && sameTariff(one, other));
  // Begins at a change, so that what crosses the end of the week is met in one piece.
  const first = week.findIndex((window, minute) => !isSame(window, at(minute + WEEK_MIN - 1)));
  const begin = Math.max(0, first);
  const found: { start: number; end: number; window: Window }[] = [];
  for (let start = begin; start < begin + WEEK_MIN; ) {
    const window = at(start);
    let end = start + 1;
    while (end < begin + WEEK_MIN && isSame(window, at(end))) end++;
    if (window !== null) found.push(...atMidnights(start, end).map((piece) => ({ ...piece, window })));
    start = end;
  }
  return found;
}

function atMidnights(start: number, end: number): { start: number; end: number }[] {
  if (end - start <= DAY_MIN) return [{ start, end }];
  const midnight = (Math.floor(start / DAY_MIN) + 1) * DAY_MIN;
  return [{ start, end: midnight }, ...atMidnights(midnight, end)];
}

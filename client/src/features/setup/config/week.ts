import { DAY_MINUTES, HOUR_MINUTES, WEEK_MINUTES } from "@lamina/shared/core/time";
import { DAYS, HOURS, minutesOf, type Timed } from "@lamina/shared/records/config";

/** The week is painted in half hours, because the irrigators' reduced tariff begins at 21:30. */
export const SLOT_MIN = 30;

/** The window at each minute of the week from Sunday 00:00 on; null where there is none. */
export type Week<Window> = readonly (Window | null)[];

/** `HH:MM` of a minute of a day; the end of a day is `00:00`. */
export function timeOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / HOUR_MINUTES) % HOURS)}:${two(minute % HOUR_MINUTES)}`;
}

/** Puts windows on the week. Where two overlap, the first one applies. */
export function weekOf<Window extends Timed>(windows: readonly Window[]): Week<Window> {
  const week: (Window | null)[] = new Array(WEEK_MINUTES).fill(null);
  for (const window of windows) for (const minute of minutesOf(window)) week[minute] ??= window;
  return week;
}

/**
 * The fewest windows without overlaps that make this week. A stretch of up to a day stays whole across midnight. A
 * longer one is split at midnights, so that equal days share one window.
 */
export function windowsOf<Window extends Timed>(
  week: Week<Window>,
  sameTariff: (one: Window, other: Window) => boolean,
) {
  const found: { from: string; to: string; days: number[]; window: Window }[] = [];
  for (const { start, end, window } of stretches(week, sameTariff)) {
    const day = Math.floor(start / DAY_MINUTES) % DAYS;
    const [from, to] = [timeOf(start), timeOf(end)];
    const like = found.find((other) => other.from === from && other.to === to && sameTariff(other.window, window));
    if (like) like.days.push(day);
    else found.push({ from, to, days: [day], window });
  }
  return found.map(({ window, from, to, days }) => ({ ...window, from, to, days: days.sort((a, b) => a - b) }));
}

/** Stretches of one tariff. Minutes continue beyond the end of the week for a stretch that crosses it. */
function stretches<Window>(week: Week<Window>, sameTariff: (one: Window, other: Window) => boolean) {
  const at = (minute: number) => week[minute % WEEK_MINUTES] ?? null;
  const isSame = (one: Window | null, other: Window | null) =>
    one === other || (one !== null && other !== null && sameTariff(one, other));
  // Starts at a change, so that a stretch across the end of the week is found in one piece.
  const first = week.findIndex((window, minute) => !isSame(window, at(minute + WEEK_MINUTES - 1)));
  const begin = Math.max(0, first);
  const found: { start: number; end: number; window: Window }[] = [];
  for (let start = begin; start < begin + WEEK_MINUTES; ) {
    const window = at(start);
    let end = start + 1;
    while (end < begin + WEEK_MINUTES && isSame(window, at(end))) end++;
    if (window !== null) found.push(...atMidnights(start, end).map((piece) => ({ ...piece, window })));
    start = end;
  }
  return found;
}

function atMidnights(start: number, end: number): { start: number; end: number }[] {
  if (end - start <= DAY_MINUTES) return [{ start, end }];
  const midnight = (Math.floor(start / DAY_MINUTES) + 1) * DAY_MINUTES;
  return [{ start, end: midnight }, ...atMidnights(midnight, end)];
}

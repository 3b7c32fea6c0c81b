import { addDays, farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import type { DayPlan, PlanItem } from "@lamina/shared/records/day-plan";
import { formatTime, formatWeekday } from "../../../ui/format.ts";

/** Possible distances between two marks, in hours. The first one with at most `MOST_MARKS` marks is used. */
const STEPS = [1, 2, 3, 4, 6, 12];
const MOST_MARKS = 7;

interface Span {
  startAt: string;
  endAt: string;
}

/** A labelled hour; `left`: its position in % of the line. */
export interface TimeMark {
  at: number;
  left: number;
  label: string;
  /** A day begins here; the other marks are hours. */
  isDay: boolean;
  /** The next hour is so near that a phone has room for one of both labels. */
  isTight?: boolean;
}

type Bands = DayPlan["bands"];

/** Positions on a time line, in % of its length. */
interface Timeline {
  marks: readonly TimeMark[];
  /** Hours of the peak and of the reduced tariff. */
  bands: readonly { at: string; kind: string; left: number; width: number }[];
  /** Null where it is outside. */
  now: number | null;
  place(span: Span): { left: number; width: number };
}

/** Round hours of the farm's clock between two moments. Midnight has the name of its day, so that no label repeats. */
function marksBetween(from: number, to: number, timeZone: string): TimeMark[] {
  const hours = Math.max(1, (to - from) / HOUR_MS);
  const step = STEPS.find((candidate) => hours / candidate <= MOST_MARKS) ?? 24;
  return Array.from({ length: Math.floor(hours) + 1 }, (_, index) => from + index * HOUR_MS).flatMap((at) => {
    const time = formatTime(at, timeZone);
    const hour = Number(time.slice(0, 2));
    if (hour % step !== 0) return [];
    const isDay = hour === 0;
    const label = isDay ? formatWeekday(farmDay(at, timeZone)) : time;
    return [{ at, left: (100 * (at - from)) / (hours * HOUR_MS), label, isDay }];
  });
}

/** Labels nearer than this touch on a phone, in % of the line. */
const TIGHT = 14;

/** The days, and the hours at which the peak and the reduced tariff begin and the latter ends: `18:00`, `21:30`, `06:00`. Without tariffs round hours. */
export function tariffMarks(from: number, to: number, timeZone: string, bands: Bands = []): TimeMark[] {
  const round = marksBetween(from, to, timeZone);
  // The first band begins with the plan, not with a tariff.
  const hours = bands.flatMap(({ from: start, to: end, kind }, index) =>
    kind === "offpeak" ? [] : [...(index > 0 ? [start] : []), ...(kind === "reserved" ? [end] : [])],
  );
  const inside = [...new Set(hours.map((moment) => Date.parse(moment)))].filter((at) => at > from && at < to);
  if (inside.length === 0) return round;
  const ticks = inside
    .sort((a, b) => a - b)
    .map((at) => ({ at, left: (100 * (at - from)) / (to - from), label: formatTime(at, timeZone), isDay: false }));
  return [
    ...daysBetween(from, to, timeZone),
    ...ticks.map((tick, index) => ({
      ...tick,
      isTight: (ticks[index + 1]?.left ?? Number.MAX_VALUE) - tick.left < TIGHT,
    })),
  ];
}

/** The beginnings of days between two moments. */
function daysBetween(from: number, to: number, timeZone: string): TimeMark[] {
  const days = Math.ceil((to - from) / DAY_MS) + 1;
  return Array.from({ length: days }, (_, index) => addDays(farmDay(from, timeZone), index + 1))
    .map((day) => ({ day, at: startOfFarmDay(day, timeZone) }))
    .filter(({ at }) => at < to)
    .map(({ day, at }) => ({ at, left: (100 * (at - from)) / (to - from), label: formatWeekday(day), isDay: true }));
}

/** The line from the hour of the first start to the hour of the last end; null without spans. */
export function timelineOf(
  spans: readonly Span[],
  timeZone: string,
  { now = Number.POSITIVE_INFINITY, bands = [] }: { now?: number; bands?: Bands } = {},
): Timeline | null {
  if (spans.length === 0) return null;
  const from = Math.floor(Math.min(now, ...spans.map(({ startAt }) => Date.parse(startAt))) / HOUR_MS) * HOUR_MS;
  const to = Math.ceil(Math.max(...spans.map(({ endAt }) => Date.parse(endAt))) / HOUR_MS) * HOUR_MS;
  const hours = Math.max(1, (to - from) / HOUR_MS);
  const share = (moment: number) => (100 * (moment - from)) / (hours * HOUR_MS);
  return {
    marks: tariffMarks(from, to, timeZone, bands),
    bands: bands.flatMap(({ from: start, to: end, kind }) => {
      const left = Math.max(0, share(Date.parse(start)));
      const width = Math.min(100, share(Date.parse(end))) - left;
      return kind === "offpeak" || width <= 0 ? [] : [{ at: start, kind, left, width }];
    }),
    now: now <= to ? share(now) : null,
    place({ startAt, endAt }) {
      const left = share(Date.parse(startAt));
      return { left, width: share(Date.parse(endAt)) - left };
    },
  };
}

/** The hours of a run in which it waters, between its rests. */
export function wetSpans({ startAt, endAt, pauses = [] }: Span & Pick<PlanItem, "pauses">): Span[] {
  const starts = [startAt, ...pauses.map(({ to }) => to)];
  const ends = [...pauses.map(({ from }) => from), endAt];
  return starts.map((start, index) => ({ startAt: start, endAt: ends[index] ?? endAt }));
}

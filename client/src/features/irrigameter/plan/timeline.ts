import { farmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
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
}

/** Positions on a time line, in % of its length. */
interface Timeline {
  marks: readonly TimeMark[];
  place(span: Span): { left: number; width: number };
}

/** Round hours of the farm's clock between two moments. Midnight has the name of its day, so that no label repeats. */
export function marksBetween(from: number, to: number, timeZone: string): TimeMark[] {
  const hours = Math.max(1, (to - from) / HOUR_MS);
  const step = STEPS.find((candidate) => hours / candidate <= MOST_MARKS) ?? 24;
  return Array.from({ length: Math.floor(hours) + 1 }, (_, index) => from + index * HOUR_MS).flatMap((at) => {
    const time = formatTime(at, timeZone);
    const hour = Number(time.slice(0, 2));
    if (hour % step !== 0) return [];
    const label = hour === 0 ? formatWeekday(farmDay(at, timeZone)) : time;
    return [{ at, left: (100 * (at - from)) / (hours * HOUR_MS), label }];
  });
}

/** The line from the hour of the first start to the hour of the last end; null without spans. */
export function timelineOf(spans: readonly Span[], timeZone: string): Timeline | null {
  if (spans.length === 0) return null;
  const from = Math.floor(Math.min(...spans.map(({ startAt }) => Date.parse(startAt))) / HOUR_MS) * HOUR_MS;
  const to = Math.ceil(Math.max(...spans.map(({ endAt }) => Date.parse(endAt))) / HOUR_MS) * HOUR_MS;
  const hours = Math.max(1, (to - from) / HOUR_MS);
  const share = (moment: number) => (100 * (moment - from)) / (hours * HOUR_MS);
  return {
    marks: marksBetween(from, to, timeZone),
    place({ startAt, endAt }) {
      const left = share(Date.parse(startAt));
      return { left, width: share(Date.parse(endAt)) - left };
    },
  };
}

import { HOUR_MS } from "@lamina/shared/core/time";

/** Possible distances between two marks, in hours. The first one with at most `MOST_MARKS` marks is used. */
const STEPS = [1, 2, 3, 4, 6, 12];
const MOST_MARKS = 7;

interface Span {
  startAt: string;
  endAt: string;
}

/** Positions on a time line, in % of its length. */
interface Timeline {
  marks: readonly { at: number; left: number }[];
  place(span: Span): { left: number; width: number };
}

/** The labelled hours between two moments, each with its position in % of the line. */
export function marksBetween(from: number, to: number): { at: number; left: number }[] {
  const hours = Math.max(1, (to - from) / HOUR_MS);
  const step = STEPS.find((candidate) => hours / candidate <= MOST_MARKS) ?? 24;
  return Array.from({ length: Math.floor(hours / step) + 1 }, (_, index) => from + index * step * HOUR_MS).map(
    (at) => ({
      at,
      left: (100 * (at - from)) / (hours * HOUR_MS),
    }),
  );
}

/** The line from the hour of the first start to the hour of the last end; null without spans. */
export function timelineOf(spans: readonly Span[]): Timeline | null {
  if (spans.length === 0) return null;
  const from = Math.floor(Math.min(...spans.map(({ startAt }) => Date.parse(startAt))) / HOUR_MS) * HOUR_MS;
  const to = Math.ceil(Math.max(...spans.map(({ endAt }) => Date.parse(endAt))) / HOUR_MS) * HOUR_MS;
  const hours = Math.max(1, (to - from) / HOUR_MS);
  const share = (moment: number) => (100 * (moment - from)) / (hours * HOUR_MS);
  return {
    marks: marksBetween(from, to),
    place({ startAt, endAt }) {
      const left = share(Date.parse(startAt));
      return { left, width: share(Date.parse(endAt)) - left };
    },
  };
}

import { HOUR_MS } from "@lamina/shared/core/time";
import type { DayPlan, PlanItem } from "@lamina/shared/records/day-plan";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { type TimeMark, tariffMarks, wetSpans } from "../plan/timeline.ts";

/** Shortest and longest span of the line, h. */
const MIN_HOURS = 12;
const MAX_HOURS = 48;

interface Segment {
  left: number;
  width: number;
}

/** A run on its line: its hours with water, split where it pauses. */
interface LaneRun {
  item: PlanItem;
  parts: Segment[];
  /** True when it ends beyond the line. */
  goesOn: boolean;
}

/** Machines of one water source, in % of the line's length. */
interface Lane {
  key: string;
  /** Null: the machines that have sources of their own. */
  source: { name: string; capacityM3h: number | null } | null;
  runs: LaneRun[];
}

export interface SourceLanes {
  from: number;
  to: number;
  marks: TimeMark[];
  bands: (Segment & { kind: string; at: string })[];
  now: number;
  lanes: Lane[];
}

/** Key of the machines that share no source. */
const OWN = "own";

/** A plan as one time line for each water source, from now on; null without runs. */
export function sourceLanes(
  plan: DayPlan,
  { pivots, now, timeZone }: { pivots: Irrigameter["pivots"]; now: number; timeZone: string },
): SourceLanes | null {
  if (plan.items.length === 0) return null;
  const from = Math.floor(now / HOUR_MS) * HOUR_MS;
  const last = Math.max(...plan.items.map(({ endAt }) => Date.parse(endAt)));
  const hours = Math.min(MAX_HOURS, Math.max(MIN_HOURS, Math.ceil((last - from) / HOUR_MS)));
  const to = from + hours * HOUR_MS;
  const share = (moment: number) => (100 * (Math.min(to, Math.max(from, moment)) - from)) / (to - from);
  const segmentOf = (start: string, end: string): Segment => {
    const left = share(Date.parse(start));
    return { left, width: share(Date.parse(end)) - left };
  };
  const sourceOf = ({ pivotId }: PlanItem) => pivots.find(({ _id }) => _id === pivotId)?.waterSourceId ?? OWN;
  const keys = [...new Set(plan.items.map(sourceOf))];
  const lanes = keys.map(
    (key): Lane => ({
      key,
      source: plan.sources?.find(({ _id }) => _id === key) ?? null,
      runs: plan.items
        .filter((item) => sourceOf(item) === key)
        .sort((a, b) => Date.parse(a.startAt) - Date.parse(b.startAt))
        .map((item) => ({
          item,
          parts: wetSpans(item)
            .map(({ startAt, endAt }) => segmentOf(startAt, endAt))
            .filter(({ width }) => width > 0),
          goesOn: Date.parse(item.endAt) > to,
        })),
    }),
  );
  return {
    from,
    to,
    marks: tariffMarks(from, to, timeZone, plan.bands),
    bands: (plan.bands ?? [])
      .map(({ from: start, to: end, kind }) => ({ ...segmentOf(start, end), kind, at: start }))
      .filter(({ width, kind }) => width > 0 && kind !== "offpeak"),
    now: share(now),
    lanes,
  };
}

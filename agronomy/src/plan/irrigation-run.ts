import { DAY_MINUTES } from "@lamina/shared/core/time";
import type { TariffKind, TariffSpan } from "./tariff.ts";

/** The time of a run, in minutes of the farm's clock, and the cost of its energy. */
export interface IrrigationRun {
  segments: { startMinute: number; endMinute: number; kind: TariffKind; brlKwh: number | null }[];
  startMinute: number;
  endMinute: number;
  energyKwh: number;
  /** R$; null when an hour has no price. */
  costBrl: number | null;
  kinds: TariffKind[];
}

interface RunRequest {
  /** The earliest start, minutes of the farm's clock. */
  fromMinute: number;
  hours: number;
  pumpKw: number;
  /** Allowed hours in a calendar day. */
  maxHoursDay: number;
}

/** Allowed hours, cheapest first; never peak hours. */
const PREFERENCES: readonly (readonly TariffKind[])[] = [["reserved"], ["reserved", "offpeak"]];

/**
 * Places a run in the tariff: only in reserved hours if they suffice by `deadlineMinute`, else also in off-peak hours.
 * It pauses in the peak and when the day's hours are used. Undefined when the timeline has too few hours.
 */
export function placeRun(
  timeline: readonly TariffSpan[],
  request: RunRequest,
  deadlineMinute: number,
): IrrigationRun | undefined {
  const runs = PREFERENCES.map((kinds) => runWithin(timeline, request, kinds)).filter((run) => run !== undefined);
  return runs.find((run) => run.endMinute <= deadlineMinute) ?? soonest(runs);
}

const soonest = (runs: readonly IrrigationRun[]) =>
  runs.reduce<IrrigationRun | undefined>(
    (best, run) => (best && best.endMinute <= run.endMinute ? best : run),
    undefined,
  );

function runWithin(
  timeline: readonly TariffSpan[],
  request: RunRequest,
  kinds: readonly TariffKind[],
): IrrigationRun | undefined {
  const { fromMinute, pumpKw } = request;
  const usedByDay = new Map<number, number>();
  const segments: IrrigationRun["segments"] = [];
  let left = request.hours * 60;
  let costBrl: number | null = 0;
  for (const span of timeline.flatMap(splitAtMidnight)) {
    if (left <= 0) break;
    if (!kinds.includes(span.kind) || span.endMinute <= fromMinute) continue;
    const day = Math.floor(span.startMinute / DAY_MINUTES);
    const used = usedByDay.get(day) ?? 0;
    const startMinute = Math.max(span.startMinute, fromMinute);
    const minutes = Math.min(left, span.endMinute - startMinute, request.maxHoursDay * 60 - used);
    if (minutes <= 0) continue;
    usedByDay.set(day, used + minutes);
    left -= minutes;
    segments.push({ startMinute, endMinute: startMinute + minutes, kind: span.kind, brlKwh: span.brlKwh });
    costBrl = costBrl === null || span.brlKwh === null ? null : costBrl + (minutes / 60) * pumpKw * span.brlKwh;
  }
  const [first, last] = [segments[0], segments.at(-1)];
  if (left > 0 || !first || !last) return undefined;
  return {
    segments,
    startMinute: first.startMinute,
    endMinute: last.endMinute,
    energyKwh: request.hours * pumpKw,
    costBrl,
    kinds: [...new Set(segments.map(({ kind }) => kind))],
  };
}

function splitAtMidnight(span: TariffSpan): TariffSpan[] {
  const midnight = (Math.floor(span.startMinute / DAY_MINUTES) + 1) * DAY_MINUTES;
  if (span.endMinute <= midnight) return [span];
  return [{ ...span, endMinute: midnight }, ...splitAtMidnight({ ...span, startMinute: midnight })];
}

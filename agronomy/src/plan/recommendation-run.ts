import { DAY_MINUTES, MINUTE_MS } from "@lamina/shared/core/time";
import type { IrrigationMachine } from "../machine/application.ts";
import { type IrrigationRun, placeRun } from "./irrigation-run.ts";
import type { Recommendation, RecommendationInput } from "./recommendation-model.ts";
import { type FarmClock, instantAt, tariffTimeline } from "./tariff.ts";

/** Maximum days ahead of a run: the slowest passes with few hours a day. */
const TIMELINE_DAYS = 14;

/**
 * The cheapest placement of a run before the sector becomes critical.
 * @param critical hours until then; at least a day is searched
 */
export function placeSoon({ clock, tariff, machine }: RecommendationInput, hours: number, critical: number) {
  if (hours <= 0) return undefined;
  const timeline = tariffTimeline(tariff, clock.weekday, TIMELINE_DAYS);
  const request = { fromMinute: clock.nowMinute, hours, pumpKw: machine.pumpKw, maxHoursDay: machine.maxHoursDay };
  const deadline = Math.max(clock.nowMinute + critical * 60, clock.nowMinute + DAY_MINUTES);
  return placeRun(timeline, request, deadline);
}

/** Start, end, pauses, hours and cost of a placed run. Without a place, all hours are left. */
export function timing(
  clock: FarmClock,
  run: IrrigationRun | undefined,
  hours: number,
  machine: IrrigationMachine,
  waterBrlM3: number,
) {
  if (!run) return { startAt: null, endAt: null, hoursToday: 0, hoursLeft: hours };
  const water = waterBrlM3 * machine.flowM3h;
  const until = clock.nowMinute + DAY_MINUTES;
  const today = run.segments.filter(({ startMinute }) => startMinute < until);
  const minutes = today.reduce((sum, one) => sum + Math.min(one.endMinute, until) - one.startMinute, 0);
  const energyToday = today.reduce<number | null>((sum, one) => {
    const length = Math.min(one.endMinute, until) - one.startMinute;
    return sum === null || one.brlKwh === null ? null : sum + (length / 60) * machine.pumpKw * one.brlKwh;
  }, 0);
  return {
    startAt: instantAt(clock, run.startMinute),
    endAt: instantAt(clock, run.endMinute),
    pauses: run.segments.slice(1).flatMap((segment, index) => {
      const from = run.segments[index]?.endMinute ?? segment.startMinute;
      return segment.startMinute > from
        ? [{ from: instantAt(clock, from), to: instantAt(clock, segment.startMinute) }]
        : [];
    }),
    hoursToday: Math.min(hours, minutes / 60),
    hoursLeft: Math.max(0, hours - minutes / 60),
    costBrl: run.costBrl === null ? null : run.costBrl + water * hours,
    costTodayBrl: energyToday === null ? null : energyToday + (water * minutes) / 60,
  };
}

/** The spans of a recommended run by the farm's clock. */
export function spansOf(
  { startAt, endAt, pauses }: Pick<Recommendation, "startAt" | "endAt" | "pauses">,
  { midnight }: FarmClock,
): { startMinute: number; endMinute: number }[] {
  if (startAt === null || endAt === null) return [];
  const minuteOf = (moment: string) => (Date.parse(moment) - midnight) / MINUTE_MS;
  const starts = [startAt, ...pauses.map(({ to }) => to)];
  const ends = [...pauses.map(({ from }) => from), endAt];
  return starts.map((start, index) => ({ startMinute: minuteOf(start), endMinute: minuteOf(ends[index] ?? endAt) }));
}

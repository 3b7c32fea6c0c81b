import { type FarmClock, instantAt, type TariffSpan } from "@lamina/agronomy/plan/tariff";
import { DAY_MINUTES } from "@lamina/shared/core/time";
import type { DayPlan } from "@lamina/shared/records/day-plan";

/** Number of days of the shown tariff hours. */
const BAND_DAYS = 3;

/** The hours of the tariff for a plan of today and its continuation. */
export function tariffBands(timeline: readonly TariffSpan[], fromMinute: number, clock: FarmClock): DayPlan["bands"] {
  const until = fromMinute + BAND_DAYS * DAY_MINUTES;
  return timeline
    .filter(({ startMinute, endMinute }) => endMinute > fromMinute && startMinute < until)
    .map(({ startMinute, endMinute, kind }) => ({
      from: instantAt(clock, Math.max(startMinute, fromMinute)),
      to: instantAt(clock, Math.min(endMinute, until)),
      kind,
    }));
}

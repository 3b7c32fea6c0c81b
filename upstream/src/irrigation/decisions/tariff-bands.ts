import { DAY_MINUTES, type FarmClock, instantAt, type TariffSpan } from "@lamina/agronomy/plan/tariff";
import type { DayPlan } from "@lamina/shared/records/irrigation";

/** Hours of the tariff are told for so many days from now. */
const BAND_DAYS = 3;

/** The hours of the tariff that a plan of today, and of what it continues with, is shown in. */
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

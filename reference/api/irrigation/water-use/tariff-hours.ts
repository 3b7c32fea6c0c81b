import { type TariffKind, type TariffSpan, tariffTimeline } from "@lamina/agronomy/plan/tariff";
import { farmClock } from "@lamina/shared/core/farm-time";
import { DAY_MINUTES, MINUTE_MS, WEEK_MINUTES } from "@lamina/shared/core/time";
import type { TariffWindow } from "@lamina/shared/records/config";

/** The Sunday before 1 January 1970, in minutes: that day was a Thursday. */
const EPOCH_MINUTE = 4 * DAY_MINUTES;

/** Hours at one price. */
interface PricedHours {
  kind: TariffKind;
  hours: number;
  brlKwh: number | null;
}

/** Splits spans of time by the windows of a tariff, in farm time. */
export function tariffSplitter(windows: readonly TariffWindow[]) {
  const week = tariffTimeline(windows, 0, 7);
  return (from: number, to: number, timezone: string): PricedHours[] => {
    const minuteOfEpoch = farmClock(from, timezone) / MINUTE_MS + EPOCH_MINUTE;
    const start = minuteOfEpoch % WEEK_MINUTES;
    const end = start + (to - from) / MINUTE_MS;
    return [0, WEEK_MINUTES].flatMap((offset) => week.flatMap((span) => within(span, start - offset, end - offset)));
  };
}

function within({ startMinute, endMinute, kind, brlKwh }: TariffSpan, start: number, end: number): PricedHours[] {
  const minutes = Math.min(end, endMinute) - Math.max(start, startMinute);
  return minutes > 0 ? [{ kind, hours: minutes / 60, brlKwh }] : [];
}

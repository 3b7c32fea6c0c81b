import {
  addDays,
  daysBetween,
  type FarmDay,
  farmDay,
  farmDayRange,
  isFarmDay,
  type TimeRange,
} from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";

/** A chosen period. It moves on with the days, except the free one. */
export type Period =
  | { kind: "24h" | "7d" | "30d" | "lastMonth" | "season" | "lastSeason" }
  | {
      kind: "custom";
      /** First and last day, both included. */
      from: FarmDay;
      to: FarmDay;
    };

/** The season on the screen; `end` is null while it is open. */
export interface SeasonSpan {
  start: FarmDay;
  end: FarmDay | null;
}

export interface PeriodContext {
  /** Milliseconds since the epoch. */
  now: number;
  timeZone: string;
  season?: SeasonSpan | undefined;
  /** The season before it. */
  lastSeason?: SeasonSpan | undefined;
}

/** The days and the moments of a period. Days are farm days, first and last included. */
export interface PeriodRange extends TimeRange {
  firstDay: FarmDay;
  lastDay: FarmDay;
}

/** Rounds the moving end, because a range that changed every second would never be found in a cache. */
const ROUND_MS = HOUR_MS / 4;
/** Longest free period in days. The API aggregates data that are too long to send. */
const CUSTOM_MAX_DAYS = 3 * 366;

const DAYS: Readonly<Record<"7d" | "30d", number>> = { "7d": 7, "30d": 30 };

/** The current range of a period. Without its season, a season's range is the last 30 days. */
export function periodRange(period: Period, context: PeriodContext): PeriodRange {
  const { now, timeZone } = context;
  const today = farmDay(now, timeZone);
  switch (period.kind) {
    case "24h": {
      const to = Math.ceil(now / ROUND_MS) * ROUND_MS;
      const from = to - DAY_MS;
      return { from, to, firstDay: farmDay(from, timeZone), lastDay: today };
    }
    case "7d":
    case "30d":
      return days(addDays(today, 1 - DAYS[period.kind]), today, timeZone);
    case "lastMonth": {
      const last = addDays(`${today.slice(0, 8)}01`, -1);
      return days(`${last.slice(0, 8)}01`, last, timeZone);
    }
    case "season":
    case "lastSeason": {
      const season = context[period.kind];
      if (!season) return periodRange({ kind: "30d" }, { now, timeZone });
      const last = season.end !== null && season.end < today ? season.end : today;
      return days(season.start < last ? season.start : last, last, timeZone);
    }
    case "custom":
      return days(period.from, period.to, timeZone);
  }
}

/**
 * The name of a period in a query key. It stays the same while the period moves on, so that data stored yesterday are
 * found and shown with their age when there is no connection today.
 */
export function periodKey(period: Period, seasons: Pick<PeriodContext, "season" | "lastSeason">): string {
  if (period.kind === "custom") return `${period.from}/${period.to}`;
  return period.kind === "season" || period.kind === "lastSeason"
    ? `season ${seasons[period.kind]?.start ?? ""}`
    : period.kind;
}

/** What a period is compared with: the same number of days before it, or its days a year ago. */
type PeriodComparison = "before" | "year";

/** The days that a period is compared with. A month is compared with the month before it. */
export function comparedDays(
  comparison: PeriodComparison,
  period: Period,
  { firstDay, lastDay }: Pick<PeriodRange, "firstDay" | "lastDay">,
): { firstDay: FarmDay; lastDay: FarmDay } {
  const length = daysBetween(firstDay, lastDay) + 1;
  if (comparison === "year") return { firstDay: aYearBefore(firstDay), lastDay: aYearBefore(lastDay) };
  const last = addDays(firstDay, -1);
  return {
    firstDay: period.kind === "lastMonth" ? `${last.slice(0, 8)}01` : addDays(firstDay, -length),
    lastDay: last,
  };
}

/** The same day of the year before; 29 February becomes the 28th. */
function aYearBefore(day: FarmDay): FarmDay {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return isFarmDay(before) ? before : addDays(day, -366);
}

function days(firstDay: FarmDay, lastDay: FarmDay, timeZone: string): PeriodRange {
  return { ...farmDayRange(firstDay, lastDay, timeZone), firstDay, lastDay };
}

/** Why a free period is invalid; null when it is valid. */
export function customProblem(
  from: string,
  to: string,
  today: FarmDay,
): "incomplete" | "reversed" | "future" | "long" | null {
  if (!isFarmDay(from) || !isFarmDay(to)) return "incomplete";
  if (to < from) return "reversed";
  if (from > today) return "future";
  return addDays(from, CUSTOM_MAX_DAYS) < to ? "long" : null;
}

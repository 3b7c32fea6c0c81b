import { DAY_MINUTES, MINUTE_MS, minuteOf } from "@lamina/shared/core/time";
/** Kinds of hours of an energy tariff: ponta, fora ponta, reservado. */
export type TariffKind = "peak" | "offpeak" | "reserved";

export interface TariffWindow {
  /** Days on which the window begins: 0 Sunday to 6 Saturday. */
  days: readonly number[];
  /** "HH:MM"; a window with an end before its beginning runs past midnight; equal times mean the whole day. */
  from: string;
  to: string;
  kind: TariffKind;
  brlKwh: number;
}

export interface FarmClock {
  /** The instant of local midnight, ms since 1970 UTC. */
  midnight: number;
  /** 0 Sunday to 6 Saturday. */
  weekday: number;
  /** Minutes since that midnight. */
  nowMinute: number;
}

/** A span of time under one tariff; hours without a window are off-peak without a price. */
export interface TariffSpan {
  startMinute: number;
  endMinute: number;
  kind: TariffKind;
  brlKwh: number | null;
}

/** ISO instant of a minute of the farm's clock. */
export function instantAt(clock: FarmClock, minute: number): string {
  return new Date(clock.midnight + minute * MINUTE_MS).toISOString();
}

const timelines = new WeakMap<readonly TariffWindow[], Map<string, readonly TariffSpan[]>>();

/**
 * The tariff from minute 0 for some days, as spans without gaps or overlaps; where windows overlap, the first one
 * listed applies. Cached for the lifetime of the tariff, because every sector asks for it every morning.
 */
export function tariffTimeline(windows: readonly TariffWindow[], weekday: number, days: number): readonly TariffSpan[] {
  const byDays = timelines.get(windows) ?? new Map<string, readonly TariffSpan[]>();
  timelines.set(windows, byDays);
  const key = `${weekday} ${days}`;
  const timeline = byDays.get(key) ?? layOut(windows, weekday, days);
  byDays.set(key, timeline);
  return timeline;
}

function layOut(windows: readonly TariffWindow[], weekday: number, days: number): TariffSpan[] {
  const placed = Array.from({ length: days + 1 }, (_, index) => index - 1).flatMap((day) =>
    windows
      .filter((window) => window.days.includes((((weekday + day) % 7) + 7) % 7))
      .map((window) => {
        const startMinute = day * DAY_MINUTES + minuteOf(window.from);
        const length = minuteOf(window.to) - minuteOf(window.from);
        return { window, startMinute, endMinute: startMinute + (length > 0 ? length : length + DAY_MINUTES) };
      }),
  );
  const horizon = days * DAY_MINUTES;
  const edges = [...new Set([0, horizon, ...placed.flatMap(({ startMinute, endMinute }) => [startMinute, endMinute])])]
    .filter((edge) => edge >= 0 && edge <= horizon)
    .sort((a, b) => a - b);
  return edges.slice(0, -1).map((startMinute, index) => {
    const covering = placed.filter((other) => other.startMinute <= startMinute && other.endMinute > startMinute);
    const window = windows.find((candidate) => covering.some((other) => other.window === candidate));
    return {
      startMinute,
      endMinute: edges[index + 1] ?? horizon,
      kind: window?.kind ?? "offpeak",
      brlKwh: window?.brlKwh ?? null,
    };
  });
}

/**
 * Hours of a day in which a pump may run: the allowed hours, at most the week's average of hours outside the peak. 0 when
 * less than a slot of the plan is allowed, because then no run is possible.
 */
export function allowedHoursDay(windows: readonly TariffWindow[], maxHoursDay: number): number {
  const peak = tariffTimeline(windows, 0, 7)
    .filter(({ kind }) => kind === "peak")
    .reduce((sum, { startMinute, endMinute }) => sum + endMinute - startMinute, 0);
  const hours = Math.min(maxHoursDay, 24 - peak / 60 / 7);
  return hours < MIN_HOURS_DAY ? 0 : hours;
}

/** A slot of the plan. */
const MIN_HOURS_DAY = 0.5;

import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { expect, it } from "vitest";
import { doubtedDays } from "./rain-doubts.ts";
import { runningTotalDays } from "./running-total.ts";

const START = Date.parse("2026-05-14T00:00:00Z");
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const DAY = dayOf(START);

/** Readings at equal distances from midnight on. */
const every = (minutes: number, amounts: readonly (number | undefined)[]) =>
  amounts.flatMap((mm, index) => (mm === undefined ? [] : [{ at: START + index * minutes * MINUTE_MS, mm }]));
const times = (count: number, mm: number): number[] => Array.from({ length: count }, () => mm);
/** A total that grows evenly from 14 to 18 h and holds until midnight. */
const dayTotal = (mm: number, perHour: number) =>
  Array.from(
    { length: 24 * perHour },
    (_, index) => Math.round(10 * Math.min(mm, Math.max(0, ((index / perHour - 14) / 4) * mm))) / 10,
  );

const totals: [string, ReturnType<typeof every>][] = [
  ["a day's total every 15 min", every(15, dayTotal(22.8, 4))],
  ["a day's total every minute", every(1, dayTotal(22.8, 60))],
  ["a day's total every hour", every(60, dayTotal(30, 1))],
  ["a small day's total", every(15, [...times(20, 0), 0.2, 0.4, 0.6, ...times(73, 0.6)])],
  ["a total that never starts again", every(60, [...times(10, 118.2), ...times(14, 118.4)])],
  ["the same on a dry day", every(60, times(24, 118.2))],
  ["the same beyond the range of rain", every(60, times(24, 812.4))],
  ["the same with the noise of rounding", every(60, [118.2, 118.4, 118.2, 118.2, ...times(20, 118.4)])],
  ["an event's total", every(60, [0, 0, 0.4, 2.2, 5.8, 5.8, 5.8, 5.8, 5.8, ...times(15, 0)])],
  [
    "two events' totals",
    every(15, [...times(8, 0), 1, 3, ...times(16, 3), ...times(8, 0), 2, 4, 7, ...times(20, 7), 0, 0]),
  ],
  ["a total of one jump", every(60, [...times(12, 0), ...times(12, 22.8)])],
  [
    "a day's total with gaps",
    every(
      60,
      dayTotal(30, 1).map((mm, hour) => ([3, 9, 15, 16, 20].includes(hour) ? undefined : mm)),
    ),
  ],
  [
    "a total that starts again at the device's midnight",
    every(15, [...dayTotal(22.8, 4).slice(0, 84), ...times(12, 0)]),
  ],
];
it.each(totals)("recognises %s", (_name, readings) => {
  expect([...runningTotalDays(readings, dayOf, false)]).toEqual([DAY]);
});

const rains: [string, ReturnType<typeof every>][] = [
  ["a dry day", every(15, times(96, 0))],
  ["drizzle of one tip", every(15, [...times(20, 0), ...times(30, 0.2), ...times(46, 0)])],
  ["drizzle of one tip until midnight", every(15, [...times(60, 0), ...times(36, 0.2)])],
  ["drizzle of one tip all day", every(60, times(24, 0.2))],
  ["drizzle of one and two tips", every(15, [0.2, 0.2, 0, 0.4, 0.2, 0.2, 0.2, 0.4, 0.4, 0.2, 0.2, 0, ...times(84, 0)])],
  ["a storm that rises and falls", every(15, [...times(40, 0), 0.4, 1.2, 3, 8, 15, 22, 9, 4, 1, 0.2, ...times(46, 0)])],
  ["a storm that ends at its peak", every(15, [...times(40, 0), 0.4, 1.2, 3, 8, 15, 22, ...times(50, 0)])],
  ["a storm that rises until midnight", every(15, [...times(90, 0), 0.4, 1.2, 3, 8, 15, 22])],
  ["steady rain of five hours", every(60, [...times(8, 0), ...times(6, 4), ...times(10, 0)])],
  ["120 mm in three hours", every(15, [...times(50, 0), ...times(12, 10), ...times(34, 0)])],
  ["rain in hours", every(60, [0, 2.2, 2.2, 4.6, 3.8, 1.2, 0, 0, 0, 0.6, 5, 5, 2, ...times(11, 0)])],
];
it.each(rains)("takes %s for rain", (_name, readings) => {
  expect([...runningTotalDays(readings, dayOf, false)]).toEqual([]);
  expect(doubtedDays(readings, { dayOf, isTotal: false, isKnown: false })).toEqual(new Map());
});

/** A counter that already has `from` mm, through two storms, which starts again at some hour of each day, or never. */
function counter(minutes: number, { from = 0, resetHour = -1, wrapsAt = Number.POSITIVE_INFINITY, unit = 1 }) {
  let total = from;
  return Array.from({ length: (24 * 60) / minutes }, (_, index) => {
    const hour = (index * minutes) / 60;
    if (hour === resetHour) total = 0;
    const rains = (hour >= 2 && hour < 4) || (hour >= 14 && hour < 16);
    // Tips of 0.2 mm, or of a hundredth of an inch.
    total += rains ? Math.round((6 * minutes) / 60 / 0.2) * 0.2 : 0;
    if (total >= wrapsAt) total -= wrapsAt;
    return Math.round((100 * total) / unit) / 100;
  });
}

const shapes: [string, Parameters<typeof counter>[1]][] = [
  ["begins above 0", { from: 37.4 }],
  ["starts again at 7 h", { from: 12, resetHour: 7 }],
  ["starts again at 9 h", { from: 12, resetHour: 9 }],
  ["starts again at midnight UTC, 21 h here", { from: 5, resetHour: 21 }],
  ["rolls over", { from: 980, wrapsAt: 1000 }],
  ["is in inches", { from: 30, unit: 25.4 }],
];
it.each(shapes.flatMap(([name, shape]) => [1, 10, 15, 60].map((minutes) => [name, minutes, shape] as const)))(
  "doubts a counter that %s, read every %i min",
  (_name, minutes, shape) => {
    const readings = every(minutes, counter(minutes, shape));
    expect(doubtedDays(readings, { dayOf, isTotal: false, isKnown: false }).get(DAY)).toBeDefined();
  },
);

it.each([1, 10, 15, 60])("takes drizzle of one tip at each reading for rain, every %i min", (minutes) => {
  const hours = 240 / minutes;
  const readings = every(minutes, [...times(hours, 0), ...times(hours, 0.2), ...times(hours, 0)]);
  expect(doubtedDays(readings, { dayOf, isTotal: false, isKnown: false })).toEqual(new Map());
});

it("recognises the day after, whose first reading is the total of the day before", () => {
  const next = every(15, times(96, 0)).map(({ at, mm }, index) => ({
    at: at + 24 * HOUR_MS,
    mm: index === 0 ? 22.8 : mm,
  }));
  expect(runningTotalDays([...every(15, dayTotal(22.8, 4)), ...next], dayOf, false).size).toBe(2);
});

it("needs less of a gauge that is known to send a total, but rain stays rain", () => {
  const small = every(60, [...times(12, 0), ...times(12, 0.4)]);
  expect(runningTotalDays(small, dayOf, false).size).toBe(0);
  expect(runningTotalDays(small, dayOf, true).size).toBe(1);
  for (const [, readings] of rains.slice(5, 7)) expect(runningTotalDays(readings, dayOf, true).size).toBe(0);
});

it("doubts rates and sums that hardly occur, and refuses those that never did", () => {
  const kind = (readings: ReturnType<typeof every>) =>
    doubtedDays(readings, { dayOf, isTotal: false, isKnown: false }).get(DAY)?.kind;
  expect(kind(every(60, [0, 160, 0]))).toBe("rate");
  expect(kind(every(15, [0, 40, 40, 40, 40, 0]))).toBe("rate");
  expect(kind(every(15, [0, 30, 35, 40, 35, 5, 0]))).toBeUndefined();
  expect(kind(every(360, [0, 160, 0]))).toBeUndefined();
  expect(kind(every(60, [0, 20, 30, 45, 50, 55, 40, 20, 0]))).toBe("day");
  expect(kind(every(60, [100, 140, 130, 145, 120, 115, 0]))).toBe("impossible");
});

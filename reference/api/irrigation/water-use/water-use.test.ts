import { farmMoment } from "@lamina/shared/core/farm-time";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HourAggregate } from "../../telemetry/service.ts";
import { meterHours } from "../sites/meters.ts";
import { withMeters } from "./metered.ts";
import { permitUse } from "./permit-use.ts";
import { hoursOf, type KnownBy, pumpingOf, type RecordedWatering } from "./pumping.ts";
import { tariffSplitter } from "./tariff-hours.ts";

const ZONE = "America/Cuiaba";
const at = (day: string, time: string) => farmMoment(day, time, ZONE);

function watering(
  change: Partial<Omit<RecordedWatering, "start" | "end">> & { start: number; end?: number },
): RecordedWatering {
  return {
    pivotId: "p",
    timezone: ZONE,
    hours: null,
    volumeM3: 1000,
    flowM3h: 100,
    by: "hours",
    ...change,
    start: new Date(change.start),
    end: change.end === undefined ? null : new Date(change.end),
  };
}

const total = (pieces: readonly { from: number; to: number }[]) =>
  pieces.reduce((sum, piece) => sum + hoursOf(piece), 0);

describe("pumping", () => {
  it("is cut at the farm's midnight, with the water of each side", () => {
    const pieces = pumpingOf([
      watering({ start: at("2026-05-31", "21:00"), end: at("2026-06-01", "03:00"), volumeM3: 600 }),
    ]);
    expect(pieces).toMatchObject([
      { day: "2026-05-31", m3: 300 },
      { day: "2026-06-01", m3: 300 },
    ]);
    expect(total(pieces)).toBe(6);
  });

  it("derives hours from volume and flow when they are missing", () => {
    expect(total(pumpingOf([watering({ start: at("2026-05-10", "08:00"), volumeM3: 250, flowM3h: 50 })]))).toBe(5);
  });

  it("counts hours shared by sectors of a system once, and all of their water", () => {
    const [start, end] = [at("2026-05-10", "08:00"), at("2026-05-10", "12:00")];
    const pieces = pumpingOf(["a", "b", "c"].map(() => watering({ start, end, volumeM3: 100, by: "panel" })));
    expect(total(pieces)).toBe(4);
    expect(pieces.reduce((sum, { m3 }) => sum + m3, 0)).toBe(300);
  });

  it("lets records of the same hour follow each other", () => {
    const start = at("2026-05-10", "08:00");
    const pieces = pumpingOf([
      watering({ start, hours: 5 }),
      watering({ start, hours: 4 }),
      watering({ start, hours: 4, pivotId: "q" }),
    ]);
    const own = pieces.filter(({ pivotId }) => pivotId === "p");
    expect(Math.max(...own.map(({ to }) => to))).toBe(start + 9 * HOUR_MS);
    expect(total(pieces)).toBe(13);
  });

  it("conserves the volume", () => {
    const start = at("2026-05-10", "00:00");
    const one = fc.record({
      minute: fc.integer({ min: 0, max: 5000 }),
      length: fc.integer({ min: 0, max: 3000 }),
      m3: fc.integer({ min: 0, max: 9999 }),
      open: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), (given) => {
        const waterings = given.map(({ minute, length, m3, open }) => {
          const from = start + minute * MINUTE_MS;
          return open
            ? watering({ start: from, hours: length / 60, volumeM3: m3 })
            : watering({ start: from, end: from + length * MINUTE_MS, volumeM3: m3 });
        });
        const pieces = pumpingOf(waterings);
        const sum = pieces.reduce((m3, piece) => m3 + piece.m3, 0);
        expect(sum).toBeCloseTo(
          given.reduce((m3, { m3: own }) => m3 + own, 0),
          3,
        );
        for (const { from, to } of pieces) expect(to).toBeGreaterThanOrEqual(from);
      }),
    );
  });
});

describe("a flow meter", () => {
  const start = at("2026-05-10", "08:00");
  const hour = (index: number, sum: number, count: number, min: number, max: number) => ({
    sensorId: "m",
    hour: new Date(start + index * HOUR_MS),
    ...{ sum, count, min, max },
  });
  const meter = (hours: HourAggregate[], pivotId = "p") => ({ pivotId, timezone: ZONE, flowM3h: 100, hours });
  const later = new Date(at("2026-05-11", "08:00"));

  it("replaces records of its hours, except for hours without readings", () => {
    const written = pumpingOf([watering({ start, end: start + 4 * HOUR_MS, volumeM3: 400 })]);
    const pieces = withMeters(
      written,
      [meter([hour(0, 360, 4, 88, 92), hour(1, 0, 4, 0, 0), hour(2, 190, 2, 95, 95)])],
      later,
    );
    const of = (known: KnownBy) =>
      pieces.filter(({ by }) => by === known).map(({ from, m3 }) => [(from - start) / HOUR_MS, m3]);
    expect(of("meter")).toEqual([
      [0, 90],
      [2, 95],
    ]);
    expect(of("hours")).toEqual([[3, 100]]);
    expect(total(pieces)).toBe(3);
  });

  it("counts unrecorded water, and the part of an hour in which it ran", () => {
    const [piece, ...others] = withMeters([], [meter([hour(5, 100, 4, 0, 100)])], later);
    expect(others).toEqual([]);
    expect(piece).toMatchObject({ m3: 25, by: "meter", day: "2026-05-10" });
    expect(piece && hoursOf(piece)).toBeCloseTo(0.25, 9);
  });

  it("that counts tells the part of an hour by the system's flow, where the hour has one increase", async () => {
    const counter = { ...meter([]), sensorId: "m", variable: "flowTotal" } as const;
    const telemetry = { hourAggregates: async () => [hour(0, 25, 1, 25, 25), hour(1, 92, 1, 92, 92)] };
    const range = { from: new Date(start), to: later, now: later };
    const hours = (await meterHours(telemetry, [counter], range)).get("m") ?? [];
    const pieces = withMeters([], [meter(hours)], later);
    expect(pieces.map((piece) => [piece.m3, hoursOf(piece)])).toEqual([
      [25, 0.25],
      [92, 1],
    ]);
  });

  it("ignores flow near its zero, future hours, and other systems", () => {
    const written = pumpingOf([watering({ start, end: start + HOUR_MS, volumeM3: 77, pivotId: "q" })]);
    const now = new Date(start + 2.5 * HOUR_MS);
    const pieces = withMeters(
      written,
      [meter([hour(0, 4, 4, 0.5, 1.5), hour(2, 80, 1, 80, 80), hour(3, 80, 1, 80, 80)])],
      now,
    );
    expect(pieces.map(({ pivotId, m3 }) => [pivotId, m3])).toEqual([
      ["q", 77],
      ["p", 40],
    ]);
  });
});

describe("hours by tariff", () => {
  const workdays = [1, 2, 3, 4, 5];
  const all = [0, 1, 2, 3, 4, 5, 6];
  const split = tariffSplitter([
    { days: workdays, from: "18:00", to: "21:00", kind: "peak", brlKwh: 2 },
    { days: all, from: "21:30", to: "06:00", kind: "reserved", brlKwh: 0.2 },
    { days: all, from: "00:00", to: "00:00", kind: "offpeak", brlKwh: 0.5 },
  ]);
  const hours = (from: number, to: number) => {
    const sum = { peak: 0, offpeak: 0, reserved: 0 };
    for (const { kind, hours } of split(from, to, ZONE)) sum[kind] += hours;
    return sum;
  };

  it("are those of the actual hours, in farm time", () => {
    // A Friday in Cuiabá, four hours behind UTC.
    expect(hours(at("2026-05-15", "17:00"), at("2026-05-16", "07:00"))).toEqual({
      peak: 3,
      offpeak: 2.5,
      reserved: 8.5,
    });
  });

  it("have no peak at the weekend, and continue over the end of the week", () => {
    expect(hours(at("2026-05-16", "17:00"), at("2026-05-16", "21:30"))).toEqual({ peak: 0, offpeak: 4.5, reserved: 0 });
    expect(hours(at("2026-05-16", "22:00"), at("2026-05-17", "06:30"))).toEqual({ peak: 0, offpeak: 0.5, reserved: 8 });
  });

  it("add up to the whole", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 1440 }), (start, length) => {
        const from = at("2026-05-10", "00:00") + start * MINUTE_MS;
        const sum = hours(from, from + length * MINUTE_MS);
        expect(sum.peak + sum.offpeak + sum.reserved).toBeCloseTo(length / 60, 6);
      }),
    );
  });

  it("have no price without a tariff", () => {
    expect(tariffSplitter([])(0, HOUR_MS, ZONE)).toEqual([{ kind: "offpeak", hours: 1, brlKwh: null }]);
  });
});

describe("a permit's use", () => {
  it("sums a month, counts days and the most hours of a day, and projects the month's end", () => {
    const pumping = pumpingOf([
      watering({ start: at("2026-05-01", "08:00"), end: at("2026-05-01", "18:00"), volumeM3: 100 }),
      watering({ start: at("2026-05-01", "12:00"), end: at("2026-05-01", "20:00"), volumeM3: 50, pivotId: "q" }),
      watering({ start: at("2026-05-03", "08:00"), end: at("2026-05-03", "09:00"), volumeM3: 60 }),
      watering({ start: at("2026-04-30", "08:00"), end: at("2026-04-30", "09:00"), volumeM3: 7 }),
    ]);
    expect(permitUse(pumping, "2026-05-15", 0.5)).toEqual([
      { month: "2026-04", usedM3: 7, maxHoursDay: 1, daysUsed: 1, projectedM3: null },
      { month: "2026-05", usedM3: 210, maxHoursDay: 12, daysUsed: 2, projectedM3: (210 / 14.5) * 31 },
    ]);
  });

  it("has no projection before any time has passed", () => {
    const pumping = pumpingOf([watering({ start: at("2026-02-01", "00:00"), hours: 0, volumeM3: 9 })]);
    expect(permitUse(pumping, "2026-02-01", 0)[0]?.projectedM3).toBe(9);
  });
});

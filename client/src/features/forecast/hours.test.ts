import type { ForecastHourly } from "@lamina/shared/records/weather";
import { describe, expect, it } from "vitest";
import { dayCharts } from "./day-charts.ts";
import { compassPoint, dayWords } from "./days.ts";
import { clockText, hourSprayQuality, hoursOf, irrigationQuality, reducedHours, windowsOf } from "./hours.ts";
import { errorOf, verdictOf } from "./verification-rows.ts";
import { weekTotals } from "./week-totals.ts";

const ZONE = "America/Manaus";

function hour(utc: string, more: Partial<ForecastHourly> = {}): ForecastHourly {
  return {
    farmId: "f",
    date: `${utc}:00Z`,
    issuedAt: "2026-05-14T09:00:00Z",
    temp: 25,
    rh: 60,
    rain: 0,
    rainProbPct: 5,
    windKmh: 6,
    gustKmh: 12,
    windDir: 90,
    radWm2: 0,
    deltaT: 5,
    source: "open-meteo",
    ...more,
  };
}

describe("the hours of a day", () => {
  const hourly = [
    hour("2026-05-15T03:00"),
    hour("2026-05-14T04:00"),
    hour("2026-05-15T04:00"),
    hour("2026-05-14T03:00"),
  ];

  it("are cut by the farm's clock", () => {
    expect(hoursOf(hourly, "2026-05-14", ZONE).map(({ minute }) => minute)).toEqual([0, 23 * 60]);
  });

  it("are gaps when the source lacks them", () => {
    const noon = Date.parse("2026-05-14T16:00:00Z");
    const chartsOf = (day: string) => dayCharts(hoursOf(hourly, day, ZONE), day, ZONE, "dia", noon);
    const [air] = chartsOf("2026-05-14");
    const [temperature] = air.series;
    expect(temperature?.at).toHaveLength(24);
    expect(temperature?.value.filter((value) => value !== null)).toHaveLength(2);
    expect(air.from).toBe(Date.parse("2026-05-14T04:00:00Z"));
    // Today is read at now, another day at its last hour.
    expect([air.restAt, chartsOf("2026-05-15")[0].restAt]).toEqual([noon, undefined]);
  });
});

describe("windows", () => {
  const night = (from: number, winds: (number | null)[]) =>
    winds.map((windKmh, index) => ({
      ...hour("2026-05-14T04:00", { windKmh }),
      at: index,
      minute: (from + index) * 60,
    }));

  it("join good hours, and end at strong wind or unknown wind", () => {
    const hours = night(4, [10, 14.9, 15, 3, null, 3]);
    const windows = windowsOf(hours, irrigationQuality);
    expect(windows.map(({ from, to }) => `${clockText(from)}–${clockText(to)}`)).toEqual([
      "04:00–06:00",
      "07:00–08:00",
      "09:00–10:00",
    ]);
  });

  it("end at an hour that the source lacks", () => {
    const hours = night(4, [1, 1, 1]).filter(({ minute }) => minute !== 5 * 60);
    expect(windowsOf(hours, irrigationQuality)).toHaveLength(2);
  });

  it("give their hours in the reduced tariff", () => {
    expect(reducedHours({ from: 0, to: 1440 })).toBe(8.5);
    expect(reducedHours({ from: 20 * 60, to: 22 * 60 })).toBe(0.5);
    expect(reducedHours({ from: 6 * 60, to: 21 * 60 })).toBe(0);
    expect(clockText(1440)).toBe("24:00");
  });
});

it.each([
  [{}, "good"],
  [{ deltaT: 9 }, "attention"],
  [{ deltaT: 1.9 }, "avoid"],
  [{ windKmh: 2 }, "avoid"],
  [{ windKmh: 11 }, "avoid"],
  [{ rain: 0.2 }, "avoid"],
  [{ deltaT: null }, null],
] as const)("for spraying, %o is %s", (more, quality) => {
  expect(hourSprayQuality(hour("2026-05-14T04:00", more))).toBe(quality);
});

it("writes days and compass points", () => {
  const now = Date.parse("2026-05-15T03:00:00Z");
  expect(dayWords("2026-05-14", now, ZONE)).toEqual({ name: "Hoje", date: "14/05" });
  expect(dayWords("2026-05-15", now, ZONE)).toEqual({ name: "sexta", date: "15/05" });
  expect([0, 44, 90, 337, 338, -90].map(compassPoint)).toEqual([0, 1, 2, 7, 0, 6]);
});

it("has no total for a week with a missing day", () => {
  expect(
    weekTotals([
      { rain: 3, eto: 4 },
      { rain: 0, eto: 5 },
    ]),
  ).toEqual({ rain: 3, eto: 9, balance: -6 });
  expect(weekTotals([{ rain: null, eto: 4 }])).toEqual({ rain: null, eto: 4, balance: null });
});

it("computes the error of a forecast", () => {
  const row = (forecastMm: number | null, measuredMm: number | null) =>
    ({ forecastMm, measuredMm }) as Parameters<typeof verdictOf>[0][number];
  expect(errorOf(row(12, 0))).toBe(-12);
  expect(verdictOf([row(12, 0), row(0, 4), row(null, 9)])).toEqual({ meanError: 8, days: 2, lostMm: 12 });
  expect(verdictOf([row(null, 3)])).toBeNull();
});

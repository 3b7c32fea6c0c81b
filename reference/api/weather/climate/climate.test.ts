import { saturationVapourPressure } from "@lamina/agronomy/eto/air";
import { dailyEto } from "@lamina/agronomy/eto/eto";
import { addDays, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { describe, expect, test } from "vitest";
import { simulateDay } from "./day.ts";
import { createWeather } from "./moment.ts";
import { climates } from "./normals.ts";

const timezone = "America/Bahia";
const site = { seed: 56, name: "LEM", lat: -12.1, altitude: 770, climate: climates.oesteDaBahia };
const year = Array.from({ length: 365 }, (_, index) => addDays("2025-01-01", index));

test("the same seed, place and day give the same weather, another seed another", () => {
  expect(simulateDay(site, "2025-03-14")).toEqual(simulateDay(site, "2025-03-14"));
  expect(simulateDay({ ...site, seed: 57 }, "2025-03-14")).not.toEqual(simulateDay(site, "2025-03-14"));
});

describe("ten years stay near the normals", () => {
  const days = Array.from({ length: 3650 }, (_, index) => addDays("2016-01-01", index));
  const of = (month: string) => days.filter((day) => day.slice(5, 7) === month).map((day) => simulateDay(site, day));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  test.each([
    ["01", 0],
    ["07", 6],
    ["11", 10],
  ])("month %s", (month, index) => {
    const normal = climates.oesteDaBahia[index];
    const weather = of(month);
    const rain = weather.map(({ rainByHour }) => rainByHour.reduce((sum, mm) => sum + mm, 0));
    expect(Math.abs(mean(weather.map(({ tMax }) => tMax)) - (normal?.tMax ?? 0))).toBeLessThan(1.5);
    expect(Math.abs(mean(rain) * 30 - (normal?.rain ?? 0))).toBeLessThan(Math.max(0.35 * (normal?.rain ?? 0), 6));
  });
});

test("every day gives a plausible evapotranspiration", () => {
  for (const day of year) {
    const weather = simulateDay(site, day);
    const dayOfYear = year.indexOf(day) + 1;
    const { eto } = dailyEto(
      { latitudeDeg: site.lat, altitudeM: site.altitude },
      { dayOfYear, tMax: weather.tMax, tMin: weather.tMin, ea: weather.ea, rad: weather.rad, wind: weather.wind2m },
    );
    expect(eto).toBeGreaterThan(1);
    expect(eto).toBeLessThan(10);
  }
});

test("the air's vapour pressure does not jump at midnight", () => {
  const weather = createWeather(site, timezone);
  const vapour = (moment: number) => {
    const { airTemp, airHum } = weather.at(moment);
    return (airHum / 100) * saturationVapourPressure(airTemp);
  };
  // A thermometer's noise changes the derived vapour pressure by up to 0.1 kPa; consecutive days differ by more.
  const steps = year.map((day) => weather.day(day).ea - weather.day(addDays(day, -1)).ea);
  expect(Math.max(...steps.map(Math.abs))).toBeGreaterThan(0.3);
  for (const day of year) {
    const midnight = startOfFarmDay(day, timezone);
    expect(Math.abs(vapour(midnight) - vapour(midnight - 60_000))).toBeLessThan(0.1);
  }
});

test("the sensor values of a day add up to the day", () => {
  const weather = createWeather(site, timezone);
  for (const day of year.filter((_, index) => index % 7 === 0)) {
    const start = startOfFarmDay(day, timezone);
    const moments = Array.from({ length: 288 }, (_, index) => weather.at(start + (index + 0.5) * 300_000));
    const { tMax, rad, rainByHour, wind2m } = weather.day(day);
    const meanWind = moments.reduce((sum, { wind }) => sum + wind, 0) / moments.length;
    expect(Math.abs(meanWind - wind2m)).toBeLessThan(0.08);
    expect(Math.abs(Math.max(...moments.map(({ airTemp }) => airTemp)) - tMax)).toBeLessThan(1);
    expect(Math.abs(moments.reduce((sum, moment) => sum + moment.rad * 300, 0) / 1e6 - rad)).toBeLessThan(0.3);
    expect(weather.rainBetween(start, start + 24 * HOUR_MS)).toBeCloseTo(
      rainByHour.reduce((sum, mm) => sum + mm, 0),
      6,
    );
    for (const { airHum } of moments) expect(airHum).toBeLessThanOrEqual(100);
  }
});

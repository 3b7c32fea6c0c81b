import { expect, test } from "vitest";
import { FORECAST_DAYS } from "./provider.ts";
import { simulatedProvider } from "./simulated.ts";

const clock = { now: () => new Date("2026-11-21T12:00:00Z") };
const place = { _id: "f", lat: -12.09, lon: -45.79, altitude: 769, timezone: "America/Bahia" };

test("a simulated forecast names its source, covers the week hour by hour and adds up", async () => {
  const provider = simulatedProvider({ clock, seed: 56 });
  expect(provider.source).toBe("simulated");
  const { daily, hourly } = await provider.fetch(place);
  expect(daily.map(({ date }) => date)).toEqual(
    [...Array(FORECAST_DAYS).keys()].map((ahead) => `2026-11-${21 + ahead}`),
  );
  expect(hourly).toHaveLength(24 * FORECAST_DAYS);
  const rain = (hours: typeof hourly) => hours.reduce((sum, hour) => sum + (hour.rain ?? 0), 0);
  for (const [index, day] of daily.entries()) {
    expect(rain(hourly.slice(24 * index, 24 * index + 24))).toBeCloseTo(day.rain ?? 0, 1);
    expect(day.eto).toBeGreaterThan(1);
    expect(day.tMax ?? 0).toBeGreaterThan(day.tMin ?? 0);
  }
});

test("it is the same for every request on one day", async () => {
  const later = { now: () => new Date("2026-11-21T20:00:00Z") };
  const [first, second] = await Promise.all([
    simulatedProvider({ clock, seed: 56 }).fetch(place),
    simulatedProvider({ clock: later, seed: 56 }).fetch(place),
  ]);
  expect(second.daily).toEqual(first.daily);
});

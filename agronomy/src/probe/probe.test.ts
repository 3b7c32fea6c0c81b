import { HOUR_MS } from "@lamina/shared/core/time";
import { expect, it } from "vitest";
import { depthLayers, rootWeights } from "./depth-layers.ts";
import { learnFieldCapacity } from "./field-capacity.ts";
import { findWaterSteps, type KnownWater } from "./water-steps.ts";

const DEPTHS = [10, 20, 40, 60];

it("lets each depth represent the soil halfway to the next", () => {
  expect(depthLayers(DEPTHS).map(({ fromM, toM }) => [fromM, toM])).toEqual([
    [0, 0.15],
    [0.15, 0.3],
    [0.3, 0.5],
    [0.5, 0.7],
  ]);
});

it("weights depths by the roots of the day; depths below them have no weight", () => {
  expect(rootWeights(DEPTHS, 0.15)).toEqual([1, 0, 0, 0]);
  for (const [index, weight] of [3 / 8, 3 / 8, 2 / 8, 0].entries())
    expect(rootWeights(DEPTHS, 0.4)[index]).toBeCloseTo(weight, 9);
  expect(rootWeights(DEPTHS, 0.15, [0.3, 0.3, 0.25, 0.15])).toEqual([1, 0, 0, 0]);
});

/** 14 days of an undisturbed probe with a small, known noise, wetter by `mm` from an hour on. */
const season = (mm: number, wetAt = 312, swing = 0) =>
  Array.from({ length: 336 }, (_, hour) => {
    // Days are not alike, so that their usual course does not explain the temperature.
    const tempC = 22 + (2 + 6 * ((Math.floor(hour / 24) * 0.618) % 1)) * Math.sin((2 * Math.PI * hour) / 24);
    return {
      at: hour * HOUR_MS,
      storageMm: 200 + 0.2 * Math.sin(hour * 1.7) + swing * tempC + (hour >= wetAt ? mm : 0),
      tempC,
    };
  });
const look = (hours: ReturnType<typeof season>, known: readonly KnownWater[] = []) =>
  findWaterSteps(hours, { known, useMmHour: () => 0, from: 264 * HOUR_MS });

it("finds an unrecorded shallow pass, its time and its depth", () => {
  const [step, ...others] = look(season(6));
  expect(others).toEqual([]);
  expect(step?.mm).toBeCloseTo(6, 0);
  expect(Math.abs((step?.at ?? 0) - 312 * HOUR_MS)).toBeLessThan(4 * HOUR_MS);
});

it("does not mistake a probe's temperature swing for water", () => {
  expect(look(season(0, 312, 1.5))).toEqual([]);
  expect(look(season(10, 312, 1.5))).toHaveLength(1);
});

it("finds a pass at noon of a hot day, when the crop uses as much as the pass puts on", () => {
  const useMmHour = (at: number) => {
    const hour = at / HOUR_MS;
    return hour % 24 < 6 || hour % 24 >= 18 ? 0 : hour >= 312 ? 1 : 0.2;
  };
  let used = 0;
  const hours = season(6, 324).map((hour) => {
    used += useMmHour(hour.at);
    return { ...hour, storageMm: hour.storageMm - used };
  });
  const found = findWaterSteps(hours, { known: [], useMmHour, from: 264 * HOUR_MS });
  expect(found).toHaveLength(1);
  expect(found[0]?.mm).toBeCloseTo(6, 0);
});

it("is not masked by recorded drizzle, and accepts a record of about the same depth", () => {
  const event = (mm?: number) => [{ startAt: 300 * HOUR_MS, endAt: 320 * HOUR_MS, mm }];
  expect(look(season(25), event(1))[0]?.mm).toBeGreaterThan(20);
  expect(look(season(25), event(22))).toEqual([]);
  expect(look(season(25), event(undefined))).toEqual([]);
});

it("derives field capacity from the plateau a day after wettings, and suggests none from a single one", () => {
  const wetting = (hour: number) => (hour < 6 ? 26 : 31 + 4 * Math.exp(-(hour - 6) / 6) - 0.01 * (hour - 6));
  const hours = (wettings: number) =>
    Array.from({ length: 120 * wettings }, (_, hour) => ({ at: hour * HOUR_MS, pct: wetting(hour % 120) }));
  expect(learnFieldCapacity(hours(1))).toBeUndefined();
  const learnt = learnFieldCapacity(hours(3));
  expect(learnt).toMatchObject({ wettings: 3 });
  expect(learnt?.fcPct).toBeCloseTo(30.7, 0);
});

import { expect, test } from "vitest";
import { completeDay } from "./complete-day.ts";
import { ENOUGH_HOURS, observeDay, type SensorDay } from "./observed-day.ts";

const place = { lat: -12.1, altitude: 770 };
const measured = { tMax: 31, tMin: 19, tMean: 25, rhMax: 90, rhMin: 40, rhMean: 65, wind2m: 2, rad: 22, rain: 4.2 };

test("a fully measured day is Penman–Monteith with nothing missing", () => {
  const day = completeDay(place, 60, measured, []);
  expect(day).toMatchObject({ etoMethod: "pm", missing: [], filledFrom: {}, rain: 4.2 });
  expect(day.eto).toBeGreaterThan(4);
});

test("a gap is filled by the best source, named, and makes the day an estimate", () => {
  const { rad: _, ...withoutSun } = measured;
  const fills = [
    { name: "neighbour", day: {} },
    { name: "forecast", day: { rad: 21 } },
  ];
  expect(completeDay(place, 60, withoutSun, fills)).toMatchObject({
    rad: 21,
    etoMethod: "pm_estimated",
    missing: ["rad"],
    filledFrom: { rad: "forecast" },
  });
});

test("what nobody knows is left to the rules for missing data", () => {
  const { rad: _, wind2m: __, ...rest } = measured;
  expect(completeDay(place, 60, rest, [])).toMatchObject({ rad: null, wind2m: null, etoMethod: "pm_estimated" });
});

test("rain that was not measured is not invented", () => {
  const { rain: _, ...dry } = measured;
  const day = completeDay(place, 60, dry, [{ name: "forecast", day: { rain: 12 } }]);
  expect(day).toMatchObject({ rain: null, missing: ["rain"], etoMethod: "pm" });
});

test("without temperatures there is no evapotranspiration", () => {
  expect(completeDay(place, 60, {}, [])).toMatchObject({ eto: null, etoMethod: null, tMax: null });
});

test("a sensor with too few hours does not speak for the day", () => {
  const sensor = (hours: number, max: number): SensorDay => ({
    variable: "airTemp",
    deviceId: "d",
    heightM: 2,
    hours,
    count: hours,
    sum: 20 * hours,
    min: 15,
    max,
  });
  expect(observeDay([sensor(ENOUGH_HOURS - 1, 40)])).toEqual({});
  expect(observeDay([sensor(ENOUGH_HOURS, 30), sensor(24, 33)])).toMatchObject({ tMax: 33, tMean: 20 });
});

test.each([
  [10, 2.24],
  [2, 3],
  [0.05, 3],
  [0, 3],
])("a wind of 3 m/s at %d m is one of %d m/s at 2 m", (heightM, wind2m) => {
  const wind = { variable: "wind", deviceId: "d", heightM, hours: 24, count: 24, sum: 72, min: 1, max: 6 } as const;
  expect(observeDay([wind]).wind2m).toBeCloseTo(wind2m, 2);
});

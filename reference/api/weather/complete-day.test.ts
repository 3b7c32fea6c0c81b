import { MARGIN_HOURS, SLOTS } from "@lamina/agronomy/weather/hours";
import { expect, test } from "vitest";
import { completeDay } from "./complete-day.ts";
import { type DeviceDay, observeDay } from "./observed-day.ts";

const place = { lat: -12.1, altitude: 770 };
const weather = { tMax: 31, tMin: 19, tMean: 25, rhMax: 90, rhMin: 40, rhMean: 65, wind2m: 2, rad: 22, rain: 4.2 };
const measured = { weather, bridged: [], rainState: "measured" as const };

test("a fully measured day is Penman–Monteith with nothing missing", () => {
  const day = completeDay(place, 60, measured, []);
  expect(day).toMatchObject({ etoMethod: "pm", missing: [], filledFrom: {}, rain: 4.2, rainState: "measured" });
  expect(day.eto).toBeGreaterThan(4);
});

test("a gap is filled from the best source, which is named, and makes the day an estimate", () => {
  const { rad: _, ...withoutSun } = weather;
  const fills = [
    { name: "neighbour", day: {} },
    { name: "forecast", day: { rad: 21 } },
  ];
  expect(completeDay(place, 60, { ...measured, weather: withoutSun }, fills)).toMatchObject({
    rad: 21,
    etoMethod: "pm_estimated",
    missing: ["rad"],
    filledFrom: { rad: "forecast" },
  });
});

test("interpolated hours are named, and make the day an estimate", () => {
  expect(completeDay(place, 60, { ...measured, bridged: ["wind2m"] }, [])).toMatchObject({
    wind2m: 2,
    etoMethod: "pm_estimated",
    missing: ["wind2m"],
    filledFrom: { wind2m: "interpolated" },
  });
});

test("inputs without any source are left to the rules for missing data", () => {
  const { rad: _, wind2m: __, ...rest } = weather;
  const day = completeDay(place, 60, { ...measured, weather: rest }, []);
  expect(day).toMatchObject({ rad: null, wind2m: null, etoMethod: "pm_estimated" });
});

test("missing rain is not filled", () => {
  const { rain: _, ...dry } = weather;
  const fills = [{ name: "forecast", day: { rain: 12 } }];
  const day = completeDay(place, 60, { ...measured, weather: dry, rainState: "missing" }, fills);
  expect(day).toMatchObject({ rain: null, rainState: "missing", missing: ["rain"], etoMethod: "pm" });
});

test("rain of a part of the day counts, and is marked as incomplete", () => {
  const day = completeDay(place, 60, { ...measured, rainState: "incomplete" }, []);
  expect(day).toMatchObject({ rain: 4.2, rainState: "incomplete", missing: ["rain"], etoMethod: "pm" });
});

test("without temperatures there is no evapotranspiration", () => {
  const nothing = { weather: {}, bridged: [], rainState: "missing" as const };
  expect(completeDay(place, 60, nothing, [])).toMatchObject({ eto: null, etoMethod: null, tMax: null });
});

const sky = { altitudeM: 770, raByHour: Array.from({ length: SLOTS }, () => 1) };
/** A device with readings in the first hours of the day and in the margins. */
const device = (deviceId: string, heard: number, base: number, more: Partial<DeviceDay> = {}): DeviceDay => ({
  deviceId,
  heightM: 2,
  hours: {
    airTemp: Array.from({ length: SLOTS }, (_, slot) => {
      const hour = slot - MARGIN_HOURS;
      if (hour >= heard) return undefined;
      const mean = base + 5 * Math.cos((Math.PI * (hour - 15)) / 12);
      return { mean, min: mean, max: mean };
    }),
  },
  ...more,
});

test("a sensor with too few hours is not used for the day; the farm's station takes precedence", () => {
  expect(observeDay([device("a", 10, 25)], sky).weather).not.toHaveProperty("tMax");
  const both = [device("a", 24, 25), device("b", 24, 28)];
  expect(observeDay(both, sky, "b")).toMatchObject({ weather: { tMax: 33 }, sources: { tMax: "b" } });
  expect(observeDay([device("a", 24, 25), device("b", 15, 28)], sky, "b").sources.tMax).toBe("a");
});

test("a gauge that was silent for a part of the day gives a lower bound", () => {
  const gauge = (hours: number, mm: number) => device("g", 0, 0, { hours: {}, rain: { mm, hours } });
  expect(observeDay([gauge(18, 40)], sky)).toMatchObject({ weather: { rain: 40 }, rainState: "incomplete" });
  expect(observeDay([gauge(23, 40)], sky)).toMatchObject({ weather: { rain: 40 }, rainState: "measured" });
  expect(observeDay([], sky)).toMatchObject({ weather: {}, rainState: "missing" });
});

test.each([
  [10, 2.24],
  [2, 3],
  [0.05, 3],
  [0, 3],
])("a wind of 3 m/s at %d m is one of %d m/s at 2 m", (heightM, wind2m) => {
  const wind = Array.from({ length: SLOTS }, (_, slot) => ({ mean: 3, min: 2, max: 3 + slot / 10 }));
  expect(observeDay([{ deviceId: "d", heightM, hours: { wind } }], sky).weather.wind2m).toBeCloseTo(wind2m, 2);
});

import { expect, it } from "vitest";
import { extraterrestrialRadiation } from "../eto/extraterrestrial.ts";
import { checkHours } from "./check-hours.ts";
import { type HourValue, MARGIN_HOURS, SLOTS } from "./hours.ts";
import { stationDay } from "./station-day.ts";

/** A clear day: sunrise at 6, noon at 12; 18 to 31 °C, 40 to 90 %. */
const slots = <T>(value: (hour: number) => T): T[] =>
  Array.from({ length: SLOTS }, (_, slot) => value((slot - MARGIN_HOURS + 24) % 24));
const one = (value: number, spread = 0.4): HourValue => ({ mean: value, min: value - spread, max: value + spread });
const temperatures = () => slots((hour) => one(24.5 + 6.5 * Math.cos((Math.PI * (hour - 14.5)) / 12)));
const humidities = () => slots((hour) => one(65 - 25 * Math.cos((Math.PI * (hour - 14.5)) / 12), 1));
const light = (hour: number) => Math.max(0, Math.sin((Math.PI * (hour + 0.5 - 6)) / 12));
const ra = slots((hour) => light(hour) * 4.5);
const radiations = () => slots((hour) => ({ mean: light(hour) * 900, min: light(hour) * 880, max: light(hour) * 920 }));
const place = { altitudeM: 900, raByHour: ra, windHeightM: 2 };
const station = () => ({
  airTemp: temperatures(),
  airHum: humidities(),
  wind: slots((h) => one(2 + h / 24, 0.1)),
  rad: radiations(),
});
const put = <T>(values: T[], hour: number, value: T) => values.with(MARGIN_HOURS + hour, value);

it("reports a whole day as measured, without a finding", () => {
  const { day, reports } = stationDay(station(), place);
  expect(day.tMax).toBeCloseTo(31.3, 0);
  expect(day.tMin).toBeCloseTo(17.7, 0);
  expect(day.rad).toBeCloseTo((ra.slice(4, 28).reduce((a, b) => a + b, 0) * (900 * 0.0036)) / 4.5, 6);
  for (const report of Object.values(reports)) expect(report).toEqual({ hours: 24, findings: [], bridged: false });
});

it("refuses an impossible temperature and the humidity of the same probe, and uses the neighbouring hours", () => {
  const given = station();
  const { day, reports } = stationDay(
    {
      ...given,
      airTemp: put(given.airTemp, 10, { mean: 33, min: 27, max: 54 }),
      airHum: put(given.airHum, 10, { mean: 45, min: 3, max: 52 }),
    },
    place,
  );
  expect(reports.airTemp?.findings).toEqual([{ flag: "out-of-limits", hours: [10] }]);
  expect(reports.airHum?.findings).toEqual([{ flag: "step", hours: [10] }]);
  expect(day.tMax).toBeCloseTo(31.3, 0);
  expect(day.rhMin).toBeGreaterThan(35);
});

it("refuses the humidity of a probe when its temperature is refused", () => {
  const given = station();
  const { reports } = stationDay({ ...given, airTemp: put(given.airTemp, 20, one(60)) }, place);
  expect(reports.airHum?.findings).toEqual([{ flag: "inconsistent", hours: [20] }]);
});

it("refuses a spike and accepts a storm that lasts", () => {
  const spike = checkHours("airTemp", put(temperatures(), 3, one(36)));
  expect(spike.findings).toEqual([{ flag: "step", hours: [3] }]);
  const storm = slots((hour) => one(hour < 15 ? 32 : 21));
  expect(
    checkHours(
      "airTemp",
      storm.map((hour, at) => ({ ...hour, max: hour.max + at / 100 })),
    ).findings,
  ).toEqual([]);
});

it("refuses a stuck sensor, but not humidity in fog or an anemometer on a calm night", () => {
  expect(
    checkHours(
      "airTemp",
      slots(() => one(20, 0)),
    ).findings[0],
  ).toMatchObject({ flag: "persistence" });
  expect(
    checkHours(
      "airHum",
      slots(() => one(100, 0)),
    ).findings,
  ).toEqual([]);
  expect(
    checkHours(
      "wind",
      slots((hour) => one(hour < 12 ? 0 : 2 + hour / 10, 0)),
    ).findings,
  ).toEqual([]);
  expect(
    checkHours(
      "rad",
      slots((hour) => one(light(hour) > 0 ? 100 : 0, 0)),
      ra,
    ).findings[0]?.flag,
  ).toBe("persistence");
});

it("clips humidity above saturation to 100 %, with a finding", () => {
  const { hours, findings } = checkHours("airHum", put(humidities(), 5, { mean: 100.5, min: 99, max: 101 }));
  expect(hours[MARGIN_HOURS + 5]).toEqual({ mean: 100, min: 99, max: 100 });
  expect(findings).toEqual([{ flag: "clipped", hours: [5] }]);
  expect(checkHours("airHum", put(humidities(), 5, { mean: 100, min: 99, max: 106 })).findings[0]?.flag).toBe(
    "out-of-limits",
  );
});

it("sets radiation at night to 0, and refuses a day above clear sky", () => {
  const given = radiations();
  expect(checkHours("rad", put(given, 2, one(-4, 0)), ra).hours[MARGIN_HOURS + 2]?.mean).toBe(0);
  expect(checkHours("rad", put(given, 2, one(300, 0)), ra).findings).toEqual([{ flag: "clipped", hours: [2] }]);
  const brighter = given.map(({ mean, min, max }) => ({ mean: mean * 1.25, min, max }));
  const { day, reports } = stationDay({ ...station(), rad: brighter }, place);
  expect(day.rad).toBeUndefined();
  expect(reports.rad?.findings.map(({ flag }) => flag)).toContain("above-clear-sky");
});

it("gives no extreme that fell into hours without readings", () => {
  const given = station();
  const silent = <T>(values: (T | undefined)[]) =>
    values.map((value, slot) => (slot >= 15 && slot < 19 ? undefined : value));
  const { day, reports } = stationDay(
    { airTemp: silent(given.airTemp), airHum: silent(given.airHum), wind: silent(given.wind), rad: silent(given.rad) },
    place,
  );
  expect(Object.keys(day).sort()).toEqual(["rad", "rhMax", "rhMean", "tMean", "tMin", "wind2m"]);
  expect(reports.rad).toMatchObject({ bridged: true, findings: [{ flag: "gap", hours: [11, 12, 13, 14] }] });
  const whole = stationDay(given, place).day.rad ?? 0;
  expect(Math.abs((day.rad ?? 0) / whole - 1)).toBeLessThan(0.03);
});

it("weights hours equally, however many readings they have", () => {
  const total = extraterrestrialRadiation(-15, 60);
  const own = ra.map((hour) => (hour * total) / 34.5);
  const { day } = stationDay({ rad: radiations() }, { ...place, raByHour: own });
  expect(day.rad).toBeLessThan(0.8 * total);
});

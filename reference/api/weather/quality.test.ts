import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Variable } from "@lamina/shared/records/telemetry";
import { expect, it } from "vitest";
import { describeField, FARM, NOW, type TestField } from "../telemetry/testing/field.ts";
import { createWeatherService } from "./service.ts";

type Values = Partial<Record<Variable, number>>;

/** A clear day of May at 20° S. */
function clear(hour: number): Values {
  const wave = Math.cos((Math.PI * (hour - 14.5)) / 12);
  const sun = Math.max(0, Math.sin((Math.PI * (hour - 6)) / 12));
  return { airTemp: 22 + 7 * wave, airHum: 65 - 25 * wave, wind: 2 + 0.3 * wave, rad: Math.round(640 * sun), rain: 0 };
}

const VARIABLES = ["airTemp", "airHum", "wind", "rad", "rain"] as const;
/** Every ten minutes between two hours. */
const tens = (from: number, to: number) =>
  Array.from({ length: (to - from) * 6 }, (_, index) => from * 60 + 10 * index);
const ALL_DAY = tens(0, 24);

/** Sends a station's day and returns its weather; tests use different days, with midnight three hours behind UTC. */
async function measure({ context, telemetry, database, addDevice, addSensor }: TestField, date: string, sent: Sent) {
  const weather = createWeatherService({ ...context, database }, { telemetry, providers: [] });
  const serial = `STATION-${date}`;
  const deviceId = await addDevice({ serial });
  for (const variable of VARIABLES) await addSensor(deviceId, variable);
  const midnight = Date.parse(`${date}T03:00:00Z`);
  const readings = sent.minutes.flatMap((minute) =>
    Object.entries({ ...clear(minute / 60), ...sent.instead?.(minute) }).map(([variable, value]) => ({
      variable: variable as Variable,
      date: new Date(midnight + minute * MINUTE_MS).toISOString(),
      value,
    })),
  );
  await telemetry.ingest({ serial, readings }, NOW);
  await weather.recompute(FARM, date);
  const [day] = await weather.days(FARM, date, date);
  if (day === undefined) throw new Error("no weather");
  return { day, deviceId, weather };
}

interface Sent {
  /** Minutes of the farm's day with readings. */
  minutes: readonly number[];
  instead?: (minute: number) => Values;
}

describeField("the quality of a day's weather", (field) => {
  it("weights hours equally, whether they have one reading or six", async () => {
    const even = await measure(field(), "2026-04-01", { minutes: ALL_DAY });
    const hourlyNights = ALL_DAY.filter((minute) => (minute >= 360 && minute < 1080) || minute % 60 === 0);
    const uneven = await measure(field(), "2026-04-03", { minutes: hourlyNights });
    expect(even.day).toMatchObject({ etoMethod: "pm", missing: [], rainState: "measured" });
    expect(uneven.day.rad).toBeCloseTo(even.day.rad ?? 0, 1);
    expect(Math.abs((uneven.day.eto ?? 0) - (even.day.eto ?? 0))).toBeLessThan(0.1);
  });

  it("ignores a single impossible reading", async () => {
    const { day } = await measure(field(), "2026-04-05", {
      minutes: ALL_DAY,
      instead: (minute) => (minute === 800 ? { airTemp: 54, airHum: 3 } : {}),
    });
    expect(day.tMax).toBeLessThan(30);
    expect(day.rhMin).toBeGreaterThan(38);
  });

  it("lists for each station and day the measured, filled and refused values, and the reasons", async () => {
    const date = "2026-04-15";
    const { weather, deviceId } = await measure(field(), date, {
      minutes: [...tens(0, 2), ...tens(4, 24)],
      instead: (minute) => ({
        ...(minute === 800 ? { airTemp: 53 } : {}),
        ...(minute === 900 ? { wind: 300 } : {}),
        rad: 3 * (clear(minute / 60).rad ?? 0),
      }),
    });
    const { stations } = await weather.quality(FARM, { from: "2026-04-14", to: date });
    const station = stations.find((one) => one.deviceId === deviceId);
    expect(station).toMatchObject({ serial: `STATION-${date}`, days: [{ date }, { date: "2026-04-14" }] });
    const value = (input: string) => station?.days[0]?.values.find((one) => one.input === input);
    const gap = { flag: "gap", hours: [2, 3] };
    expect(value("tMax")).toMatchObject({ state: "measured", from: null, hours: 21 });
    expect(value("tMax")?.findings).toEqual([{ flag: "out-of-limits", hours: [13] }, gap]);
    expect(value("rhMin")?.findings).toEqual(expect.arrayContaining([{ flag: "inconsistent", hours: [13] }]));
    expect(value("wind2m")?.findings).toEqual([{ flag: "out-of-limits", hours: [15] }, gap]);
    expect(value("rad")).toMatchObject({ state: "refused", value: null });
    expect(value("wind2m")).toMatchObject({ state: "filled", from: "interpolated" });
    expect(value("rain")).toMatchObject({ state: "incomplete", hours: 22, value: 0 });
    expect(station?.days[1]?.values.every(({ state }) => state === "missing" || state === "filled")).toBe(true);
  });

  it("accepts a day with humidity slightly above saturation", async () => {
    const { day } = await measure(field(), "2026-04-07", {
      minutes: ALL_DAY,
      instead: (minute) => (minute < 360 ? { airHum: 99 + (minute % 30) / 10 } : {}),
    });
    expect(day).toMatchObject({ rhMax: 100, etoMethod: "pm", missing: [] });
  });

  it("does not mark a day as measured when its noon is missing", async () => {
    const { day } = await measure(field(), "2026-04-09", { minutes: [...tens(0, 11), ...tens(15, 24)] });
    expect(day.missing).toEqual(expect.arrayContaining(["tMax", "rhMin", "rad", "rain"]));
    expect(day).toMatchObject({
      etoMethod: "pm_estimated",
      rainState: "incomplete",
      filledFrom: { rad: "interpolated" },
    });
  });

  it("counts the rain of a day that the gauge did not report to its end", async () => {
    const { day, deviceId } = await measure(field(), "2026-04-11", {
      minutes: tens(0, 18),
      instead: (minute) => (minute === 600 ? { rain: 40 } : {}),
    });
    expect(day).toMatchObject({ rain: 40, rainState: "incomplete", sources: { rain: deviceId } });
  });

  it("names the gauge of a day and how it is known, and a person's record in its place", async () => {
    const { weather } = await measure(field(), "2026-04-13", { minutes: tens(0, 12) });
    const [silent, half] = await weather.rainAccounts(FARM, null, "2026-04-12", "2026-04-13");
    expect(silent).toMatchObject({ state: "missing", measuredMm: null });
    expect(half).toMatchObject({ state: "incomplete", measuredMm: 0, gauge: "STATION-2026-04-13", source: "device" });
  });
});

import { describe, expect, it } from "vitest";
import { nearestStop, placeSeries, readingAt, readingSentence, stops } from "./cursor.ts";
import type { ChartModel, ChartSeries } from "./model.ts";

const QUARTER = 900_000;
const start = Date.parse("2026-05-14T03:00:00Z");
const theta: ChartSeries = {
  key: "10",
  name: "10 cm",
  unit: "% vol",
  shape: "line",
  tone: 1,
  axis: "soil",
  step: "raw",
  at: [0, 1, 2, 3].map((index) => start + index * QUARTER),
  value: [23.44, null, 24, 25],
};
const rain: ChartSeries = {
  ...theta,
  key: "rain",
  name: "Chuva",
  unit: "mm",
  shape: "bar",
  step: "hour",
  at: [start],
  value: [3],
};
const model: ChartModel = {
  title: "",
  timeZone: "America/Sao_Paulo",
  from: start,
  to: start + 4 * QUARTER,
  axes: [],
  series: [theta, rain],
};
const placed = placeSeries(model);
const midnight = Date.parse("2026-05-14T00:00:00Z");

describe("the cursor", () => {
  it("stops at each step of any series", () => {
    expect([...stops(placed)].map((x) => (x - midnight) / QUARTER)).toEqual([0, 1, 2, 3]);
    expect([...stops(placed.slice(1))].map((x) => (x - midnight) / QUARTER)).toEqual([2]);
    expect(stops([])).toHaveLength(0);
  });

  it("goes to the nearest stop", () => {
    const places = Float64Array.from([0, 10, 20]);
    expect([-5, 4, 6, 99].map((x) => nearestStop(places, x))).toEqual([0, 0, 1, 2]);
    expect(nearestStop(new Float64Array(0), 5)).toBe(-1);
  });

  it("reads at the full hour the hour that begins, which the label of that moment names", () => {
    const hours = { ...theta, step: "hour" as const, at: [0, 1, 2].map((hour) => start + hour * 4 * QUARTER) };
    expect(
      readingSentence(placeSeries({ ...model, series: [{ ...hours, value: [1, 2, 3] }] }), midnight + 4 * QUARTER),
    ).toBe("14/05/2026 01–02 h: 10 cm 2,0 % vol");
  });

  it("has no value in a gap, nor after the end of a series", () => {
    const [line] = placed;
    if (!line) throw new Error("no series");
    expect(readingAt(line, midnight)).toEqual({ value: 23.44 });
    expect(readingAt(line, midnight + QUARTER)).toBeNull();
    expect(readingAt(line, midnight + 40 * QUARTER)).toBeNull();
  });

  it("gives the farm's time and each value", () => {
    expect(readingSentence(placed, midnight + 2 * QUARTER)).toBe("14/05/2026 00:30: 10 cm 24,0 % vol; Chuva 3,0 mm");
    expect(readingSentence(placed, midnight + QUARTER)).toBe("14/05/2026 00:15: 10 cm – % vol; Chuva – mm");
  });

  it("gives both edges of a band", () => {
    const band = placeSeries({ ...model, series: [{ ...theta, shape: "band", upper: [30, 31, 32, 33] }] });
    expect(readingSentence(band, midnight + 2 * QUARTER)).toContain("10 cm 24,0–32,0 % vol");
  });
});

import { describe, expect, it } from "vitest";
import type { ChartModel, ChartSeries } from "./model.ts";
import { indexFrom, lonely, placesOf, visibleSpan, wholeView } from "./points.ts";

const at = (iso: string) => Date.parse(iso);
const clock = (x: number) => new Date(x).toISOString().slice(0, 16);

function seriesOf(step: ChartSeries["step"], moment: string): ChartSeries {
  return {
    key: step,
    name: step,
    unit: "mm",
    shape: "bar",
    tone: 1,
    axis: "a",
    step,
    at: [at(moment)],
    value: [1],
  };
}

function modelOf(timeZone: string, ...series: ChartSeries[]): ChartModel {
  return {
    title: "",
    timeZone,
    from: at("2026-05-14T04:00:00Z"),
    to: at("2026-05-15T04:00:00Z"),
    axes: [{ key: "a", unit: "mm" }],
    series,
  };
}

describe("placesOf", () => {
  it.each([
    ["America/Sao_Paulo", "2026-05-14T03:00:00Z"],
    ["America/Cuiaba", "2026-05-14T04:00:00Z"],
    ["America/Manaus", "2026-05-14T04:00:00Z"],
  ])("puts a day of %s on its own midnight", (zone, start) => {
    const series = seriesOf("day", start);
    expect(Array.from(placesOf(series, modelOf(zone, series)), clock)).toEqual(["2026-05-14T00:00"]);
  });

  it("places sums of an hour or a day in its middle, beside readings", () => {
    const day = seriesOf("day", "2026-05-14T04:00:00Z");
    const hour = seriesOf("hour", "2026-05-14T10:00:00Z");
    const raw = seriesOf("raw", "2026-05-14T10:15:00Z");
    const model = modelOf("America/Cuiaba", day, hour, raw);
    expect([day, hour, raw].map((series) => clock(placesOf(series, model)[0] ?? 0))).toEqual([
      "2026-05-14T12:00",
      "2026-05-14T06:30",
      "2026-05-14T06:15",
    ]);
  });
});

describe("wholeView", () => {
  it("is the period in the farm's zone", () => {
    const { from, to } = wholeView(modelOf("America/Cuiaba", seriesOf("raw", "2026-05-14T10:00:00Z")));
    expect([clock(from), clock(to)]).toEqual(["2026-05-14T00:00", "2026-05-15T00:00"]);
  });

  it("adds half a day around days that are at their labels", () => {
    const { from, to } = wholeView(modelOf("America/Cuiaba", seriesOf("day", "2026-05-14T04:00:00Z")));
    expect([clock(from), clock(to)]).toEqual(["2026-05-13T12:00", "2026-05-14T12:00"]);
  });
});

describe("slices", () => {
  const places = Float64Array.from([0, 10, 20, 30, 40]);

  it("finds the first position that is not before another", () => {
    expect([-1, 0, 5, 40, 41].map((x) => indexFrom(places, x))).toEqual([0, 0, 1, 4, 5]);
  });

  it("includes one more at each side, so that lines reach the edges", () => {
    expect(visibleSpan(places, { from: 15, to: 25 })).toEqual({ start: 1, end: 4 });
    expect(visibleSpan(places, { from: -99, to: 99 })).toEqual({ start: 0, end: 5 });
    expect(visibleSpan(new Float64Array(0), { from: 0, to: 1 })).toEqual({ start: 0, end: 0 });
  });

  it("finds isolated readings", () => {
    expect(lonely([1, null, 2, null, 3, 4, null])).toEqual([0, 2]);
    expect(lonely([7])).toEqual([0]);
    expect(lonely([1, 2])).toEqual([]);
  });
});

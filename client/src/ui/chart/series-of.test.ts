import type { Series } from "@lamina/shared/telemetry";
import { expect, it } from "vitest";
import { seriesOf } from "./series-of.ts";

const series: Series = {
  sensorId: "s1",
  variable: "airTemp",
  unit: "°C",
  step: "hour",
  at: [0, 3_600_000],
  mean: [20, null],
  min: [18, null],
  max: [22, null],
  flagged: [{ at: 60_000, value: 60, flag: "out-of-range" }],
};
const drawing = { name: "Sede", tone: 1, axis: "t" } as const;

it("draws the mean with its flagged readings", () => {
  const drawn = seriesOf(series, { ...drawing, statistic: "mean" });
  expect(drawn).toMatchObject({ shape: "line", unit: "°C", step: "hour", value: [20, null], flagged: series.flagged });
});

it("draws least and greatest as a band", () => {
  const drawn = seriesOf(series, { ...drawing, statistic: "range" });
  expect(drawn).toMatchObject({ shape: "band", value: [18, null], upper: [22, null] });
  expect(drawn.flagged).toBeUndefined();
});

it("draws sums as bars, and gaps where there are none", () => {
  expect(seriesOf({ ...series, sum: [3, 0] }, { ...drawing, statistic: "sum" })).toMatchObject({
    shape: "bar",
    value: [3, 0],
  });
  expect(seriesOf(series, { ...drawing, statistic: "sum" }).value).toEqual([null, null]);
});

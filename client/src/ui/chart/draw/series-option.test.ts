import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { describe, expect, it } from "vitest";
import { placeSeries } from "../model/cursor.ts";
import { layOut } from "../model/layout.ts";
import type { ChartModel, ChartSeries } from "../model/model.ts";
import { wholeView } from "../model/points.ts";
import { testPalette as palette } from "../testing/palette.ts";
import { drawnSeries } from "./series-option.ts";

const start = Date.parse("2026-05-01T03:00:00Z");

function draw(series: ChartSeries[]) {
  const model: ChartModel = {
    title: "",
    timeZone: "America/Sao_Paulo",
    from: start,
    to: start + 4 * DAY_MS,
    axes: [{ key: "a", unit: "mm" }],
    series,
  };
  return drawnSeries({
    model,
    placed: placeSeries(model),
    layout: layOut(model, series, 300),
    view: wholeView(model),
    palette,
    width: 600,
  });
}

const line: ChartSeries = {
  key: "l",
  name: "Dr",
  unit: "mm",
  shape: "line",
  tone: 1,
  axis: "a",
  step: "day",
  at: [0, 1, 2, 3].map((index) => start + index * DAY_MS),
  value: [1, 2, 3, 4],
};
const values = (source: Float64Array) => [...source].filter((_, index) => index % 2 === 1);

describe("drawnSeries", () => {
  it("passes flat columns, with gaps that are not bridged", () => {
    const { series, dataset } = draw([{ ...line, value: [1, null, 3, 4] }]);
    expect(dataset[0]?.source).toBeInstanceOf(Float64Array);
    expect(values(dataset[0]?.source ?? new Float64Array())).toEqual([1, Number.NaN, 3, 4]);
    expect(series[0]).toMatchObject({ type: "line", connectNulls: false, sampling: "lttb" });
  });

  it("dashes a projection from the last known point on", () => {
    const { series, dataset } = draw([{ ...line, projectedFrom: start + 2 * DAY_MS }]);
    expect(dataset.map(({ source }) => values(source))).toEqual([
      [1, 2],
      [2, 3, 4],
    ]);
    expect(series.map((one) => (one as { lineStyle: { type: unknown } }).lineStyle.type)).toEqual(["solid", [6, 5]]);
  });

  it("keeps known and projected bars at the same position", () => {
    const { series, dataset } = draw([{ ...line, shape: "bar", projectedFrom: start + 2 * DAY_MS }]);
    expect(dataset.map(({ source }) => values(source))).toEqual([
      [1, 2, Number.NaN, Number.NaN],
      [Number.NaN, Number.NaN, 3, 4],
    ]);
    expect(new Set(series.map((one) => (one as { stack: string }).stack))).toEqual(new Set(["l"]));
  });

  it("draws flagged readings hollow, and isolated ones as points", () => {
    const { series } = draw([
      { ...line, value: [1, null, 3, null], flagged: [{ at: start + DAY_MS, value: 9, flag: "stuck" }] },
    ]);
    const points = series.filter((one) => (one as { type: string }).type === "scatter");
    expect(points).toMatchObject([{ itemStyle: { color: "#1" } }, { itemStyle: { color: "#fff", borderColor: "#1" } }]);
  });

  it("marks several lines with a shape each, at places of their own, and a line alone with none", () => {
    const hours = Array.from({ length: 96 }, (_, index) => index);
    const long = { ...line, step: "hour" as const, at: hours.map((hour) => start + hour * HOUR_MS), value: hours };
    const { series, dataset } = draw([long, { ...long, key: "m", tone: 2 }, { ...long, key: "sum", tone: "strong" }]);
    const marks = series.flatMap((one, index) => {
      const { type, symbol } = one as { type: string; symbol: string };
      return type === "scatter" ? [{ symbol, values: values(dataset[index]?.source ?? new Float64Array()) }] : [];
    });
    expect(new Set(marks.map(({ symbol }) => symbol)).size).toBe(2);
    expect(marks.every((one) => one.symbol.startsWith("path://"))).toBe(true);
    const [first, second] = marks.map((one) => one.values);
    expect(first?.length).toBeGreaterThan(2);
    expect(first?.filter((value) => second?.includes(value))).toEqual([]);
    expect(draw([long]).series.map((one) => (one as { type: string }).type)).toEqual(["line"]);
  });

  it("draws each of few points with the shape of its line", () => {
    const { series } = draw([line, { ...line, key: "m", tone: 3 }]);
    const symbols = series.map((one) => (one as { symbol: string }).symbol);
    expect(new Set(symbols).size).toBe(2);
    expect(series.map((one) => (one as { type: string }).type)).toEqual(["line", "line"]);
  });

  it("stacks a band's height on its lower edge", () => {
    const { series, dataset } = draw([{ ...line, shape: "band", value: [1, null, 3, 4], upper: [2, 5, 6, 9] }]);
    expect(dataset.map(({ source }) => values(source))).toEqual([
      [1, Number.NaN, 3, 4],
      [1, Number.NaN, 3, 5],
    ]);
    expect(series[1]).toMatchObject({ areaStyle: { color: "#1" } });
  });
});

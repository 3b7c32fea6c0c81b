// @vitest-environment node
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { placeSeries } from "../model/cursor.ts";
import { layOut } from "../model/layout.ts";
import type { ChartModel, ChartSeries } from "../model/model.ts";
import { wholeView } from "../model/points.ts";
import { testPalette as palette } from "../testing/palette.ts";
import { RecordedPath, recordingCanvas, type Stroke } from "../testing/recording-canvas.ts";
import { paint } from "./paint.ts";

beforeAll(() => {
  vi.stubGlobal("Path2D", RecordedPath);
});

const start = Date.parse("2026-05-01T03:00:00Z");
const line: ChartSeries = {
  ...{ key: "l", name: "Dr", unit: "mm", shape: "line", tone: 1, axis: "a", step: "day" },
  at: [0, 1, 2, 3].map((index) => start + index * DAY_MS),
  value: [1, 2, 3, 4],
};
const hours = Array.from({ length: 96 }, (_, index) => index);
const long: ChartSeries = { ...line, step: "hour", at: hours.map((hour) => start + hour * HOUR_MS), value: hours };

/** The calls that draw the series in these tones, without the axes. */
function draw(series: ChartSeries[], further: Partial<ChartModel> = {}): Stroke[] {
  const model: ChartModel = {
    ...{ title: "", timeZone: "America/Sao_Paulo", from: start, to: start + 4 * DAY_MS },
    ...{ axes: [{ key: "a", unit: "mm" }], series },
    ...further,
  };
  const { canvas, strokes } = recordingCanvas();
  const [placed, layout, view] = [placeSeries(model), layOut(model, series, 300), wholeView(model)];
  paint(canvas, { model, placed, layout, view, palette, width: 600, height: 300 }, 2);
  expect([canvas.width, canvas.height]).toEqual([1200, 600]);
  return strokes;
}
const stepsOf = ({ given: [path] }: Stroke) => (path instanceof RecordedPath ? path.steps : []);
/** The drawn paths of a kind in a colour. */
const drawn = (strokes: Stroke[], name: "stroke" | "fill", color = "#1") =>
  strokes.filter(
    (one) => one.name === name && one.given.length > 0 && one[name === "fill" ? "fillStyle" : "strokeStyle"] === color,
  );
const kinds = (one: Stroke) =>
  stepsOf(one)
    .map((step) => step[0])
    .join("");

describe("a line", () => {
  it("does not bridge a gap", () => {
    const [one] = drawn(draw([{ ...line, value: [1, 2, null, 3, 4].slice(0, 4) }]), "stroke");
    expect(one && kinds(one)).toBe("MLM");
    const two = { ...long, value: hours.map((hour) => (hour === 40 ? null : hour)) };
    expect(drawn(draw([two]), "stroke").map((path) => kinds(path).match(/M/g)?.length)).toEqual([2]);
  });

  it("dashes a projection from the last known point on", () => {
    const paths = drawn(draw([{ ...line, projectedFrom: start + 2 * DAY_MS }]), "stroke");
    expect(paths.map(({ dash }) => dash)).toEqual([[], [6, 5]]);
    expect(paths.map(kinds)).toEqual(["ML", "MLL"]);
    expect(stepsOf(paths[0] as Stroke)[1]?.slice(1)).toBe(stepsOf(paths[1] as Stroke)[0]?.slice(1));
  });

  it("shows its flagged readings hollow, and isolated ones as points", () => {
    const flagged = [{ at: start + DAY_MS, value: 9, flag: "stuck" as const }];
    const strokes = draw([{ ...line, value: [1, null, 3, null], flagged }]);
    expect(drawn(strokes, "fill").map((points) => stepsOf(points).length)).toContain(2);
    expect(drawn(strokes, "fill", "#fff").map((points) => stepsOf(points).length)).toEqual([1]);
    expect(drawn(strokes, "stroke").map((points) => stepsOf(points).length)).toContain(1);
  });

  it("has a mark of its own among several, at places of its own, and none alone", () => {
    const strokes = draw([long, { ...long, key: "m", tone: 2 }, { ...long, key: "sum", tone: "strong" }]);
    const [first = [], second = []] = ["#1", "#2"].map((color) => drawn(strokes, "fill", color).flatMap(stepsOf));
    const shapes = (steps: string[]) => new Set(steps.map((step) => step.slice(0, step.lastIndexOf(" "))));
    const places = (steps: string[]) => steps.map((step) => step.slice(step.lastIndexOf(" ") + 1));
    expect([shapes(first).size, shapes(second).size, new Set([...shapes(first), ...shapes(second)]).size]).toEqual([
      1, 1, 2,
    ]);
    expect(first.length).toBeGreaterThan(2);
    expect(places(first).filter((place) => places(second).includes(place))).toEqual([]);
    expect(drawn(strokes, "fill", "#m")).toEqual([]);
    expect(drawn(draw([long]), "fill")).toEqual([]);
  });

  it("has the shape of its line at each of few points", () => {
    const strokes = draw([line, { ...line, key: "m", tone: 3 }]);
    const all = ["#1", "#3"].map((color) => drawn(strokes, "fill", color).flatMap(stepsOf));
    expect(all.map((steps) => steps.length)).toEqual([4, 4]);
    expect(new Set(all.flat().map((step) => step.slice(0, step.lastIndexOf(" ")))).size).toBe(2);
  });

  it("keeps the extremes of more points than can be seen", () => {
    const many = Array.from({ length: 35_000 }, (_, index) => index);
    const at = many.map((index) => start + (index / many.length) * 4 * DAY_MS);
    const value = many.map((index) => (index === 17_000 ? 90 : index === 17_003 ? -90 : 0));
    const [path] = drawn(draw([{ ...line, step: "raw", at, value }]), "stroke");
    const steps = path ? stepsOf(path) : [];
    const heights = new Set(steps.map((step) => step.split(",")[1]));
    expect(steps.length).toBeLessThan(3000);
    expect(heights.size).toBe(3);
  });
});

it("keeps known and projected bars at the same distance, and draws no bar of height 0", () => {
  const paths = drawn(
    draw([{ ...line, shape: "bar", value: [1, 2, 0, 4], projectedFrom: start + 2 * DAY_MS }]),
    "fill",
  );
  expect(paths.map(({ alpha }) => alpha)).toEqual([1, 0.45]);
  const lefts = paths.flatMap(stepsOf).map((step) => Number(step.slice(1).split(",")[0]));
  const [first = 0, second = 0, last = 0] = lefts;
  expect(lefts).toHaveLength(3);
  expect(Math.abs(last - second - 2 * (second - first))).toBeLessThanOrEqual(1);
});

it("places the bars of one axis side by side", () => {
  const bar = { ...line, shape: "bar" as const };
  const strokes = draw([bar, { ...bar, key: "m", tone: 2 }]);
  const [left, right] = ["#1", "#2"].map((color) =>
    drawn(strokes, "fill", color)
      .flatMap(stepsOf)
      .map((step) => step.slice(1).split(",").map(Number)),
  );
  const [x = 0, , width = 0] = left?.[0] ?? [];
  expect(Math.abs((right?.[0]?.[0] ?? 0) - x - width)).toBeLessThanOrEqual(1);
});

it("fills a band between its edges, not over a gap", () => {
  const [band] = drawn(draw([{ ...line, shape: "band", value: [1, null, 3, 4], upper: [2, 5, 6, 9] }]), "fill");
  expect(band && kinds(band)).toBe("MLMLLL");
  expect(band?.alpha).toBe(0.22);
});

it("draws bands and thresholds once, and their words in front of every line and point", () => {
  const flagged = [{ at: start + HOUR_MS, value: 29, flag: "stuck" as const }];
  const strokes = draw(
    [
      { ...long, flagged },
      { ...long, key: "b", tone: 2 },
    ],
    {
      marks: [
        { key: "ok", axis: "a", label: "Adequado", from: 22, to: Number.POSITIVE_INFINITY, tone: "ok" },
        { key: "fc", axis: "a", label: "CC", from: 25, tone: "neutral" },
        { key: "far", axis: "a", label: "longe", from: 400, tone: "warning" },
      ],
      now: start + 3 * DAY_MS,
    },
  );
  const count = (name: string, color: string) =>
    strokes.filter((one) => one.name === name && [one.fillStyle, one.strokeStyle].includes(color)).length;
  expect(count("fillRect", palette.marks.ok)).toBe(1);
  expect(count("stroke", palette.marks.neutral)).toBe(1);
  expect(count("stroke", palette.marks.warning)).toBe(0);
  const last = strokes.findLastIndex(({ name, given }) => ["stroke", "fill"].includes(name) && given.length > 0);
  expect(last).toBeGreaterThan(10);
  for (const word of ["Adequado", "CC", "hoje"]) {
    const places = strokes.flatMap(({ name, given }, index) =>
      name === "fillText" && given[0] === word ? [index] : [],
    );
    expect(places, word).toHaveLength(1);
    expect(places[0], word).toBeGreaterThan(last);
  }
});

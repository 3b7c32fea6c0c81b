// @vitest-environment node
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { LineChart, ScatterChart } from "echarts/charts";
import { DatasetComponent, GridComponent, MarkAreaComponent, MarkLineComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { expect, it } from "vitest";
import { placeSeries } from "../model/cursor.ts";
import { layOut } from "../model/layout.ts";
import type { ChartModel, ChartSeries } from "../model/model.ts";
import { wholeView } from "../model/points.ts";
import { testPalette } from "../testing/palette.ts";
import { chartOption } from "./option.ts";

use([LineChart, ScatterChart, DatasetComponent, GridComponent, MarkAreaComponent, MarkLineComponent, SVGRenderer]);

const start = Date.parse("2026-05-01T03:00:00Z");
const hours = Array.from({ length: 96 }, (_, index) => index);
const line: ChartSeries = {
  ...{ key: "a", name: "10 cm", unit: "% vol", shape: "line", tone: 1, axis: "soil", step: "hour" },
  at: hours.map((hour) => start + hour * HOUR_MS),
  value: hours.map((hour) => 20 + hour / 10),
  flagged: [{ at: start + HOUR_MS, value: 29, flag: "stuck" }],
};
const model: ChartModel = {
  title: "",
  timeZone: "America/Sao_Paulo",
  from: start,
  to: start + 4 * DAY_MS,
  axes: [{ key: "soil", unit: "% vol" }],
  series: [line, { ...line, key: "b", tone: 2 }],
  marks: [
    { key: "ok", axis: "soil", label: "Adequado", from: 22, to: 28, tone: "ok" },
    { key: "fc", axis: "soil", label: "CC", from: 25, tone: "neutral" },
  ],
  now: start + 3 * DAY_MS,
};

/** The elements that are seen, in their order of drawing. */
function drawing(): string[] {
  const chart = init(null, null, { renderer: "svg", ssr: true, width: 600, height: 300 });
  const [layout, view, placed] = [layOut(model, model.series, 300), wholeView(model), placeSeries(model)];
  chart.setOption(chartOption({ model, placed, layout, view, palette: testPalette, width: 600 }));
  const [seen = ""] = chart.renderToSVGString().split("<defs");
  chart.dispose();
  const elements = seen.match(/<(?:path|polygon|text)\b[^>]*>[^<]*/g) ?? [];
  return elements.filter((element) => !/fill="none".*stroke-width="0"|fill="transparent"/.test(element));
}

it("draws bands and thresholds once, and their words in front of every line and point", () => {
  const elements = drawing();
  const drawnWith = (color: string) => elements.filter((element) => element.includes(`"${color}"`));
  expect([drawnWith(testPalette.marks.ok).length, drawnWith(testPalette.marks.neutral).length]).toEqual([1, 1]);
  const last = elements.findLastIndex((element) => /"#[12]"/.test(element));
  expect(last).toBeGreaterThan(10);
  for (const word of ["Adequado", "CC", "hoje"]) {
    const places = elements.flatMap((element, index) => (element.endsWith(`>${word}`) ? [index] : []));
    expect(places, word).toHaveLength(1);
    expect(places[0], word).toBeGreaterThan(last);
  }
});

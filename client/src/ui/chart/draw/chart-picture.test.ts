import { expect, it } from "vitest";
import { placeSeries } from "../model/cursor.ts";
import type { ChartModel, ChartSeries } from "../model/model.ts";
import { wholeView } from "../model/points.ts";
import { periodText, placeLegend } from "./chart-picture.ts";

const one: ChartSeries = {
  key: "a",
  name: "Chuva",
  unit: "mm",
  shape: "bar",
  tone: "rain",
  axis: "a",
  step: "day",
  at: [],
  value: [],
};
const model = (step: ChartSeries["step"]): ChartModel => ({
  title: "",
  timeZone: "America/Cuiaba",
  from: Date.parse("2026-05-01T04:00:00Z"),
  to: Date.parse("2026-05-08T04:00:00Z"),
  axes: [],
  series: [{ ...one, step }],
});

it("names the days or moments in view", () => {
  const days = model("day");
  expect(periodText({ model: days, view: wholeView(days) })).toBe("01/05/2026 – 07/05/2026");
  const raw = model("raw");
  expect(periodText({ model: raw, view: wholeView(raw) })).toBe("01/05/2026 00:00 – 08/05/2026 00:00");
});

it("splits the legend into as many lines as it needs", () => {
  const placed = placeSeries({ ...model("day"), series: ["a", "b", "c"].map((key) => ({ ...one, key })) });
  const { entries, lines } = placeLegend({ placed, width: 250 }, () => 80);
  expect(entries.map(({ line }) => line)).toEqual([0, 0, 1]);
  expect(lines).toBe(2);
  expect(placeLegend({ placed: [], width: 250 }, () => 80).lines).toBe(0);
});

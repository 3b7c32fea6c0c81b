import { HOUR_MS } from "@lamina/shared/core/time";
import { describe, expect, it } from "vitest";
import { chartTable } from "./chart-rows.ts";
import { placeSeries } from "./model/cursor.ts";
import type { ChartModel, ChartSeries } from "./model/model.ts";
import { wholeView } from "./model/points.ts";

const start = Date.parse("2026-05-14T04:00:00Z");
const theta: ChartSeries = {
  key: "10",
  name: "10 cm",
  unit: "% vol",
  shape: "line",
  tone: 1,
  axis: "soil",
  step: "raw",
  at: [start, start + 12 * HOUR_MS, start + 13 * HOUR_MS],
  value: [23.4, null, 25],
  flagged: [{ at: start + 12 * HOUR_MS, value: 60, flag: "out-of-range" }],
};
const irrigation: ChartSeries = {
  ...theta,
  key: "i",
  name: "Irrigação",
  unit: "mm",
  shape: "bar",
  step: "day",
  at: [start],
  value: [12],
  flagged: [],
};

function tableOf(series: ChartSeries[], cut?: { from: number; to: number }) {
  const model: ChartModel = {
    title: "Umidade",
    timeZone: "America/Cuiaba",
    from: start,
    to: start + 24 * HOUR_MS,
    axes: [],
    series,
  };
  return chartTable(model, placeSeries(model), cut ?? wholeView(model));
}

describe("chartTable", () => {
  it("lists each value once, at the beginning of its step, with empty gaps and named flags", () => {
    const { columns, rows } = tableOf([theta, irrigation]);
    expect(columns.map(({ header }) => header)).toEqual([
      "Data e hora",
      "10 cm (% vol)",
      "Irrigação (mm)",
      "Qualidade",
    ]);
    expect(rows).toEqual([
      [start, 23.4, 12, null],
      [start + 12 * HOUR_MS, null, null, "10 cm: 60,0 (fora da faixa)"],
      [start + 13 * HOUR_MS, 25, null, null],
    ]);
  });

  it("ends where the view ends", () => {
    const noon = Date.parse("2026-05-14T12:30:00Z");
    expect(tableOf([theta], { from: noon, to: noon + HOUR_MS }).rows.map(([at]) => at)).toEqual([start + 13 * HOUR_MS]);
  });

  it("names farm days and months", () => {
    const day = tableOf([irrigation]);
    expect([day.columns[0], day.rows]).toEqual([{ header: "Data", kind: "day" }, [["2026-05-14", 12]]]);
    const month = tableOf([{ ...irrigation, step: "month", at: [Date.parse("2026-05-01T04:00:00Z")] }], {
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
    });
    expect(month.rows).toEqual([["maio de 2026", 12]]);
  });

  it("lists the two edges of a band", () => {
    const { columns, rows } = tableOf([{ ...irrigation, shape: "band", upper: [15] }]);
    expect(columns.slice(1).map(({ header }) => header)).toEqual(["Irrigação, mín. (mm)", "Irrigação, máx. (mm)"]);
    expect(rows).toEqual([["2026-05-14", 12, 15]]);
  });
});

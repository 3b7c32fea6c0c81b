import { farmClock, farmDay } from "@lamina/shared/core/farm-time";
import { headerOf } from "../data-table/columns.ts";
import type { ExportColumn, ExportTable, ExportValue } from "../export/export-table.ts";
import { decimalsOf, formatNumber } from "../format.ts";
import { finestStep, type PlacedSeries } from "./model/cursor.ts";
import type { ChartModel, ChartSeries } from "./model/model.ts";
import { indexFrom, type View } from "./model/points.ts";
import { text } from "./model/text.ts";
import { momentLabel } from "./model/time-label.ts";

/**
 * The visible part of a chart as rows: the visible series within the view, each value at the beginning of its step. A
 * flagged reading is listed in the last column, because it is not a value of its series.
 */
export function chartTable(model: ChartModel, placed: readonly PlacedSeries[], view: View): ExportTable {
  const columns: ExportColumn[] = [timeColumn(placed)];
  const rows = new Map<number, ExportValue[]>();
  const put = (at: number, column: number, value: ExportValue) => {
    const row = rows.get(at) ?? [];
    rows.set(at, row);
    row[column] = value;
  };
  for (const { series, places } of placed) {
    const column = columns.push(...seriesColumns(series)) - (series.upper ? 2 : 1);
    for (let index = indexFrom(places, view.from); (places[index] ?? Number.POSITIVE_INFINITY) <= view.to; index++) {
      const at = series.at[index] ?? 0;
      put(at, column, series.value[index] ?? null);
      if (series.upper) put(at, column + 1, series.upper[index] ?? null);
    }
  }
  const flagged = placed.flatMap(({ series }) => (series.flagged ?? []).map((point) => ({ series, ...point })));
  const notes = flagged.filter(({ at }) => {
    const x = farmClock(at, model.timeZone);
    return x >= view.from && x <= view.to;
  });
  if (notes.length > 0) {
    const column = columns.push({ header: text.quality, kind: "text" }) - 1;
    for (const { series, at, value, flag } of notes) {
      const note = `${series.name}: ${formatNumber(value, series.decimals ?? decimalsOf(series.unit))} (${text.flag[flag]})`;
      const before = rows.get(at)?.[column];
      put(at, column, before ? `${before}; ${note}` : note);
    }
  }
  const step = finestStep(placed.map(({ series }) => series));
  return {
    title: model.title,
    timeZone: model.timeZone,
    columns,
    rows: [...rows]
      .sort(([one], [other]) => one - other)
      .map(([at, row]) => [
        moment(at, step, model.timeZone),
        ...columns.slice(1).map((_, index) => row[index + 1] ?? null),
      ]),
  };
}

function timeColumn(placed: readonly PlacedSeries[]): ExportColumn {
  const step = finestStep(placed.map(({ series }) => series));
  if (step === "month") return { header: text.month, kind: "text" };
  if (step === "day") return { header: text.day, kind: "day" };
  return { header: step === "hour" ? text.hour : text.moment, kind: "moment" };
}

function moment(at: number, step: ChartSeries["step"], timeZone: string): ExportValue {
  if (step === "raw" || step === "hour") return at;
  const day = farmDay(at, timeZone);
  return step === "day" ? day : momentLabel(Date.parse(day), "month");
}

function seriesColumns(series: ChartSeries): ExportColumn[] {
  const decimals = series.decimals ?? decimalsOf(series.unit);
  const names = series.upper ? [`${series.name}, ${text.lower}`, `${series.name}, ${text.upper}`] : [series.name];
  return names.map((header) => ({ header: headerOf({ header, unit: series.unit }), kind: "number", decimals }));
}

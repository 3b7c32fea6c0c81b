import { farmDayRange, startOfFarmDay } from "@lamina/shared/core/farm-time";
import type { SourceFarm } from "@lamina/shared/views/sources";
import { useMemo } from "react";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { saveFile } from "../../core/save-file.ts";
import { deviceStorage } from "../../platform/storage.ts";
import type { ChartModel, ChartSeries } from "../../ui/chart/model/model.ts";
import { TimeChart } from "../../ui/chart/time-chart.tsx";
import { useChartView } from "../../ui/chart/use-chart-view.ts";
import { type DataColumn, sum } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { useTableView } from "../../ui/data-table/use-table-view.ts";
import { ExportMenu } from "../../ui/export/export-menu.tsx";
import { EmptyState } from "../../ui/feedback/states.tsx";
import { decimalsOf } from "../../ui/format.ts";
import { Card } from "../../ui/layout/card.tsx";
import { text } from "./text.ts";
import styles from "./verification.module.css";
import { errorOf, type VerificationRow, verdictOf } from "./verification-rows.ts";

const words = text.verification;

function sourceOf({ source, gauge }: VerificationRow): string | null {
  if (source === null) return null;
  if (source === "device") return gauge ?? words.device;
  return source === "manual" ? words.manual : words.sourceForecast;
}

type Value = (row: VerificationRow) => number | null;

const depth = (key: string, header: string, value: Value): DataColumn<VerificationRow> => ({
  key,
  header,
  unit: "mm",
  kind: "number",
  value,
});
const rain = (key: string, header: string, value: Value) => ({
  ...depth(key, header, value),
  total: sum(value, decimalsOf("mm")),
});

const columns: readonly DataColumn<VerificationRow>[] = [
  { key: "date", header: words.day, kind: "day", value: ({ date }) => date },
  rain("forecast", words.forecast, ({ forecastMm }) => forecastMm),
  rain("measured", words.measured, ({ measuredMm }) => measuredMm),
  rain("error", words.error, errorOf),
  rain("counted", words.counted, ({ countedMm }) => countedMm),
  { key: "gauge", header: words.gauge, value: sourceOf },
  depth("etoForecast", words.etoForecast, ({ etoForecastMm }) => etoForecastMm),
  depth("eto", words.eto, ({ etoMm }) => etoMm),
];

interface VerificationProps {
  rows: readonly VerificationRow[];
  farm: SourceFarm;
}

/** Rain by day: forecast, measured and counted in the balance. */
export function Verification({ rows, farm }: VerificationProps) {
  const client = useSelectedClient();
  const [view, onView] = useTableView("forecast-verification", deviceStorage);
  const verdict = verdictOf(rows);
  const name = [words.title, client.name, farm.name];
  const empty = (
    <EmptyState icon="rain" title={words.none}>
      <p>{words.noneHint}</p>
    </EmptyState>
  );
  return (
    <Card title={words.title}>
      <p className={styles.hint}>{words.hint}</p>
      {verdict === null ? (
        empty
      ) : (
        <div className="stack">
          <p>
            {words.meanError(verdict.meanError, verdict.days)}{" "}
            {verdict.lostMm >= 0.1 && <strong>{words.givenBack(verdict.lostMm)}</strong>}
          </p>
          <RainBars rows={rows} farm={farm} />
          <DataTable
            caption={words.title}
            columns={columns}
            rows={rows}
            rowKey={({ date }) => date}
            timeZone={farm.timezone}
            view={view}
            onView={onView}
            actions={(table) => <ExportMenu name={name} table={table} save={saveFile} />}
            empty={empty}
          />
        </div>
      )}
    </Card>
  );
}

/** The bars without a table and an export of their own, because the table below has both. */
function RainBars({ rows, farm }: VerificationProps) {
  const model = useMemo(() => chartOf(rows, farm), [rows, farm]);
  return <TimeChart model={model} state={useChartView(model)} height={220} />;
}

function chartOf(rows: readonly VerificationRow[], { timezone, name }: SourceFarm): ChartModel {
  const [first, last] = [rows[0], rows.slice(-1)[0]];
  const at = rows.map(({ date }) => startOfFarmDay(date, timezone));
  const bar = (key: string, title: string, tone: ChartSeries["tone"], value: ChartSeries["value"]): ChartSeries => ({
    key,
    name: title,
    unit: "mm",
    shape: "bar",
    tone,
    axis: "mm",
    step: "day",
    at,
    value,
  });
  return {
    title: `${words.chart}, ${name}`,
    timeZone: timezone,
    ...(first && last ? farmDayRange(first.date, last.date, timezone) : { from: 0, to: 0 }),
    axes: [{ key: "mm", unit: "mm", include: [0, 5] }],
    series: [
      bar(
        "forecast",
        words.forecast,
        "muted",
        rows.map(({ forecastMm }) => forecastMm),
      ),
      bar(
        "measured",
        words.measured,
        "rain",
        rows.map(({ measuredMm }) => measuredMm),
      ),
      bar(
        "counted",
        words.counted,
        1,
        rows.map(({ countedMm }) => countedMm),
      ),
    ],
  };
}

import { farmDay } from "@lamina/shared/core/farm-time";
import type { ConsumptionReport, ConsumptionRow } from "@lamina/shared/views/report";
import type { Sources } from "@lamina/shared/views/sources";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { SetUpFirst } from "../../../core/rights/set-up-first.tsx";
import { saveFile } from "../../../core/save-file.ts";
import { deviceStorage } from "../../../platform/storage.ts";
import { ChartPanel } from "../../../ui/chart/chart-panel.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { sumOf } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { useTableView } from "../../../ui/data-table/use-table-view.ts";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { decimalsOf, formatAmount, formatNumber, NO_VALUE } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { useNow } from "../../../ui/now.tsx";
import { useChoice } from "../choice.ts";
import { type Figure, Figures } from "../figures.tsx";
import { Filter, PlaceFilters } from "../filters.tsx";
import { MailReport } from "../mail/mail-report.tsx";
import { Undelivered } from "../mail/undelivered.tsx";
import { subjectOf } from "../options.ts";
import { consumptionQuery } from "../queries.ts";
import { ReportExport } from "../report-export.tsx";
import { ReportHead } from "../report-head.tsx";
import { shownMonth, text } from "../text.ts";
import { type OpenRows, useOpenedRows } from "../use-opened-rows.ts";
import styles from "./consumption.module.css";
import { consumptionColumns, costOf, MONEY_DECIMALS, meanFlow } from "./consumption-columns.ts";
import { differingRows, monthBars, permitFilters, permitsOf, ranking, shownRows } from "./consumption-model.ts";
import { PermitCard } from "./permit-card.tsx";
import { Ranking } from "./ranking.tsx";

const words = text.consumption;
/** Number of years to choose from, including this one. */
const YEARS = 5;

/** Consumo de água: the water and energy of a client's year by month and pivot, with its permits. */
export function Consumption({ farms }: { farms: Sources["farms"] }) {
  const now = useNow();
  const { choice, choose } = useChoice();
  const timeZone = (farms.find(({ _id }) => _id === choice.farmId) ?? farms[0])?.timezone ?? "UTC";
  const thisYear = Number(farmDay(now, timeZone).slice(0, 4));
  const year = choice.year ?? thisYear;
  const query = useQuery(consumptionQuery(useSelectedClient(), year));
  const years = Array.from({ length: YEARS }, (_, back) => String(thisYear - back));
  if (!years.includes(String(year))) years.push(String(year));
  return (
    <QueryView query={query} outline="panel">
      {(report) => (
        <div className={classNames("stack", query.isPlaceholderData && styles.busy)}>
          <Head report={report} timeZone={timeZone}>
            <Filter
              label={text.year}
              options={years.map((value) => ({ value, label: value }))}
              value={String(year)}
              onChange={(value) =>
                choose({ year: value === null || Number(value) === thisYear ? null : Number(value) })
              }
            />
          </Head>
          <Undelivered timeZone={timeZone} />
          <Loaded report={report} timeZone={timeZone} />
        </div>
      )}
    </QueryView>
  );
}

function Head({ report, timeZone, children }: LoadedProps & { children: ReactNode }) {
  const { choice } = useChoice();
  return (
    <ReportHead
      title={text.tabs.waterconsuption}
      subject={subjectOf(report.rows, choice)}
      period={String(report.year)}
      generatedAt={report.generatedAt}
      timeZone={timeZone}
      actions={
        <MailReport report="consumption" from={`${report.year}-01-01`} to={`${report.year}-12-31`} choice={choice} />
      }
      filters={<PlaceFilters rows={report.rows} />}
    >
      {children}
    </ReportHead>
  );
}

interface LoadedProps {
  report: ConsumptionReport;
  timeZone: string;
}

function Loaded({ report, timeZone }: LoadedProps) {
  const client = useSelectedClient();
  const { choice, choose } = useChoice();
  const [view, onView] = useTableView("report-consumption", deviceStorage);
  const { rows: table, open } = useOpenedRows(view, onView);
  const { year } = report;
  const rows = useMemo(() => shownRows(report.rows, choice), [report.rows, choice]);
  const permits = permitsOf(report.permits, choice);
  const [only, ...others] = permits;
  const limitM3 = (choice.pivotId === null && others.length === 0 && only?.[0]?.limitM3) || null;
  const model = useMemo(() => monthBars({ rows, year, timeZone, limitM3 }), [rows, year, timeZone, limitM3]);
  if (rows.length === 0) return <SetUpFirst icon="drop" words={words.none(year)} screen="watering" />;
  const name = [text.tabs.waterconsuption, client.name, String(year)];
  return (
    <>
      <Card title={words.totals}>
        <Figures figures={totalFigures(rows, open)} />
      </Card>
      {permits.length > 0 && (
        <Card title={text.permit.title}>
          <div className={classNames("stack", styles.permits)}>
            {permits.map((months) => (
              <PermitCard
                key={months[0]?.permitId}
                months={months}
                onOpen={(use, key) => {
                  // A permit counts all of its pivots.
                  if (choice.pivotId !== null) choose({ pivotId: null });
                  open(key, permitFilters(use, report.rows));
                }}
              />
            ))}
          </div>
        </Card>
      )}
      <div className={classNames("stack", styles.pair)}>
        <Card title={words.bars}>
          <ChartPanel model={model} height={280} name={[...name, words.bars]} save={saveFile} />
        </Card>
        <Card title={words.ranking}>
          <Ranking
            pivots={ranking(rows)}
            onOpen={({ pivotName, farmName }) => open("m3", { pivot: [pivotName], farm: [farmName] })}
          />
        </Card>
      </div>
      <Card title={words.rows(year)}>
        <Differences rows={rows} />
        <div ref={table} tabIndex={-1}>
          <DataTable
            caption={words.rows(year)}
            columns={consumptionColumns}
            rows={rows}
            rowKey={({ month, pivotId }) => `${month} ${pivotId}`}
            timeZone={timeZone}
            view={view}
            onView={onView}
            actions={(shown) => <ReportExport name={name} table={shown} />}
            empty={null}
          />
        </div>
      </Card>
    </>
  );
}

/** Explains the difference between the captured volume and the recorded waterings, if there is one. */
function Differences({ rows }: { rows: readonly ConsumptionRow[] }) {
  const differing = differingRows(rows);
  const [first] = differing;
  if (first === undefined) return null;
  const { row, differenceM3 } = first;
  const [counted, recorded] = [formatAmount(row.m3, "m³"), formatAmount(row.recordedM3 ?? null, "m³")];
  return (
    <div className={styles.differences}>
      <p>{words.differing(differing.length)}</p>
      <p>{words.example(`${row.pivotName}, ${shownMonth(row.month)}`, counted, recorded)}</p>
      <p>{differenceM3 > 0 ? words.moreMetered : words.lessMetered}</p>
    </div>
  );
}

/** The totals of the year. Each opens the months and pivots that it is made of. */
function totalFigures(rows: readonly ConsumptionRow[], open: OpenRows): Figure[] {
  const total = (value: (row: ConsumptionRow) => number | null | undefined, unit: string) =>
    sumOf(rows, value, decimalsOf(unit));
  const [m3, hours] = [total((row) => row.m3, "m³"), total((row) => row.hours, "h")];
  const cost = sumOf(rows, costOf, MONEY_DECIMALS);
  const money = (brl: number | null) => (brl === null ? NO_VALUE : `R$\u00a0${formatNumber(brl, MONEY_DECIMALS)}`);
  const measured = sumOf(
    rows.filter(({ origin }) => origin === "measured"),
    (row) => row.m3,
    decimalsOf("m³"),
  );
  return [
    {
      key: "m3",
      label: words.volume,
      value: formatAmount(m3, "m³"),
      parts: m3
        ? [
            {
              label: words.measured,
              value: formatAmount((100 * (measured ?? 0)) / m3, "%"),
              onOpen: () => open("m3", { origin: [words.knownBy.meter, words.knownBy.panel] }),
            },
          ]
        : [],
      onOpen: () => open("m3"),
    },
    { key: "hours", label: words.hours, value: formatAmount(hours, "h"), onOpen: () => open("hours") },
    {
      key: "flow",
      label: words.flow,
      value: formatAmount(meanFlow(rows), "m³/h"),
      onOpen: () => open("flow"),
    },
    {
      key: "kwh",
      label: words.energy,
      value: formatAmount(
        total((row) => row.kwh, "kWh"),
        "kWh",
      ),
      onOpen: () => open("kwh"),
    },
    {
      key: "cost",
      label: words.cost,
      value: money(cost),
      onOpen: () => open("total"),
      note: cost === null ? words.noCost : undefined,
      parts:
        cost === null
          ? []
          : (["peak", "offpeak", "reserved"] as const).map((kind) => ({
              label: words.costParts[kind],
              value: money(sumOf(rows, (row) => row.brl?.[kind], MONEY_DECIMALS)),
              onOpen: () => open(kind),
            })),
    },
  ];
}

import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { deviceStorage } from "../../../platform/storage.ts";
import { classNames } from "../../../ui/class-names.ts";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { useTableView } from "../../../ui/data-table/use-table-view.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatAmount, formatDay, NO_VALUE } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { type Figure, Figures } from "../figures.tsx";
import { ReportExport } from "../report-export.tsx";
import { text } from "../text.ts";
import { useOpenedRows } from "../use-opened-rows.ts";
import { Closure } from "./closure.tsx";
import { daysOf } from "./comparison.ts";
import type { Earlier } from "./earlier.ts";
import { dayColumnsOf } from "./management-columns.tsx";
import { Outages } from "./outages.tsx";
import type { Result } from "./result.ts";
import { indexFigures, resultFigures } from "./section-figures.ts";
import styles from "./section-report.module.css";
import { type Section, seasonName, sectionName } from "./sections.ts";

interface SectionReportProps {
  section: Section;
  /** What it is compared with; null when that has no days. */
  earlier: Earlier | null | undefined;
  result: Result;
  /** First and last day. */
  from: string;
  to: string;
}

/** The report of one sector: its description, indices, closure and days. On paper it has its own sheet. */
export function SectionReport({ section, earlier, result, from, to }: SectionReportProps) {
  const client = useSelectedClient();
  const [view, onView] = useTableView("report-days", deviceStorage);
  const { rows, open } = useOpenedRows(view, onView);
  const navigate = useNavigate();
  // The energy of a pivot is known by month.
  const energyRows = `/report/waterconsuption?fazenda=${section.farmId}&pivo=${section.pivotId}&ano=${to.slice(0, 4)}`;
  const name = sectionName(section);
  const days = daysOf(section);
  const columns = useMemo(() => dayColumnsOf(section.rows), [section.rows]);
  return (
    <article className={styles.section} aria-label={name}>
      <Card
        title={earlier ? `${name} · ${seasonName(section)}` : name}
        aside={<span className="hint tabular no-wrap">{text.period(formatDay(from), formatDay(to))}</span>}
      >
        <div className={classNames("stack", styles.body)}>
          <Figures figures={headFigures(section)} size="small" />
          {days === 0 ? (
            <EmptyState
              icon="report"
              title={text.noRows}
              action={<ButtonLink to="/setup/balance">{text.noRowsAction}</ButtonLink>}
            >
              <p>{text.noRowsHint}</p>
            </EmptyState>
          ) : (
            <>
              <Figures
                figures={indexFigures(section.totals, {
                  ofDays: text.indices.ofDays(days),
                  before: earlier === undefined ? undefined : (earlier?.section.totals ?? null),
                  open,
                })}
              />
              <section aria-label={text.result.title}>
                <Figures
                  figures={resultFigures(result, earlier?.result, {
                    energy: () => void navigate(energyRows),
                    yield: () => open("stressLoss"),
                    net: () => open("stressLoss"),
                  })}
                />
              </section>
              <Outages sections={[section]} />
              <Closure section={section} onOpen={open} />
              <div ref={rows} tabIndex={-1} data-print={section.rows.length === 0 ? "hide" : undefined}>
                <DataTable
                  caption={text.daily(name)}
                  columns={columns}
                  rows={section.rows}
                  rowKey={({ date }) => date}
                  timeZone={section.timezone}
                  view={view}
                  onView={onView}
                  actions={(shown) => (
                    <ReportExport name={[text.tabs.irrigationmanager, client.name, name, from, to]} table={shown} />
                  )}
                  loading={section.rows.length === 0}
                  empty={null}
                />
              </div>
            </>
          )}
        </div>
      </Card>
    </article>
  );
}

function headFigures(section: Section): Figure[] {
  const words = text.head;
  return [
    { key: "farm", label: words.farm, value: section.farmName },
    { key: "crop", label: words.crop, value: section.cropName ?? NO_VALUE },
    {
      key: "planting",
      label: words.planting,
      value: section.plantingDate ? formatDay(section.plantingDate) : NO_VALUE,
    },
    { key: "area", label: words.area, value: formatAmount(section.areaHa, "ha") },
    { key: "soil", label: words.soil, value: section.soilName },
    { key: "fc", label: words.fc, value: formatAmount(section.fcPct, "% vol") },
    { key: "wp", label: words.wp, value: formatAmount(section.wpPct, "% vol") },
    { key: "ea", label: words.efficiency, value: formatAmount(section.efficiencyPct, "%") },
    { key: "cuc", label: words.cuc, value: formatAmount(section.cucPct, "%") },
    { key: "depth100", label: words.depth100, value: formatAmount(section.depth100Mm, "mm") },
  ];
}

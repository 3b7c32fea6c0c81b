import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { saveFile } from "../../core/save-file.ts";
import { deviceStorage } from "../../platform/storage.ts";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { useTableView } from "../../ui/data-table/use-table-view.ts";
import { ExportMenu } from "../../ui/export/export-menu.tsx";
import { EmptyState } from "../../ui/feedback/states.tsx";
import { formatAmount, formatDay, NO_VALUE } from "../../ui/format.ts";
import { Card } from "../../ui/layout/card.tsx";
import { Closure } from "./closure.tsx";
import { type Figure, Figures } from "./figures.tsx";
import { dayColumns } from "./management-columns.tsx";
import styles from "./section-report.module.css";
import { type Section, sectionName } from "./sections.ts";
import { text } from "./text.ts";

interface SectionReportProps {
  section: Section;
  /** First and last day. */
  from: string;
  to: string;
}

/** The report of one sector: its description, indices, closure and days. On paper it has its own sheet. */
export function SectionReport({ section, from, to }: SectionReportProps) {
  const client = useSelectedClient();
  const [view, onView] = useTableView("report-days", deviceStorage);
  const name = sectionName(section);
  return (
    <article className={styles.section} aria-label={name}>
      <Card title={name} aside={<span className={styles.period}>{text.period(formatDay(from), formatDay(to))}</span>}>
        <div className={styles.body}>
          <Figures figures={headFigures(section)} size="small" />
          {section.rows.length === 0 ? (
            <EmptyState
              icon="report"
              title={text.noRows}
              action={<ButtonLink to="/setup/balance">{text.noRowsAction}</ButtonLink>}
            >
              <p>{text.noRowsHint}</p>
            </EmptyState>
          ) : (
            <>
              <Figures figures={indexFigures(section)} />
              <Closure section={section} />
              <DataTable
                caption={text.daily(name)}
                columns={dayColumns}
                rows={section.rows}
                rowKey={({ date }) => date}
                timeZone={section.timezone}
                view={view}
                onView={onView}
                actions={(shown) => (
                  <ExportMenu
                    name={[text.tabs.irrigationmanager, client.name, name, from, to]}
                    table={shown}
                    save={saveFile}
                  />
                )}
                empty={null}
              />
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

function indexFigures({ totals, rows }: Section): Figure[] {
  const words = text.indices;
  const ofDays = words.ofDays(rows.length);
  return [
    {
      key: "applied",
      label: words.applied,
      value: formatAmount(totals.appliedMm, "mm"),
      note: `${words.required} ${formatAmount(totals.requiredMm, "mm")}`,
    },
    {
      key: "rain",
      label: words.rain,
      value: formatAmount(totals.rain, "mm"),
      note: `${words.rainEff} ${formatAmount(totals.rainEff, "mm")}`,
    },
    { key: "etc", label: words.etcAdj, value: formatAmount(totals.etcAdj, "mm") },
    { key: "adequacy", label: words.adequacy, value: formatAmount(totals.adequacyPct, "%"), note: words.adequacyHint },
    {
      key: "efficiency",
      label: words.efficiency,
      value: formatAmount(totals.efficiencyPct, "%"),
      note: words.efficiencyHint,
    },
    { key: "stress", label: words.stressDays, value: String(totals.stressDays), note: ofDays },
    { key: "excess", label: words.excessDays, value: String(totals.excessDays), note: ofDays },
    { key: "loss", label: words.stressLoss, value: formatAmount(totals.stressLossMm, "mm") },
  ];
}

import type { ManagementReport } from "@lamina/shared/views/report";
import type { Sources } from "@lamina/shared/views/sources";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { saveFile } from "../../core/save-file.ts";
import { deviceStorage } from "../../platform/storage.ts";
import { classNames } from "../../ui/class-names.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { usePrinting } from "../../ui/data-table/use-printing.ts";
import { useTableView } from "../../ui/data-table/use-table-view.ts";
import { ExportMenu } from "../../ui/export/export-menu.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { EmptyState } from "../../ui/feedback/states.tsx";
import { formatDay } from "../../ui/format.ts";
import { Card } from "../../ui/layout/card.tsx";
import { useNow } from "../../ui/now.tsx";
import { periodKey, periodRange } from "../../ui/period/period.ts";
import { PeriodPicker } from "../../ui/period/period-picker.tsx";
import { useMovingOn } from "../../ui/period/use-moving-on.ts";
import { useChoice } from "./choice.ts";
import { Filter, PlaceFilters } from "./filters.tsx";
import { sectionColumns } from "./management-columns.tsx";
import { managementQuery } from "./queries.ts";
import styles from "./report.module.css";
import { ReportHead } from "./report-head.tsx";
import { SectionList } from "./section-list.tsx";
import { SectionReport } from "./section-report.tsx";
import { type Section, seasonOptions, seasonSpan, sectionKey, sectionName, shownSections } from "./sections.ts";
import { text } from "./text.ts";

/** A report has whole days. */
const KINDS = ["7d", "30d", "season", "custom"] as const;

/** Manejo da irrigação: the list of sectors beside the open one. On paper, all sectors. */
export function Management({ farms }: { farms: Sources["farms"] }) {
  const now = useNow();
  const { choice, period, setPeriod } = useChoice();
  const timeZone = (farms.find(({ _id }) => _id === choice.farmId) ?? farms[0])?.timezone ?? "UTC";
  const season = seasonSpan(farms, choice);
  const range = periodRange(period, { now, timeZone, season });
  const { firstDay, lastDay } = range;
  const query = useQuery(managementQuery(useSelectedClient(), periodKey(period, season), firstDay, lastDay));
  useMovingOn(query, { from: firstDay, to: lastDay }, query.data);
  return (
    <QueryView query={query} outline="panel">
      {(report) => (
        <Loaded report={report} timeZone={timeZone} busy={query.isPlaceholderData}>
          <PeriodPicker
            period={period}
            onChange={setPeriod}
            kinds={KINDS}
            now={now}
            timeZone={timeZone}
            season={season}
          />
        </Loaded>
      )}
    </QueryView>
  );
}

interface LoadedProps {
  report: ManagementReport;
  timeZone: string;
  busy: boolean;
  /** The period picker. */
  children: ReactNode;
}

function Loaded({ report, timeZone, busy, children }: LoadedProps) {
  const { choice, choose, addressOf } = useChoice();
  const printing = usePrinting();
  if (report.sectors.length === 0) return <NoSectors />;
  const sections = shownSections(report.sectors, choice);
  const open =
    sections.find((section) => sectionKey(section) === choice.section) ??
    (sections.length === 1 ? sections[0] : undefined);
  const { from, to } = report;
  const onPaper = printing && !open ? sections : open ? [open] : [];
  return (
    <div className={classNames(styles.report, busy && styles.busy)}>
      <ReportHead
        title={text.tabs.irrigationmanager}
        period={text.period(formatDay(from), formatDay(to))}
        generatedAt={report.generatedAt}
        timeZone={timeZone}
      >
        {children}
        <PlaceFilters rows={report.sectors} />
        <Filter
          label={text.season}
          all={text.allSeasons}
          options={seasonOptions(report.sectors)}
          value={choice.season}
          onChange={(season) => choose({ season })}
        />
      </ReportHead>
      {sections.length === 0 ? (
        <EmptyState
          icon="search"
          title={text.noneShown}
          action={<Button onClick={() => choose({ farmId: null, pivotId: null, season: null })}>{text.clear}</Button>}
        />
      ) : (
        <>
          <div className={styles.side}>
            <SectionList sections={sections} open={open} addressOf={(section) => addressOf({ section })} />
          </div>
          <div className={styles.main}>
            <div className={styles.onPhone} data-print="hide">
              <Filter
                label={text.sectors}
                all={text.allSectors}
                options={sections.map((section) => ({ value: sectionKey(section), label: sectionName(section) }))}
                value={open ? sectionKey(open) : null}
                onChange={(section) => choose({ section })}
              />
            </div>
            {!open && <Summary sections={sections} timeZone={timeZone} from={from} to={to} />}
            {onPaper.map((section) => (
              <SectionReport key={sectionKey(section)} section={section} from={from} to={to} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function Summary({
  sections,
  timeZone,
  from,
  to,
}: {
  sections: readonly Section[];
  timeZone: string;
  from: string;
  to: string;
}) {
  const client = useSelectedClient();
  const { choose } = useChoice();
  const [view, onView] = useTableView("report-sectors", deviceStorage);
  return (
    <Card title={text.summary}>
      <DataTable
        caption={text.summary}
        columns={sectionColumns}
        rows={sections}
        rowKey={sectionKey}
        timeZone={timeZone}
        view={view}
        onView={onView}
        onOpen={(section) => choose({ section: sectionKey(section) })}
        actions={(shown) => (
          <ExportMenu name={[text.tabs.irrigationmanager, client.name, from, to]} table={shown} save={saveFile} />
        )}
        empty={null}
      />
    </Card>
  );
}

function NoSectors() {
  return (
    <EmptyState
      icon="report"
      title={text.none}
      action={
        <ButtonLink to="/setup/farms" variant="primary">
          {text.noneAction}
        </ButtonLink>
      }
    >
      <p>{text.noneHint}</p>
    </EmptyState>
  );
}

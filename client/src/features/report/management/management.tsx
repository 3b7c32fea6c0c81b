import type { ManagementReport } from "@lamina/shared/views/report";
import type { Sources } from "@lamina/shared/views/sources";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { SetUpFirst } from "../../../core/rights/set-up-first.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { usePrinting } from "../../../ui/data-table/use-printing.ts";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatDay } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import { comparedDays, periodKey, periodRange } from "../../../ui/period/period.ts";
import { PeriodPicker } from "../../../ui/period/period-picker.tsx";
import { useMovingPeriod } from "../../../ui/period/use-moving-period.ts";
import { comparisons, useChoice } from "../choice.ts";
import { Filter, PlaceFilters } from "../filters.tsx";
import { MailReport } from "../mail/mail-report.tsx";
import { Undelivered } from "../mail/undelivered.tsx";
import { subjectOf } from "../options.ts";
import { daysQuery, managementQuery, periodUseQuery } from "../queries.ts";
import styles from "../report.module.css";
import { ReportHead } from "../report-head.tsx";
import { text } from "../text.ts";
import { daysOf } from "./comparison.ts";
import { type PeriodUse, resultOf } from "./result.ts";
import { SectionList } from "./section-list.tsx";
import { SectionReport } from "./section-report.tsx";
import {
  type Section,
  seasonName,
  seasonOptions,
  seasonSpans,
  sectionKey,
  sectionName,
  shownSections,
} from "./sections.ts";
import { Summary } from "./summary.tsx";
import { hasSeasonsBefore, useEarlier } from "./use-earlier.ts";

/** A report has whole days. */
const KINDS = ["7d", "30d", "lastMonth", "season", "lastSeason", "custom"] as const;
/** All sectors' days are requested at once up to this number, else those of the open sector only. */
const DAYS_AT_ONCE = 2500;
/** Of more sectors the summary prints its totals alone: each sector's days fill a sheet. */
const PRINTED_SECTORS = 4;

/** Manejo da irrigação: the list of sectors beside the open one. On paper, all sectors. */
export function Management({ farms }: { farms: Sources["farms"] }) {
  const now = useNow();
  const client = useSelectedClient();
  const { choice, period, setPeriod } = useChoice();
  const timeZone = (farms.find(({ _id }) => _id === choice.farmId) ?? farms[0])?.timezone ?? "UTC";
  const seasons = seasonSpans(farms, choice);
  const range = periodRange(period, { now, timeZone, ...seasons });
  const { firstDay, lastDay } = range;
  const query = useQuery(managementQuery(client, periodKey(period, seasons), firstDay, lastDay));
  useMovingPeriod(query, { from: firstDay, to: lastDay }, query.data);
  const { compare } = choice;
  const days = compare === "before" || compare === "year" ? comparedDays(compare, period, range) : null;
  const { data: before } = useQuery({
    ...managementQuery(client, `${days?.firstDay}/${days?.lastDay}`, days?.firstDay ?? "", days?.lastDay ?? ""),
    enabled: days !== null,
    placeholderData: undefined,
  });
  return (
    <QueryView query={query} outline="panel">
      {(report) => (
        <Loaded
          report={report}
          before={days ? before : undefined}
          timeZone={timeZone}
          busy={query.isPlaceholderData}
          farms={farms}
        >
          <PeriodPicker period={period} onChange={setPeriod} kinds={KINDS} now={now} timeZone={timeZone} {...seasons} />
        </Loaded>
      )}
    </QueryView>
  );
}

interface LoadedProps {
  report: ManagementReport;
  /** The compared period, once it is loaded. */
  before: ManagementReport | undefined;
  timeZone: string;
  busy: boolean;
  farms: Sources["farms"];
  /** The choice of the period. */
  children: ReactNode;
}

function Loaded({ report, before, timeZone, busy, farms, children }: LoadedProps) {
  const client = useSelectedClient();
  const { choice, choose, addressOf } = useChoice();
  const printing = usePrinting();
  const { from, to } = report;
  const shown = useMemo(() => shownSections(report.sectors, choice), [report, choice]);
  const shownBefore = useMemo(
    () => before && shownSections(before.sectors, { ...choice, season: null }),
    [before, choice],
  );
  const planted = useMemo(() => farms.flatMap((farm) => [...farm.seasons, ...(farm.lastSeasons ?? [])]), [farms]);
  const { earlier, all } = useEarlier({
    ...{ compare: choice.compare, sections: shown, period: report, seasons: planted },
    ...{ before: shownBefore, beforeDays: before },
  });
  const chosen =
    shown.find((section) => sectionKey(section) === choice.section) ?? (shown.length === 1 ? shown[0] : undefined);
  const seasons = seasonOptions(report.sectors);
  const sections = useSectionsWithDays(report, shown, chosen);
  const use = useQuery(periodUseQuery(client, report));
  if (report.sectors.length === 0) return <SetUpFirst icon="report" words={text.noSectors} screen="farms" />;
  const open = chosen && sections.find((section) => sectionKey(section) === sectionKey(chosen));
  const printsDays = sections.length <= PRINTED_SECTORS && fewDays(report.sectors);
  const onPaper = printing && !open && printsDays ? sections : open ? [open] : [];
  const offered = comparisons.filter(
    (one) => one !== "season" || choice.compare === one || hasSeasonsBefore(shown, planted, report),
  );
  const periodUse: PeriodUse = {
    uses: use.data?.rows ?? [],
    withoutEnergy: use.data ? "noEnergy" : use.isError ? "energyFailed" : "energyLoads",
  };
  const result = (section: Section) => resultOf(section, report.sectors, periodUse, from);
  return (
    <div className={classNames(styles.report, busy && styles.busy)}>
      <ReportHead
        title={text.tabs.irrigationmanager}
        subject={
          open
            ? `${open.farmName} · ${sectionName(open)}`
            : subjectOf(report.sectors, choice, seasons.find(({ value }) => value === choice.season)?.label)
        }
        period={text.period(formatDay(from), formatDay(to))}
        generatedAt={report.generatedAt}
        timeZone={timeZone}
        actions={<MailReport report="management" from={from} to={to} choice={choice} />}
        filters={
          <>
            <Filter
              label={text.compare}
              all={text.noCompare}
              options={offered.map((value) => ({ value, label: text.comparisons[value] }))}
              value={choice.compare}
              onChange={(value) => choose({ compare: comparisons.find((one) => one === value) ?? null })}
            />
            <PlaceFilters rows={report.sectors} />
            <Filter
              label={text.season}
              all={text.allSeasons}
              options={seasons}
              value={choice.season}
              onChange={(season) => choose({ season })}
            />
          </>
        }
      >
        {children}
      </ReportHead>
      <Undelivered timeZone={timeZone} />
      {before && (
        <p className="hint" role="status">
          {text.comparedWith(formatDay(before.from), formatDay(before.to))}
        </p>
      )}
      {choice.compare === "season" && earlier && (
        <p className="hint" role="status">
          {all || open ? text.comparedSeasons : text.comparedSomeSeasons}
        </p>
      )}
      {!open && !printsDays && <p className="hint">{text.printsTotals}</p>}
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
                options={sections.map((section) => ({
                  value: sectionKey(section),
                  label: `${sectionName(section)} · ${seasonName(section)}`,
                }))}
                value={open ? sectionKey(open) : null}
                onChange={(section) => choose({ section })}
              />
            </div>
            {!open && (
              <Summary
                sections={sections}
                earlier={earlier}
                before={all}
                result={result}
                waits={use.isPending}
                timeZone={timeZone}
                from={from}
                to={to}
              />
            )}
            {onPaper.map((section) => (
              <SectionReport
                key={sectionKey(section)}
                section={section}
                earlier={earlier && (earlier.get(sectionKey(section)) ?? null)}
                result={result(section)}
                from={from}
                to={to}
              />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

/** True when the days of all sections fit into one request, and so into one print. */
function fewDays(sections: readonly Section[]): boolean {
  return sections.reduce((sum, section) => sum + daysOf(section), 0) <= DAYS_AT_ONCE;
}

/** The sections with their days as far as these are loaded: of all sectors when they are few, else of the open one. */
function useSectionsWithDays(
  report: ManagementReport,
  shown: readonly Section[],
  open: Section | undefined,
): readonly Section[] {
  const client = useSelectedClient();
  const shortened = report.sectors.filter((section) => section.rows.length < daysOf(section));
  const few = fewDays(shortened);
  const { data } = useQuery({
    ...daysQuery(client, few ? null : (open?.sectorId ?? null), report),
    enabled: few ? shortened.length > 0 : open !== undefined,
  });
  return useMemo(() => {
    if (!data) return shown;
    const loaded = new Map(data.sectors.map((section) => [sectionKey(section), section.rows]));
    return shown.map((section) => ({ ...section, rows: loaded.get(sectionKey(section)) ?? section.rows }));
  }, [data, shown]);
}

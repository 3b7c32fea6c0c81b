import { summaryOf } from "@lamina/shared/views/report-totals";
import { useMemo } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { deviceStorage } from "../../../platform/storage.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { useTableView } from "../../../ui/data-table/use-table-view.ts";
import { formatAmount } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { useChoice } from "../choice.ts";
import { type Figure, Figures } from "../figures.tsx";
import { ReportExport } from "../report-export.tsx";
import { text } from "../text.ts";
import { useOpenedRows } from "../use-opened-rows.ts";
import { beforeText } from "./comparison.ts";
import type { EarlierOf } from "./earlier.ts";
import { sectionColumns } from "./management-columns.tsx";
import { Outages } from "./outages.tsx";
import { type Result, resultOfAll } from "./result.ts";
import { indexFigures, resultFigures } from "./section-figures.ts";
import { type Section, sectionKey } from "./sections.ts";

interface SummaryProps {
  sections: readonly Section[];
  /** What each section is compared with. */
  earlier: EarlierOf | undefined;
  /** The sections whose totals are compared with those of all. */
  before: readonly Section[] | undefined;
  result: (section: Section) => Result;
  /** The energy of the period still loads. */
  waits: boolean;
  timeZone: string;
  from: string;
  to: string;
}

/** All sections: their totals as one, then one row for each. */
export function Summary({ sections, earlier, before, result, waits, timeZone, from, to }: SummaryProps) {
  const client = useSelectedClient();
  const { choose } = useChoice();
  const [view, onView] = useTableView("report-sectors", deviceStorage);
  const { rows, open } = useOpenedRows(view, onView);
  const all = useMemo(() => summaryOf(sections), [sections]);
  const allBefore = useMemo(() => before && summaryOf(before), [before]);
  const hasOut = Boolean(all.totals.outDays);
  const columns = useMemo(() => sectionColumns(result, earlier, hasOut), [result, earlier, hasOut]);
  const volume = (m3: number) => formatAmount(m3, "m³");
  const figures: Figure[] = [
    {
      key: "volume",
      label: text.indices.volume,
      value: volume(all.appliedM3),
      parts: [{ label: text.head.area, value: formatAmount(all.areaHa, "ha"), onOpen: () => open("area") }],
      before: beforeText(all.appliedM3, allBefore?.appliedM3, volume),
      onOpen: () => open("applied"),
    },
    ...indexFigures(all.totals, { before: allBefore?.totals, open }).map((figure) =>
      figure.key === "applied" ? { ...figure, label: text.indices.meanDepth, note: text.indices.byArea } : figure,
    ),
  ];
  const openResult = { energy: () => open("energyHa"), net: () => open("net") };
  return (
    <>
      <Card title={text.totals}>
        <div className="stack">
          <Figures figures={figures} />
          <section aria-label={text.result.title}>
            <Figures figures={resultFigures(resultOfAll(sections, result), undefined, openResult)} />
          </section>
          <Outages sections={sections} />
        </div>
      </Card>
      <Card title={text.summary}>
        <div ref={rows} tabIndex={-1}>
          <DataTable
            caption={text.summary}
            columns={columns}
            rows={sections}
            rowKey={sectionKey}
            timeZone={timeZone}
            view={view}
            onView={onView}
            onOpen={(section) => choose({ section: sectionKey(section) })}
            actions={(shown) => (
              <ReportExport name={[text.tabs.irrigationmanager, client.name, from, to]} table={shown} waits={waits} />
            )}
            empty={null}
          />
        </div>
      </Card>
    </>
  );
}

import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import type { Forecast } from "@lamina/shared/views/forecast";
import { useMemo } from "react";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { saveFile } from "../../core/save-file.ts";
import { deviceStorage } from "../../platform/storage.ts";
import type { DataColumn } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { useTableView } from "../../ui/data-table/use-table-view.ts";
import { ExportMenu } from "../../ui/export/export-menu.tsx";
import { EmptyState } from "../../ui/feedback/states.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { useNow } from "../../ui/now.tsx";
import { dayWords } from "./days.ts";
import { DepletionCell } from "./depletion-cell.tsx";
import styles from "./sector-outlook.module.css";
import { text } from "./text.ts";

type SectorRow = Forecast["sectors"][number];

const words = text.sectors;
const AHEAD = 7;

/** The projected depletion of each sector by day, with and without the forecast rain. */
export function SectorOutlook({ forecast, timeZone }: { forecast: Forecast; timeZone: string }) {
  const now = useNow();
  const client = useSelectedClient();
  const [view, onView] = useTableView("forecast-sectors", deviceStorage);
  const today = farmDay(now, timeZone);
  const columns = useMemo((): DataColumn<SectorRow>[] => {
    const days = Array.from({ length: AHEAD }, (_, ahead) => addDays(today, ahead));
    const dayLabel = (day: string | null) => {
      if (day === null) return words.never;
      const { name, date } = dayWords(day, now, timeZone);
      return name === text.today ? name : `${name.slice(0, 3)} ${date}`;
    };
    return [
      { key: "sector", header: words.sector, value: ({ pivotName, sectorName }) => `${pivotName} · ${sectorName}` },
      {
        key: "yellow",
        header: words.yellow,
        kind: "day",
        value: ({ irrigateOn }) => irrigateOn,
        cell: ({ irrigateOn, irrigateOnWithoutRain }) => (
          <span className={styles.yellow}>
            {dayLabel(irrigateOn)}
            {irrigateOn !== irrigateOnWithoutRain && (
              <span className="fine-print">{words.withoutRain(dayLabel(irrigateOnWithoutRain))}</span>
            )}
          </span>
        ),
      },
      ...days.map((day): DataColumn<SectorRow> => {
        const row = (rows: SectorRow["withRain"]) => rows.find(({ date }) => date === day);
        return {
          key: day,
          header: dayLabel(day),
          decimals: 1,
          kind: "number",
          value: ({ withRain }) => row(withRain)?.dr ?? null,
          cell: ({ withRain, withoutRain }) => (
            <DepletionCell withRain={row(withRain)} withoutRain={row(withoutRain)} />
          ),
        };
      }),
    ];
  }, [today, now, timeZone]);
  return (
    <Card title={words.title}>
      <p className={styles.hint}>{words.hint}</p>
      <DataTable
        caption={words.title}
        columns={columns}
        rows={forecast.sectors}
        rowKey={({ sectorId }) => sectorId}
        timeZone={timeZone}
        view={view}
        onView={onView}
        actions={(table) => <ExportMenu name={[words.title, client.name, today]} table={table} save={saveFile} />}
        empty={
          <EmptyState icon="soil" title={words.none}>
            <p>{words.noneHint}</p>
          </EmptyState>
        }
      />
    </Card>
  );
}

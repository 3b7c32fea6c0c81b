import { DAY_MS } from "@lamina/shared/core/time";
import { statusNames } from "@lamina/shared/records/text";
import { useState } from "react";
import { Status, type StatusKind } from "../src/field/status.tsx";
import { Button } from "../src/ui/controls/button.tsx";
import { type DataColumn, sum } from "../src/ui/data-table/columns.ts";
import { DataTable } from "../src/ui/data-table/data-table.tsx";
import { useTableView } from "../src/ui/data-table/use-table-view.ts";
import { ExportMenu } from "../src/ui/export/export-menu.tsx";
import { downloadFile } from "../src/ui/export/save-file.ts";
import { NowProvider } from "../src/ui/now.tsx";
import type { Period } from "../src/ui/period/period.ts";
import { PeriodPicker } from "../src/ui/period/period-picker.tsx";

interface Row {
  id: string;
  day: string;
  stage: string;
  status: StatusKind;
  eto: number;
  etc: number;
  rain: number;
  irrigation: number | null;
  dr: number;
}
const kinds: StatusKind[] = ["ok", "irrigate", "ok", "stress", "excess", "ok", "nodata"];
const rows = Array.from(
  { length: 5000 },
  (_, index): Row => ({
    id: `${index}`,
    day: new Date(Date.UTC(2026, 0, 1) + (index % 365) * DAY_MS).toISOString().slice(0, 10),
    stage: ["Inicial", "Desenvolvimento", "Médio", "Final"][index % 4] ?? "",
    status: kinds[index % 7] ?? "ok",
    eto: 3 + (index % 30) / 10,
    etc: 2.4 + (index % 37) / 10,
    rain: index % 6 === 0 ? (index % 40) / 2 : 0,
    irrigation: index % 5 === 0 ? 12 : null,
    dr: (index * 1.7) % 58,
  }),
);
const number = (key: "eto" | "etc" | "rain" | "irrigation" | "dr", header: string, total = false): DataColumn<Row> => ({
  key,
  header,
  unit: "mm",
  kind: "number",
  value: (row) => row[key],
  ...(total && { total: sum((row: Row) => row[key]) }),
});
const columns: DataColumn<Row>[] = [
  { key: "day", header: "Data", kind: "day", value: (row) => row.day },
  { key: "stage", header: "Estádio", value: (row) => row.stage, facet: true },
  {
    key: "status",
    header: "Status",
    value: (row) => statusNames[row.status],
    cell: (row) => <Status kind={row.status} />,
    facet: true,
  },
  number("eto", "ETo", true),
  number("etc", "ETc aj.", true),
  number("rain", "Chuva", true),
  number("irrigation", "Irrigação", true),
  number("dr", "Déficit"),
];
const kept = new Map<string, string>();
const memory = {
  read: (key: string) => kept.get(key) ?? null,
  write: (key: string, value: string) => void kept.set(key, value),
};

const NOW = Date.parse("2026-05-15T01:47:00Z");

/** The table with its period picker and export menu. */
export function TablesPage() {
  return (
    <NowProvider clock={() => NOW}>
      <Report />
    </NowProvider>
  );
}

function Report() {
  const [view, setView] = useTableView("gallery", memory, { filters: { stage: ["Médio", "Final"] } });
  const [period, setPeriod] = useState<Period>({ kind: "custom", from: "2026-05-01", to: "2026-05-14" });
  const [selected, onChange] = useState<ReadonlySet<string>>(new Set());
  return (
    <main style={{ padding: 16, display: "grid", gap: 16 }}>
      <h1>Manejo da irrigação</h1>
      <PeriodPicker
        period={period}
        onChange={setPeriod}
        now={NOW}
        timeZone="America/Cuiaba"
        season={{ start: "2026-02-01", end: null }}
      />
      <DataTable
        caption="Balanço diário"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        timeZone="America/Cuiaba"
        view={view}
        onView={setView}
        selection={{ selected, onChange }}
        onOpen={() => {}}
        rowActions={() => <Button variant="quiet">Editar</Button>}
        actions={(table) => <ExportMenu name={["Manejo", "Fazenda Norte"]} table={table} save={downloadFile} />}
        empty={<p>Nada</p>}
      />
    </main>
  );
}

import { useMemo, useState } from "react";
import type { DataColumn } from "../data-table/columns.ts";
import { DataTable } from "../data-table/data-table.tsx";
import { EMPTY_VIEW } from "../data-table/table-view.ts";
import type { ExportTable, ExportValue } from "../export/export-table.ts";
import { EmptyState } from "../feedback/states.tsx";
import { text } from "./model/text.ts";

interface Row {
  key: string;
  values: readonly ExportValue[];
}

export function ChartTable({ table }: { table: ExportTable }) {
  const [view, setView] = useState(EMPTY_VIEW);
  const columns = table.columns.map(
    ({ header, kind, decimals }, index): DataColumn<Row> => ({
      key: `${index}`,
      header,
      kind,
      ...(decimals !== undefined && { decimals }),
      value: ({ values }) => values[index] ?? null,
    }),
  );
  const rows = useMemo(() => table.rows.map((values): Row => ({ key: String(values[0]), values })), [table]);
  return (
    <DataTable
      caption={table.title}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      timeZone={table.timeZone}
      view={view}
      onView={setView}
      empty={<EmptyState icon="chart" title={text.noReading} />}
    />
  );
}

import type { ReactNode } from "react";
import type { ExportTable } from "../export/export-table.ts";
import type { DataColumn } from "./columns.ts";
import type { TableView } from "./table-view.ts";

/** Rows chosen by their keys. */
export interface Selection {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
}

export interface DataTableProps<Row> {
  /** What the table holds. */
  caption: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The farm's, for moments. */
  timeZone: string;
  /** From {@link useTableView}. */
  view: TableView;
  onView: (view: TableView) => void;
  selection?: Selection;
  /** Makes the first cell of a row a button. */
  onOpen?: (row: Row) => void;
  /** Buttons at the end of a row. */
  rowActions?: (row: Row) => ReactNode;
  /** At the end of the toolbar: an export, a new record. Given what is on show. */
  actions?: (shown: () => ExportTable) => ReactNode;
  /** Nothing has arrived yet. */
  loading?: boolean;
  /** What stands here when there are no rows at all. */
  empty: ReactNode;
}

import type { ReactNode } from "react";
import type { ExportTable } from "../export/export-table.ts";
import type { DataColumn } from "./columns.ts";
import type { TableView } from "./table-view.ts";

/** The keys of the selected rows. */
export interface Selection {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
}

export interface DataTableProps<Row> {
  caption: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The farm's zone, for moments. */
  timeZone: string;
  /** From {@link useTableView}. */
  view: TableView;
  onView: (view: TableView) => void;
  /** True when older rows are not loaded, so that the number of rows is not the number of records. */
  hasMore?: boolean;
  selection?: Selection;
  /** Makes the first cell of a row a button that opens the row. */
  onOpen?: (row: Row) => void;
  /** Buttons at the end of a row. */
  rowActions?: (row: Row) => ReactNode;
  /** At the end of the toolbar, such as an export or a new record. Receives the visible rows and columns. */
  actions?: (shown: () => ExportTable) => ReactNode;
  /** The first data have not arrived. */
  loading?: boolean;
  /** Shown when there are no rows at all. */
  empty: ReactNode;
}

import { type ReactNode, useMemo } from "react";
import { Button } from "../button.tsx";
import type { ExportTable } from "../export/export-table.ts";
import { EmptyState, Skeleton } from "../states.tsx";
import { CardList } from "./card-list.tsx";
import { type DataColumn, exportOf } from "./columns.ts";
import styles from "./data-table.module.css";
import { TableGrid } from "./table-grid.tsx";
import { TableToolbar } from "./table-toolbar.tsx";
import { applyView, EMPTY_VIEW, isFiltered, type TableView, visibleColumns } from "./table-view.ts";
import { text } from "./text.ts";
import { useMedia } from "./use-media.ts";
import { usePrinting } from "./use-printing.ts";

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

/** Wide enough for a table; below, each row is a card. */
const TABLE_FROM = "(min-width: 48rem)";

/** Rows of a kind: a dense table where there is room, cards on a phone; searched, filtered, sorted and remembered. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, timeZone, view, onView, selection, actions, loading = false, empty } = props;
  const wide = useMedia(TABLE_FROM);
  const printing = usePrinting();
  const shownColumns = useMemo(() => visibleColumns(columns, view), [columns, view]);
  const shownRows = useMemo(() => applyView(rows, columns, view, timeZone), [rows, columns, view, timeZone]);

  if (loading) return <Skeleton rows={8} />;
  if (rows.length === 0) return empty;
  const parts = { ...props, columns: shownColumns, rows: shownRows, printing };
  return (
    <div className={styles.frame}>
      <TableToolbar
        columns={columns}
        rows={rows}
        shown={shownRows.length}
        timeZone={timeZone}
        view={view}
        onView={onView}
        withSort={!wide}
        chosen={selection?.selected.size ?? 0}
        actions={actions?.(() => exportOf(caption, shownColumns, shownRows, timeZone))}
      />
      {shownRows.length === 0 && isFiltered(view) ? (
        <EmptyState
          icon="search"
          title={text.none}
          action={
            <Button onClick={() => onView({ ...view, filters: EMPTY_VIEW.filters, search: "" })}>{text.clear}</Button>
          }
        >
          <p>{text.noneHint}</p>
        </EmptyState>
      ) : wide || printing ? (
        <TableGrid {...parts} />
      ) : (
        <CardList {...parts} />
      )}
    </div>
  );
}

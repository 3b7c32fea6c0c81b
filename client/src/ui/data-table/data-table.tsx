import { useMemo } from "react";
import { Button } from "../controls/button.tsx";
import { EmptyState, Skeleton } from "../feedback/states.tsx";
import { CardList } from "./card-list.tsx";
import { exportOf } from "./columns.ts";
import styles from "./data-table.module.css";
import { TableGrid } from "./table-grid.tsx";
import type { DataTableProps } from "./table-props.ts";
import { TableToolbar } from "./table-toolbar.tsx";
import { applyView, EMPTY_VIEW, fileColumns, isFiltered, visibleColumns } from "./table-view.ts";
import { text } from "./text.ts";
import { useMedia } from "./use-media.ts";
import { usePrinting } from "./use-printing.ts";

/** From this width on a table is shown; below it, each row is a card. */
const TABLE_FROM = "(min-width: 48rem)";

/** A list of rows: a dense table, or cards on a phone, with search, filters and order. Its settings are remembered. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    timeZone,
    view,
    onView,
    selection,
    actions,
    loading = false,
    hasMore = false,
    empty,
  } = props;
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
        hasMore={hasMore}
        chosen={selection?.selected.size ?? 0}
        actions={actions?.(() => exportOf(caption, fileColumns(columns, view), shownRows, timeZone))}
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

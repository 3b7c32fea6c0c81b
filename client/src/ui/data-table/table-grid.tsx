import { type KeyboardEvent, useRef } from "react";
import { classNames } from "../class-names.ts";
import { type DataColumn, headerOf } from "./columns.ts";
import styles from "./data-table.module.css";
import { SelectAll, TotalContent } from "./table-parts.tsx";
import type { DataTableProps } from "./table-props.ts";
import { TableRow } from "./table-row.tsx";
import { sortBy } from "./table-view.ts";
import { text } from "./text.ts";
import { useRowWindow } from "./use-row-window.ts";

type TableGridProps<Row> = DataTableProps<Row> & {
  /** Renders all rows, for printing. */
  printing: boolean;
};

/** A scrollable area takes the focus, so that the arrow keys can scroll it. */
const SCROLLED_BY_KEYS = { tabIndex: 0 } as const;
/** Hidden from screen readers, because each rendered row has its own row number. */
const UNSPOKEN = { "aria-hidden": true } as const;

/** The dense table. Header and first column stay visible, and only rows near the view are rendered. */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { caption, columns, rows, rowKey, timeZone, view, onView, selection, onOpen, rowActions, printing } = props;
  const scroller = useRef<HTMLElement>(null);
  const span = useRowWindow(scroller, rows.length, printing);
  const width = columns.length + (selection ? 1 : 0) + (rowActions ? 1 : 0);
  const withTotals = columns.some(({ total }) => total);

  return (
    <section ref={scroller} className={styles.scroller} aria-label={text.scroll(caption)} {...SCROLLED_BY_KEYS}>
      <table className={styles.table} aria-rowcount={rows.length + 1 + Number(withTotals)}>
        <caption className="only-read">{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {selection && (
              <td className={styles.select}>
                <SelectAll rows={rows} rowKey={rowKey} selection={selection} />
              </td>
            )}
            {columns.map((column) => (
              <SortableHeader
                key={column.key}
                column={column}
                sort={view.sort?.key === column.key ? view.sort : null}
                printing={printing}
                onSort={() => onView(sortBy(view, column.key))}
              />
            ))}
            {rowActions && (
              <th scope="col">
                <span className="only-read">{text.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody onKeyDown={(event) => moveBetweenRows(event, scroller.current)}>
          {span.before > 0 && <Spacer height={span.before} width={width} />}
          {rows.slice(span.first, span.end).map((row, index) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              place={span.first + index + 2}
              columns={columns}
              timeZone={timeZone}
              rowKey={rowKey}
              selection={selection}
              onOpen={onOpen}
              rowActions={rowActions}
            />
          ))}
          {span.after > 0 && <Spacer height={span.after} width={width} />}
        </tbody>
        {withTotals && (
          <tfoot>
            <tr aria-rowindex={rows.length + 2}>
              {selection && <td className={styles.select} />}
              {columns.map((column, place) =>
                place === 0 ? (
                  <th key={column.key} scope="row">
                    {column.total ? <TotalContent rows={rows} column={column} /> : text.total}
                  </th>
                ) : (
                  <td key={column.key} className={column.kind === "number" ? styles.numeric : undefined}>
                    <TotalContent rows={rows} column={column} />
                  </td>
                ),
              )}
              {rowActions && <td />}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

interface SortableHeaderProps<Row> {
  column: DataColumn<Row>;
  sort: { descending: boolean } | null;
  /** As text, because browsers leave buttons out of the headers that they repeat on each sheet. */
  printing: boolean;
  onSort: () => void;
}

function SortableHeader<Row>({ column, sort, printing, onSort }: SortableHeaderProps<Row>) {
  return (
    <th
      scope="col"
      className={column.kind === "number" ? styles.numeric : undefined}
      aria-sort={sort ? (sort.descending ? "descending" : "ascending") : undefined}
    >
      {printing ? (
        headerOf(column)
      ) : (
        <button type="button" className={classNames(styles.sort, sort && styles.sorted)} onClick={onSort}>
          {headerOf(column)}
          <svg width="10" height="12" viewBox="0 0 10 12" aria-hidden="true">
            {!sort?.descending && <path d="M5 1 9 5H1Z" />}
            {(!sort || sort.descending) && <path d="M5 11 1 7h8Z" />}
          </svg>
        </button>
      )}
    </th>
  );
}

/** The space of the rows that are not rendered. */
function Spacer({ height, width }: { height: number; width: number }) {
  return (
    <tr {...UNSPOKEN} className={styles.spacer}>
      <td colSpan={width} style={{ height }} />
    </tr>
  );
}

/** Arrow up and down move to the same control in the next row. */
function moveBetweenRows(event: KeyboardEvent, scroller: HTMLElement | null): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const control = event.target as HTMLElement;
  const row = control.closest("tr");
  const next = event.key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
  const controls = row ? [...row.querySelectorAll<HTMLElement>("button, a, input")] : [];
  const target = next?.querySelectorAll<HTMLElement>("button, a, input")[controls.indexOf(control)];
  if (!target || !scroller) return;
  event.preventDefault();
  target.focus();
}

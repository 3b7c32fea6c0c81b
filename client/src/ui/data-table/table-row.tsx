import { memo } from "react";
import styles from "./data-table.module.css";
import { CellContent, RowName, SelectRow } from "./table-parts.tsx";
import type { DataTableProps } from "./table-props.ts";

type TableRowProps<Row> = Pick<
  DataTableProps<Row>,
  "columns" | "timeZone" | "rowKey" | "selection" | "onOpen" | "rowActions"
> & {
  row: Row;
  /** Its number among all rows. The header has number 1. */
  place: number;
};

function Row<Row>({ row, place, columns, timeZone, rowKey, selection, onOpen, rowActions }: TableRowProps<Row>) {
  return (
    <tr aria-rowindex={place}>
      {selection && (
        <td className={styles.select}>
          <SelectRow row={row} rowKey={rowKey} name={columns[0]} selection={selection} />
        </td>
      )}
      {columns.map((column, index) => {
        const className = column.kind === "number" ? styles.numeric : undefined;
        return index === 0 ? (
          <th key={column.key} scope="row" className={className}>
            <RowName row={row} column={column} timeZone={timeZone} onOpen={onOpen} />
          </th>
        ) : (
          <td key={column.key} className={className}>
            <CellContent row={row} column={column} timeZone={timeZone} />
          </td>
        );
      })}
      {rowActions && <td className={styles.actions}>{rowActions(row)}</td>}
    </tr>
  );
}

/** A row of the dense table. Rows that stay visible are not rendered again during scrolling. */
export const TableRow = memo(Row) as typeof Row;

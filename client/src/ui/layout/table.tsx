import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import styles from "./table.module.css";

export interface Column<Row> {
  /** Unique in its table. */
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are aligned to the right. */
  numeric?: boolean;
}

interface TableProps<Row> {
  /** Name of the content, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** A list of rows: a dense table, or on a phone a card for each row. The first column names the row. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table className={styles.table}>
      <caption className="only-read">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={column.numeric ? styles.numeric : undefined}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column, index) => {
              const className = classNames(column.numeric && styles.numeric);
              return index === 0 ? (
                <th key={column.key} scope="row" className={className}>
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.key} data-label={column.header} className={className}>
                  {column.cell(row)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

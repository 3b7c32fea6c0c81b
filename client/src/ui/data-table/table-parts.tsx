import { useEffect, useRef } from "react";
import { formatNumber } from "../format.ts";
import { cellText, columnDecimals, type DataColumn } from "./columns.ts";
import styles from "./data-table.module.css";
import type { Selection } from "./table-props.ts";
import { text } from "./text.ts";

interface CellContentProps<Row> {
  row: Row;
  column: DataColumn<Row>;
  timeZone: string;
}

/** The content of a cell: the column's own component, or its value as text. */
export function CellContent<Row>({ row, column, timeZone }: CellContentProps<Row>) {
  return column.cell ? column.cell(row) : cellText(column, row, timeZone);
}

/** The cell with the row's name: a button when the row can be opened. */
export function RowName<Row>({
  onOpen,
  ...cell
}: CellContentProps<Row> & { onOpen: ((row: Row) => void) | undefined }) {
  if (!onOpen) return <CellContent {...cell} />;
  return (
    <button type="button" className={styles.open} onClick={() => onOpen(cell.row)}>
      <CellContent {...cell} />
    </button>
  );
}

/** The total of a column, if it has one. */
export function TotalContent<Row>({ rows, column }: { rows: readonly Row[]; column: DataColumn<Row> }) {
  if (!column.total) return null;
  const total = column.total(rows);
  return typeof total === "string" ? total : formatNumber(total, columnDecimals(column));
}

interface SelectRowProps<Row> {
  row: Row;
  rowKey: (row: Row) => string;
  /** The column with the row's name. */
  name: DataColumn<Row> | undefined;
  selection: Selection;
}

export function SelectRow<Row>({ row, rowKey, name, selection }: SelectRowProps<Row>) {
  const key = rowKey(row);
  const { selected, onChange } = selection;
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    onChange(next);
  };
  return (
    <label className={styles.box}>
      <input type="checkbox" checked={selected.has(key)} onChange={toggle} />
      <span className="only-read">{text.select(String(name?.value(row) ?? key))}</span>
    </label>
  );
}

interface SelectAllProps<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selection: Selection;
}

/** Selects all rows that match the filters, including those that are not rendered. */
export function SelectAll<Row>({ rows, rowKey, selection }: SelectAllProps<Row>) {
  const box = useRef<HTMLInputElement>(null);
  const { selected, onChange } = selection;
  const count = rows.filter((row) => selected.has(rowKey(row))).length;
  const all = rows.length > 0 && count === rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !all;
  }, [count, all]);
  return (
    <label className={styles.box}>
      <input
        ref={box}
        type="checkbox"
        checked={all}
        onChange={() => onChange(all ? new Set() : new Set(rows.map(rowKey)))}
      />
      <span className="only-read">{text.selectAll}</span>
    </label>
  );
}

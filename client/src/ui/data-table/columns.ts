import { zoneOffset } from "@lamina/shared/core/farm-time";
import type { ReactNode } from "react";
import type { ExportKind, ExportTable } from "../export/export-table.ts";
import { asShown, decimalsOf, formatDateTime, formatDay, formatNumber, NO_VALUE } from "../format.ts";
import { text } from "./text.ts";

/** One column. Its value determines how a row sorts, filters, shows and exports. */
export interface DataColumn<Row> {
  /** Unique in its table. */
  key: string;
  header: string;
  unit?: string;
  /** `day` is `YYYY-MM-DD`, `moment` milliseconds since the epoch. Text when left out. */
  kind?: ExportKind;
  /** Decimals of numbers, if they differ from those of the unit. */
  decimals?: number;
  value(row: Row): string | number | null;
  /** Time zone of a row's moments, if it differs from the table's. */
  timeZone?(row: Row): string | undefined;
  /** Replaces the value on the screen, for example with a status. */
  cell?(row: Row): ReactNode;
  /** Total below the column, from the visible rows. */
  total?(rows: readonly Row[]): number | string | null;
  /** Offers the column's values as a filter. */
  facet?: boolean;
  /** Hidden until the user shows it. */
  optional?: boolean;
  /** Not on the cards of a phone, which have few lines; its total is. */
  offCards?: boolean;
  /**
   * For lists whose files are imported again: the column is in each file, also when it is hidden, with all decimals and
   * seconds.
   */
  inFiles?: boolean;
  /** The value in files, if it differs from the one on the screen. */
  fileValue?(row: Row): string | number | null;
}

/** The header with its unit: `Chuva (mm)`. */
export function headerOf({ header, unit }: Pick<DataColumn<never>, "header" | "unit">): string {
  return unit ? `${header} (${unit})` : header;
}

/** Decimals of a numeric column. */
export function columnDecimals({
  unit = "",
  decimals = decimalsOf(unit),
}: Pick<DataColumn<never>, "unit" | "decimals">): number {
  return decimals;
}

export function shownText(
  column: Pick<DataColumn<never>, "kind" | "unit" | "decimals">,
  value: string | number | null,
  timeZone: string,
): string {
  if (value === null || value === "") return NO_VALUE;
  if (column.kind === "number") return formatNumber(Number(value), columnDecimals(column));
  if (column.kind === "moment") return formatDateTime(value, timeZone);
  return column.kind === "day" ? formatDay(String(value)) : String(value);
}

/** A row's value of a column as text. */
export function cellText<Row>(column: DataColumn<Row>, row: Row, timeZone: string): string {
  return shownText(column, column.value(row), column.timeZone?.(row) ?? timeZone);
}

/** The sum of the rows' known values, each with these decimals where they are shown; null when no value is known. */
export function sumOf<Row>(
  rows: readonly Row[],
  value: (row: Row) => number | null | undefined,
  decimals?: number,
): number | null {
  const numbers = rows.map(value).filter((number) => number != null);
  const part = (number: number) => (decimals === undefined ? number : asShown(number, decimals));
  return numbers.length === 0 ? null : numbers.reduce((total, number) => total + part(number), 0);
}

/** The total of a column of numbers; with `decimals`, of its cells as they are shown. */
export function sum<Row>(
  value: (row: Row) => number | null,
  decimals?: number,
): (rows: readonly Row[]) => number | null {
  return (rows) => sumOf(rows, value, decimals);
}

/** A table for export: the visible columns and those of each file, the rows in their order, and each moment as shown. */
export function exportOf<Row>(
  title: string,
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
  timeZone: string,
): ExportTable {
  return {
    title,
    timeZone,
    columns: columns.map((column) => ({
      header: headerOf(column),
      kind: column.kind ?? "text",
      ...(zonesOf(column, rows, timeZone).length > 1 && { zone: text.ownZones }),
      ...(column.inFiles && { exact: true }),
      ...(column.kind === "number" && !column.inFiles && { decimals: columnDecimals(column) }),
    })),
    rows: rows.map((row) => columns.map((column) => exportedValue(column, row, timeZone))),
  };
}

const zonesOf = <Row>(column: DataColumn<Row>, rows: readonly Row[], timeZone: string) => [
  ...new Set(rows.map((row) => column.timeZone?.(row) ?? timeZone)),
];

/** A file has one time zone. A moment of another zone is shifted so that it reads the same. */
function exportedValue<Row>(column: DataColumn<Row>, row: Row, timeZone: string): string | number | null {
  const value = column.fileValue ? column.fileValue(row) : column.value(row);
  const rowZone = column.timeZone?.(row);
  if (typeof value !== "number" || rowZone === undefined) return value;
  return value + zoneOffset(value, rowZone) - zoneOffset(value, timeZone);
}

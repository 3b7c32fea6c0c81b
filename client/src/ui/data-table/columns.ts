import { zoneOffset } from "@lamina/shared/core/farm-time";
import type { ReactNode } from "react";
import type { ExportKind, ExportTable } from "../export/export-table.ts";
import { decimalsOf, formatDateTime, formatDay, formatNumber, NO_VALUE } from "../format.ts";

/** One column: what a row's value is decides how it sorts, filters, shows and leaves as a file. */
export interface DataColumn<Row> {
  /** Unique in its table. */
  key: string;
  header: string;
  unit?: string;
  /** `day` is `YYYY-MM-DD`, `moment` milliseconds since the epoch. Text when left out. */
  kind?: ExportKind;
  /** Of numbers, when not those of the unit. */
  decimals?: number;
  value(row: Row): string | number | null;
  /** Of moments: the zone on whose clock the row's is written, where that is not the table's. */
  timeZone?(row: Row): string | undefined;
  /** Shown instead of the value, such as a status. */
  cell?(row: Row): ReactNode;
  /** Beneath the column, from the rows on show. */
  total?(rows: readonly Row[]): number | string | null;
  /** Offers its values as a filter. */
  facet?: boolean;
  /** Only shown once chosen. */
  optional?: boolean;
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

/** A value as written on the screen, on the clock of `timeZone`. */
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

/** What a column writes of a row. */
export function cellText<Row>(column: DataColumn<Row>, row: Row, timeZone: string): string {
  return shownText(column, column.value(row), column.timeZone?.(row) ?? timeZone);
}

/** The sum of a column, for its total: null when no row has a number. */
export function sum<Row>(value: (row: Row) => number | null): (rows: readonly Row[]) => number | null {
  return (rows) => {
    const numbers = rows.map(value).filter((number) => number !== null);
    return numbers.length === 0 ? null : numbers.reduce((total, number) => total + number, 0);
  };
}

/** What a table shows, as a file has it: the columns on show, the rows in their order, each moment as it reads there. */
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
      ...(column.kind === "number" && { decimals: columnDecimals(column) }),
    })),
    rows: rows.map((row) => columns.map((column) => exportedValue(column, row, timeZone))),
  };
}

/** A file is written on one clock: a moment of another is moved to where it reads the same. */
function exportedValue<Row>(column: DataColumn<Row>, row: Row, timeZone: string): string | number | null {
  const value = column.value(row);
  const own = column.timeZone?.(row);
  if (typeof value !== "number" || own === undefined) return value;
  return value + zoneOffset(value, own) - zoneOffset(value, timeZone);
}

/** Format of a column's values. `day` is `YYYY-MM-DD`; `moment` is milliseconds since the epoch. */
export type ExportKind = "text" | "number" | "day" | "moment";

export interface ExportColumn {
  /** With the unit, as on the screen: `Chuva (mm)`. */
  header: string;
  kind: ExportKind;
  /** Decimals as on the screen. All decimals when left out. */
  decimals?: number;
  /** Moments with their seconds, for files that are read back. */
  exact?: boolean;
}

export type ExportValue = string | number | null;

/** The visible data as rows, for CSV, for spreadsheets and for the table that replaces a chart. */
export interface ExportTable {
  /** Name of the sheet. */
  title: string;
  /** The farm's zone, for moments. */
  timeZone: string;
  columns: readonly ExportColumn[];
  rows: readonly (readonly ExportValue[])[];
}

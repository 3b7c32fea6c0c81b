/** How the values of a column are written. `day` is `YYYY-MM-DD`; `moment` is milliseconds since the epoch. */
export type ExportKind = "text" | "number" | "day" | "moment";

export interface ExportColumn {
  /** With the unit, as on the screen: `Chuva (mm)`. */
  header: string;
  kind: ExportKind;
  /** Of numbers, as on the screen. All that there are when left out. */
  decimals?: number;
}

export type ExportValue = string | number | null;

/** What is on the screen, as rows: the same for CSV, for spreadsheets and for the table that replaces a chart. */
export interface ExportTable {
  /** Name of the sheet. */
  title: string;
  /** The farm's: moments are written in it. */
  timeZone: string;
  columns: readonly ExportColumn[];
  rows: readonly (readonly ExportValue[])[];
}

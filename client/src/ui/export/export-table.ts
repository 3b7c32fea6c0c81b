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
  /** The zone of its moments in words, where it is not the table's. */
  zone?: string;
}

/** The name of a column in a file; moments say in which zone they are. */
export const fileHeader = ({ header, kind, zone }: ExportColumn, timeZone: string) =>
  kind === "moment" ? `${header} (${zone ?? timeZone})` : header;

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

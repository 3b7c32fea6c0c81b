import { csvText, csvFile as fileOf } from "@lamina/shared/core/csv";

/** A cell of a CSV file; null is an empty one. */
export type Cell = string | number | null;

/** A CSV file of rows, the first one its header, with decimal commas. */
export function csvFile(rows: readonly (readonly Cell[])[]): Uint8Array {
  return new TextEncoder().encode(fileOf(rows.map((cells) => cells.map(written))));
}

/** A value rounded for a cell. */
export function rounded(value: number | null | undefined, decimals: number): number | null {
  if (value == null) return null;
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}

function written(cell: Cell): string {
  return typeof cell === "number" ? String(cell).replace(".", ",") : csvText(cell ?? "");
}

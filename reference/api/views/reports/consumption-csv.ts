import type { ConsumptionRow } from "@lamina/shared/views/report";
import { type Cell, csvFile, rounded } from "./csv.ts";
import { consumptionCsvText } from "./text.ts";

/** The water of each month and pivot, one in a row. */
export function consumptionCsv(rows: readonly ConsumptionRow[]): Uint8Array {
  return csvFile([Object.values(consumptionCsvText.columns), ...rows.map(cellsOf)]);
}

/** R$ of a month: of its kinds of hours, as the file has them. */
export const costOf = ({ brl, brlTotal }: Pick<ConsumptionRow, "brl" | "brlTotal">) =>
  brl ? Object.values(brl).reduce((total, part) => total + (rounded(part, 2) ?? 0), 0) : brlTotal;

function cellsOf(row: ConsumptionRow): Cell[] {
  const cells: Readonly<Record<keyof typeof consumptionCsvText.columns, Cell>> = {
    month: row.month.split("-").reverse().join("/"),
    farm: row.farmName,
    pivot: row.pivotName,
    mm: rounded(row.mm, 1),
    m3: rounded(row.m3, 0),
    m3Ha: rounded(row.m3Ha, 0),
    hours: rounded(row.hours, 1),
    flow: rounded(row.flowM3h, 1),
    kwh: rounded(row.kwh, 0),
    kwhMm: rounded(row.kwhMm, 1),
    peak: rounded(row.brl?.peak, 2),
    offpeak: rounded(row.brl?.offpeak, 2),
    reserved: rounded(row.brl?.reserved, 2),
    total: rounded(costOf(row), 2),
    perHa: rounded(row.brlHa, 2),
    recorded: rounded(row.recordedM3, 0),
    origin: consumptionCsvText.knownBy[row.knownBy],
  };
  return Object.values(cells);
}

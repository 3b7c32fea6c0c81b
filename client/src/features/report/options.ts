import { text } from "./text.ts";

export interface Option {
  value: string;
  label: string;
}

/** Without repeated options. */
export const uniqueOptions = (options: readonly Option[]): Option[] => [
  ...new Map(options.map((option) => [option.value, option])).values(),
];

/** The pivot of a report's row. */
export interface FarmPivot {
  farmId: string;
  farmName: string;
  pivotId: string;
  pivotName: string;
}

/** The farm, the pivot and the season of a report's rows, as printed. */
export function subjectOf(
  rows: readonly FarmPivot[],
  { farmId, pivotId }: { farmId: string | null; pivotId: string | null },
  season?: string,
): string {
  const { farms, pivots } = placeOptions(rows, farmId);
  const one = farmId === null && farms.length === 1 ? farms[0] : farms.find(({ value }) => value === farmId);
  const pivot = pivots.find(({ value }) => value === pivotId);
  return [one?.label ?? text.allFarms, pivot?.label, season].filter(Boolean).join(" · ");
}

/** The options for these rows: farms, and the pivots of the selected farm. */
export function placeOptions(rows: readonly FarmPivot[], farmId: string | null): { farms: Option[]; pivots: Option[] } {
  const within = rows.filter((row) => farmId === null || row.farmId === farmId);
  return {
    farms: uniqueOptions(rows.map((row) => ({ value: row.farmId, label: row.farmName }))),
    pivots: uniqueOptions(within.map((row) => ({ value: row.pivotId, label: row.pivotName }))),
  };
}

import type { Forecast } from "@lamina/shared/views/forecast";

export type VerificationRow = Forecast["verification"][number];

/** How far a forecast was off in mm: positive when more fell than was said. Null when either is not known. */
export function errorOf({ forecastMm, measuredMm }: Pick<VerificationRow, "forecastMm" | "measuredMm">): number | null {
  return forecastMm === null || measuredMm === null ? null : measuredMm - forecastMm;
}

/** How a week's forecast did: its mean absolute error, and the rain that was promised and did not come. */
export function verdictOf(
  rows: readonly VerificationRow[],
): { meanError: number; days: number; lostMm: number } | null {
  const errors = rows.map(errorOf).filter((error) => error !== null);
  if (errors.length === 0) return null;
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    meanError: sum(errors.map(Math.abs)) / errors.length,
    days: errors.length,
    lostMm: -sum(errors.filter((error) => error < 0)),
  };
}

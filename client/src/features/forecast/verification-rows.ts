import type { Forecast } from "@lamina/shared/views/forecast";

export type VerificationRow = Forecast["verification"][number];

/** Error of a rain forecast in mm, positive when more fell than forecast. Null when either is unknown. */
export function errorOf({ forecastMm, measuredMm }: Pick<VerificationRow, "forecastMm" | "measuredMm">): number | null {
  return forecastMm === null || measuredMm === null ? null : measuredMm - forecastMm;
}

/** The mean absolute error of a week's forecast in mm, and the forecast rain that did not fall. */
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

import { asShown, formatAmount, formatNumber, NO_VALUE } from "../../ui/format.ts";

/** `12,3 mm`. */
export function mm(value: number | null | undefined): string {
  return formatAmount(value, "mm");
}

/** Sum of amounts as they are shown, so that the parts add up to it; null when one is unknown. */
export function sumShown(values: readonly (number | null)[], decimals = 0): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + asShown(value, decimals)),
    0,
  );
}

/** Hours as `37 h 54`. */
export function duration(hours: number | null | undefined): string {
  if (hours == null || !Number.isFinite(hours)) return NO_VALUE;
  const minutes = Math.round(hours * 60);
  const rest = minutes % 60;
  return `${formatNumber(Math.floor(minutes / 60), 0)} h${rest === 0 ? "" : ` ${String(rest).padStart(2, "0")}`}`;
}

import { decimalsOf, formatNumber, NO_VALUE } from "../../ui/format.ts";

/** A number with its unit, as `12,3 mm`, or a dash. */
export function amount(value: number | null | undefined, unit: string, decimals = decimalsOf(unit)): string {
  return value == null ? NO_VALUE : `${formatNumber(value, decimals)} ${unit}`;
}

/** `R$ 1.234`. */
export function brl(value: number | null | undefined): string {
  return value == null ? NO_VALUE : `R$ ${formatNumber(value, 0)}`;
}

/** A change with its sign: `+3,2`, `−1,0`. One that rounds to nothing has none. */
export function signed(value: number, decimals: number): string {
  const written = formatNumber(Math.abs(value), decimals);
  if (Math.round(Math.abs(value) * 10 ** decimals) === 0) return written;
  return `${value < 0 ? "−" : "+"}${written}`;
}

import { formatDepth, formatNumber, formatPanel } from "./format.ts";

/** A depth that is put on, over one or several passes. */
interface RunAmount {
  /** Over all passes, mm. */
  grossMm: number | null;
  passes?: number | null | undefined;
  depthPerPassMm?: number | null | undefined;
  percent: number | null;
}

/** Passes and the depth of each: of one pass, the depth itself. An API that does not tell passes means one. */
export function passesOf({ grossMm, passes, depthPerPassMm }: RunAmount): { passes: number; eachMm: number | null } {
  const count = passes ?? 1;
  return { passes: count, eachMm: depthPerPassMm ?? (grossMm === null ? null : grossMm / count) };
}

/** `12 mm · 29 %`, or of several passes `2 × 16,4 mm · 32 %`: what the panel is set to, and how often. The percent is rounded down. */
export function runWords(amount: RunAmount): string {
  const { passes, eachMm } = passesOf(amount);
  const depth = eachMm === null ? null : `${formatDepth(eachMm)} mm`;
  const each = depth !== null && passes > 1 ? `${formatNumber(passes, 0)} × ${depth}` : depth;
  return [each, amount.percent === null ? null : formatPanel(amount.percent)].filter(Boolean).join(" · ");
}

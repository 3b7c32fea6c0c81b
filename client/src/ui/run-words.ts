import { type PassAmount, panelPercent, passesOf } from "@lamina/shared/records/run-figures";
import { formatDepth, formatNumber, NO_VALUE } from "./format.ts";
import { text } from "./text.ts";

/** A setting of a panel, `29 %`; a dash without one. */
export function panelWords(percent: number | null | undefined): string {
  const setting = panelPercent(percent);
  return setting === null ? NO_VALUE : `${formatNumber(setting, 0)} %`;
}

/** `12 mm · 29 %`, or of several passes `2 × 16,4 mm · 32 %`: what the panel is set to, and how often. */
export function runWords(amount: PassAmount): string {
  const { passes, depthPerPassMm } = passesOf(amount);
  const depth = depthPerPassMm === null ? null : `${formatDepth(depthPerPassMm)} mm`;
  const each = depth !== null && passes > 1 ? `${formatNumber(passes, 0)} × ${depth}` : depth;
  return [each, panelPercent(amount.percent) === null ? null : panelWords(amount.percent)].filter(Boolean).join(" · ");
}

/** `2 voltas a 16 %`; without a panel's setting null. */
export function passWords({ percent, ...amount }: PassAmount): string | null {
  const setting = panelPercent(percent);
  if (setting === null) return null;
  const { passes } = passesOf(amount);
  return text.passesAt(formatNumber(passes, 0), passes === 1, formatNumber(setting, 0));
}

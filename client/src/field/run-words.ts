import { type PassAmount, panelPercent, passesOf } from "@lamina/shared/records/run-figures";
import { formatDepth, formatNumber, NO_VALUE } from "../ui/format.ts";
import { adviceText } from "./advice-text.ts";
import { text } from "./text.ts";

/** A panel setting beside its label, `29 %`; a dash when there is none. */
export function panelWords(percent: number | null | undefined): string {
  const setting = panelPercent(percent);
  return setting === null ? NO_VALUE : `${formatNumber(setting, 0)} %`;
}

/** `12 mm · 29 % no painel`, or for several passes `2 × 16,4 mm · 32 % no painel`: depth and setting of a run. */
export function runWords(amount: PassAmount): string {
  const { passes, depthPerPassMm } = passesOf(amount);
  const depth = depthPerPassMm === null ? null : `${formatDepth(depthPerPassMm)} mm`;
  const each = depth !== null && passes > 1 ? `${formatNumber(passes, 0)} × ${depth}` : depth;
  const setting = panelPercent(amount.percent) === null ? null : `${panelWords(amount.percent)} ${adviceText.onPanel}`;
  return [each, setting].filter(Boolean).join(" · ");
}

/** `2 voltas a 16 %`; null without a panel setting. */
export function passWords({ percent, ...amount }: PassAmount): string | null {
  const setting = panelPercent(percent);
  if (setting === null) return null;
  const { passes } = passesOf(amount);
  return text.passesAt(formatNumber(passes, 0), passes === 1, formatNumber(setting, 0));
}

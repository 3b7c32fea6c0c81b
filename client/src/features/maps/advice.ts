import type { PlanItem, Recommendation } from "@lamina/shared/irrigation";
import { adviceText } from "../../ui/faces/advice-text.ts";
import { formatNumber, formatPanel, formatShortDay } from "../../ui/format.ts";

/**
 * The recommendation in one line: `Irrigar hoje: 12,0 mm · 29 %`. The panel's setting is rounded down: never less water.
 * Of a pivot, the `run` of today's plan tells the depth and the setting, as on its card in the irrigâmetro.
 */
export function adviceLine(recommendation: Recommendation | null, run?: PlanItem | null): string {
  if (!recommendation) return adviceText.nodata;
  const { action, waitUntil } = recommendation;
  if (action === "irrigate") {
    const { grossMm, percent } = run ?? recommendation;
    const setting = percent === null ? null : formatPanel(percent);
    const depth = grossMm === null ? null : `${formatNumber(grossMm, 1)} mm`;
    return `${adviceText.irrigate}: ${[depth, setting].filter(Boolean).join(" · ")}`;
  }
  if (action === "wait" && waitUntil) return adviceText.waitUntil(formatShortDay(waitUntil));
  return adviceText[action];
}

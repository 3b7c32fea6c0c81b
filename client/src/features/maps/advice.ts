import type { PlanItem, Recommendation } from "@lamina/shared/records/irrigation";
import { adviceText } from "../../ui/diagrams/advice-text.ts";
import { formatShortDay } from "../../ui/format.ts";
import { runWords } from "../../ui/run-words.ts";

/**
 * The recommendation in one line: `Irrigar hoje: 12 mm · 29 %`, of several passes `2 × 16 mm · 32 %`. The panel's setting is rounded down: never less water.
 * Of a pivot, the `run` of today's plan tells the depth and the setting, as on its card in the irrigâmetro.
 */
export function adviceLine(recommendation: Recommendation | null, run?: PlanItem | null): string {
  if (!recommendation) return adviceText.nodata;
  const { action, waitUntil } = recommendation;
  if (action === "irrigate") {
    return `${adviceText.irrigate}: ${runWords(run ?? recommendation)}`;
  }
  if (action === "wait" && waitUntil) return adviceText.waitUntil(formatShortDay(waitUntil));
  return adviceText[action];
}

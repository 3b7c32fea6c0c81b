import type { Recommendation } from "@lamina/shared/irrigation";
import { formatNumber } from "../../ui/format.ts";
import { text } from "./text.ts";

/** The recommendation in one line: `Irrigar hoje: 12,0 mm · 29 %`. The panel's setting is rounded down: never less water. */
export function adviceLine(recommendation: Recommendation | null): string {
  if (!recommendation) return text.advice.nodata;
  const { action, grossMm, percent, waitUntil } = recommendation;
  if (action === "irrigate") {
    const setting = percent === null ? null : `${formatNumber(Math.floor(percent), 0)} %`;
    const depth = grossMm === null ? null : `${formatNumber(grossMm, 1)} mm`;
    return text.advice.irrigate([depth, setting].filter(Boolean).join(" · "));
  }
  if (action === "wait" && waitUntil)
    return text.advice.waitUntil(waitUntil.split("-").reverse().slice(0, 2).join("/"));
  return text.advice[action];
}

import type { Decision } from "@lamina/shared/views/machine-day";
import { adviceText } from "../../../field/advice-text.ts";
import type { Centre } from "../../../field/diagrams/pivot-centre.tsx";
import { formatDepth, formatShortDay } from "../../../ui/format.ts";
import { text } from "../text.ts";

/** The words in the centre of a machine's circle. */
export function centreOf(decision: Decision, clockOf: (moment: string) => string): Centre {
  switch (decision.kind) {
    case "stop":
      return { action: "stopNow" };
    case "run": {
      const { run, endAt } = decision;
      if (decision.isUnderWay) return { action: "running", ...(endAt && { detail: text.until(clockOf(endAt)) }) };
      return {
        action: "irrigate",
        depthMm: run.depthPerPassMm ?? 0,
        passes: run.passes,
        percent: run.percent,
      };
    }
    case "wait": {
      const detail = decision.until
        ? text.until(formatShortDay(decision.until))
        : decision.rainMm && adviceText.waits.rain(formatDepth(decision.rainMm));
      return { action: "wait", ...(detail ? { detail } : {}) };
    }
    case "blocked":
      return { action: decision.by === "contradicted" ? "check" : "nodata" };
    default:
      return { action: "none" };
  }
}

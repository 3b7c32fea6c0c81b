import type { Advice } from "../../../field/advice.ts";
import { adviceText } from "../../../field/advice-text.ts";
import type { Centre } from "../../../field/diagrams/pivot-centre.tsx";
import { formatDepth, formatShortDay } from "../../../ui/format.ts";
import { text } from "../text.ts";

/** What the circle of a machine says in its centre. */
export function centreOf(advice: Advice, clockOf: (moment: string) => string): Centre {
  switch (advice.action) {
    case "irrigate": {
      const { passes, depthPerPassMm, percent } = advice.run;
      return { action: "irrigate", depthMm: depthPerPassMm ?? 0, passes, percent };
    }
    case "running":
      return { action: "running", ...(advice.endAt && { detail: text.until(clockOf(advice.endAt)) }) };
    case "wait": {
      const detail = advice.until
        ? text.until(formatShortDay(advice.until))
        : advice.rainMm && adviceText.waits.rain(formatDepth(advice.rainMm));
      return { action: "wait", ...(detail ? { detail } : {}) };
    }
    default:
      return { action: advice.action };
  }
}

import type { AlertType } from "@lamina/shared/records/alert";

interface Threshold {
  /** The side of the threshold that raises an alert. */
  alarming: "above" | "below";
  /** How far a value must return before an open alert ends, so that a value near the threshold does not alert repeatedly. */
  margin: number;
}

/** Types of alert with a numeric threshold, in the unit of the rule (`unit` of the built-in rule). */
const THRESHOLDS: Partial<Record<AlertType, Threshold>> = {
  "low-pressure": { alarming: "below", margin: 0.1 },
  rain: { alarming: "above", margin: 0 },
  frost: { alarming: "below", margin: 1 },
  "low-humidity": { alarming: "below", margin: 5 },
  wind: { alarming: "above", margin: 5 },
  "device-silent": { alarming: "above", margin: 0 },
  "low-battery": { alarming: "below", margin: 5 },
  permit: { alarming: "above", margin: 0 },
  "permit-ended": { alarming: "above", margin: 0 },
  "balance-diverges": { alarming: "above", margin: 3 },
};

/** Whether a value is beyond the limit or, with an open alert, not yet back by the margin. */
export function isBeyond(type: AlertType, value: number, limit: number, open: boolean): boolean {
  const threshold = THRESHOLDS[type];
  if (threshold === undefined) return true;
  const margin = open ? threshold.margin : 0;
  return threshold.alarming === "above" ? value >= limit - margin : value <= limit + margin;
}

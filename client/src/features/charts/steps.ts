import { daysBetween } from "@lamina/shared/core/farm-time";
import type { SectionChild } from "../../core/navigation/sections.ts";
import type { ChartStep } from "../../ui/chart/model/model.ts";
import type { PeriodRange } from "../../ui/period/period.ts";

export type Subject = SectionChild<"charts">;
export type Step = ChartStep;

/** Rain in single readings has no meaning, nor the other subjects by month. */
const STEPS: Readonly<Record<"rain" | "other", readonly Step[]>> = {
  rain: ["hour", "day", "month"],
  other: ["raw", "hour", "day"],
};
/** Above this many days a step has more points than a user can see. */
const LONGEST_DAYS: Readonly<Record<Step, number>> = { raw: 35, hour: 400, day: 4000, month: 4000 };
/** Up to this many days a step is the default. */
const SUGGESTED_DAYS = {
  rain: { raw: 0, hour: 8, day: 400, month: 4000 },
  other: { raw: 8, hour: 62, day: 4000, month: 4000 },
} as const;

const kindOf = (subject: Subject) => (subject === "pluviometry" ? "rain" : "other");
const daysOf = ({ firstDay, lastDay }: PeriodRange) => daysBetween(firstDay, lastDay) + 1;

/** The steps that are offered for a subject and a period. */
export function stepsFor(subject: Subject, range: PeriodRange): Step[] {
  return STEPS[kindOf(subject)].filter((step) => daysOf(range) <= LONGEST_DAYS[step]);
}

/** The requested step if it is offered, otherwise the default of the period. */
export function stepFor(subject: Subject, range: PeriodRange, requestedStep: Step | null): Step {
  const kind = kindOf(subject);
  const possible = stepsFor(subject, range);
  if (requestedStep !== null && possible.includes(requestedStep)) return requestedStep;
  return possible.find((step) => daysOf(range) <= SUGGESTED_DAYS[kind][step]) ?? "day";
}

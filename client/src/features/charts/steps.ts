import { daysBetween } from "@lamina/shared/core/farm-time";
import type { SectionChild } from "../../core/navigation/sections.ts";
import type { ChartStep } from "../../ui/chart/model/model.ts";
import type { PeriodRange } from "../../ui/period/period.ts";

export type Subject = SectionChild<"charts">;
export type Step = ChartStep;

/** Rain has no meaning by the reading, and the others none by the month. */
const STEPS: Readonly<Record<"rain" | "other", readonly Step[]>> = {
  rain: ["hour", "day", "month"],
  other: ["raw", "hour", "day"],
};
/** Longer periods than so many days hold more points of a step than anybody sees. */
const LONGEST_DAYS: Readonly<Record<Step, number>> = { raw: 35, hour: 400, day: 4000, month: 4000 };
/** Up to so many days, a finer step is shown unless told otherwise. */
const SUGGESTED_DAYS = {
  rain: { raw: 0, hour: 8, day: 400, month: 4000 },
  other: { raw: 8, hour: 62, day: 4000, month: 4000 },
} as const;

const kindOf = (subject: Subject) => (subject === "pluviometry" ? "rain" : "other");
const daysOf = ({ firstDay, lastDay }: PeriodRange) => daysBetween(firstDay, lastDay) + 1;

/** The steps in which a subject can be looked at over a period. */
export function stepsFor(subject: Subject, range: PeriodRange): Step[] {
  return STEPS[kindOf(subject)].filter((step) => daysOf(range) <= LONGEST_DAYS[step]);
}

/** The step that was asked for where it can be had, else the one that suits the period. */
export function stepFor(subject: Subject, range: PeriodRange, asked: Step | null): Step {
  const kind = kindOf(subject);
  const possible = stepsFor(subject, range);
  if (asked !== null && possible.includes(asked)) return asked;
  return possible.find((step) => daysOf(range) <= SUGGESTED_DAYS[kind][step]) ?? "day";
}

import type { PlanChoice } from "@lamina/shared/records/day-plan";

/** The choices with one more; those of a machine add up. */
export function withChoice(choices: readonly PlanChoice[], choice: PlanChoice): PlanChoice[] {
  const before = choices.find(({ pivotId }) => pivotId === choice.pivotId);
  return [...choices.filter((other) => other !== before), { ...before, ...choice }];
}

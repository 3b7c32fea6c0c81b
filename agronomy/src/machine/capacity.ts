import { dailyCapacity } from "./pivot.ts";

interface CapacityInput {
  flowM3h: number;
  areaHa: number;
  /** Hours of a day in which pumping is allowed. */
  hoursDay: number;
  efficiencyPct: number;
}

/** Net depth in mm/d that a system can apply to its whole area in its allowed hours. */
export function netCapacity({ flowM3h, areaHa, hoursDay, efficiencyPct }: CapacityInput): number {
  return (dailyCapacity(flowM3h, areaHa, hoursDay) * efficiencyPct) / 100;
}

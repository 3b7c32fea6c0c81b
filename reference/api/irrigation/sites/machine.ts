import type { IrrigationMachine } from "@lamina/agronomy/machine/application";
import { hasPanel, passLimit, systemArea, systemDepthAt100, timeAt100 } from "@lamina/agronomy/machine/system";
import type { soils } from "../../schema/farms.ts";
import type { CalibratedPivot } from "./calibrations.ts";

/** The system as input of the recommendation, on a soil; `areaHa` is the given area (of a sector or of the whole). */
export function machineOf(
  pivot: CalibratedPivot,
  areaHa = systemArea(pivot),
  soil?: Pick<typeof soils.$inferSelect, "infiltrationMmH">,
): IrrigationMachine {
  const limit = passLimit(pivot, soil?.infiltrationMmH);
  return {
    areaHa,
    flowM3h: pivot.flowM3h,
    efficiencyPct: pivot.efficiencyPct,
    maxHoursDay: pivot.maxHoursDay,
    pumpKw: pivot.pumpKw ?? 0,
    ...(pivot.groundPart !== undefined && { groundPart: pivot.groundPart }),
    ...(Number.isFinite(limit) && { passLimitMm: limit }),
    ...(hasPanel(pivot) && { panel: { ...panelOf(pivot), part: Math.min(1, areaHa / systemArea(pivot)) } }),
  };
}

/** Gross depth (mm) and time (h) of a revolution at 100 %: as given, else from geometry, speed and flow. */
export function panelOf(pivot: CalibratedPivot): NonNullable<IrrigationMachine["panel"]> {
  return { time100H: timeAt100(pivot), depth100Mm: systemDepthAt100(pivot), minPercent: pivot.minPercent };
}

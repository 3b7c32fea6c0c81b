import type { IrrigationMachine } from "@lamina/agronomy/machine/application";
import { groundFlow } from "@lamina/agronomy/machine/calibration";
import { depthAt, netDepth, percentFor, volumeOf } from "@lamina/agronomy/machine/pivot";

/** The amount of a watering as a person gave it: one of the three. */
interface GivenApplication {
  grossMm?: number | undefined;
  percent?: number | undefined;
  hours?: number | undefined;
}

export interface Application {
  grossMm: number;
  netMm: number;
  /** Panel setting of the revolution; null for systems without a panel. */
  percent: number | null;
  hours: number;
  volumeM3: number;
}

/**
 * All values of an application from the given one. Depths in mm, hours for the area's share. The gross depth takes
 * precedence over the panel setting, and the setting over the hours. Undefined when none is given.
 */
export function applicationOf(amount: GivenApplication, machine: IrrigationMachine): Application | undefined {
  const grossMm = grossDepthOf(amount, machine);
  if (grossMm === undefined) return undefined;
  const volumeM3 = volumeOf(grossMm, machine.areaHa) / (machine.groundPart ?? 1);
  return {
    grossMm,
    netMm: netDepth(grossMm, machine.efficiencyPct),
    percent: machine.panel ? (amount.percent ?? percentFor(grossMm, machine.panel.depth100Mm)) : null,
    hours: amount.hours ?? volumeM3 / machine.flowM3h,
    volumeM3,
  };
}

function grossDepthOf({ grossMm, percent, hours }: GivenApplication, machine: IrrigationMachine): number | undefined {
  if (grossMm !== undefined) return grossMm;
  if (percent !== undefined && machine.panel) return depthAt(percent, machine.panel.depth100Mm);
  if (hours !== undefined) return (groundFlow(machine) * hours) / volumeOf(1, machine.areaHa);
  return undefined;
}

import type { IrrigationMachine } from "@lamina/agronomy/machine/application";
import { depthAt, netDepth, percentFor, volumeOf } from "@lamina/agronomy/machine/pivot";

/** What a person wrote of a watering: one of the three. */
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
 * The whole of an application from what is known of it. Depths in mm, hours of the part that the area takes.
 * The gross depth wins over the panel setting and that over the hours. Undefined when none is given.
 */
export function applicationOf(given: GivenApplication, machine: IrrigationMachine): Application | undefined {
  const grossMm = grossDepthOf(given, machine);
  if (grossMm === undefined) return undefined;
  const volumeM3 = volumeOf(grossMm, machine.areaHa);
  return {
    grossMm,
    netMm: netDepth(grossMm, machine.efficiencyPct),
    percent: machine.panel ? (given.percent ?? percentFor(grossMm, machine.panel.depth100Mm)) : null,
    hours: given.hours ?? volumeM3 / machine.flowM3h,
    volumeM3,
  };
}

function grossDepthOf({ grossMm, percent, hours }: GivenApplication, machine: IrrigationMachine): number | undefined {
  if (grossMm !== undefined) return grossMm;
  if (percent !== undefined && machine.panel) return depthAt(percent, machine.panel.depth100Mm);
  if (hours !== undefined) return (machine.flowM3h * hours) / volumeOf(1, machine.areaHa);
  return undefined;
}

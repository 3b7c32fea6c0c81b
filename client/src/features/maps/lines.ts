import { formatAge, formatNumber } from "../../ui/format.ts";
import { isBatteryLow, type MapDevice, type MapPivot, type SectorPlace } from "./places.ts";
import { text } from "./text.ts";

/** The arm's state from the panel, and its age: `Braço a 214°, com água · há 2 min`. */
export function armLine({ status }: Pick<MapPivot, "status">, now: number): string {
  if (!status) return text.armUnknown;
  const state = !status.running ? "stopped" : status.wet ? "wet" : "dry";
  const arm = text.arm(`${formatNumber(status.angleDeg, 0)}°`, text.armState[state]);
  return `${arm} · ${formatAge(status.date, now)}`;
}

/** The charge of a battery, marked when it is low. */
export function batteryLine(device: Pick<MapDevice, "batteryPct">): string {
  const percent = `${formatNumber(device.batteryPct, 0)} %`;
  return isBatteryLow(device) ? text.lowBattery(percent) : text.battery(percent);
}

/** The water of a day of the past: `irrigou 12,1 mm`. */
export function appliedWords(sectors: readonly Pick<SectorPlace, "appliedMm">[]): string {
  const mm = Math.max(0, ...sectors.map(({ appliedMm }) => appliedMm ?? 0));
  return mm > 0 ? text.applied(`${formatNumber(mm, 1)} mm`) : text.notApplied;
}

import { formatAge, formatNumber } from "../../ui/format.ts";
import { isBatteryLow, type MapDevice, type MapPivot } from "./places.ts";
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

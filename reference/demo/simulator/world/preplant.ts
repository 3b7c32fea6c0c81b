import { volumeOf } from "@lamina/agronomy/machine/pivot";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { REST_HOUR } from "./farmer.ts";
import type { SystemLayout } from "./layout.ts";
import type { Application } from "./machine.ts";

/**
 * The irrigation before a sector's planting: it ends when the machines begin their rest on the day before, and takes as
 * many days as the pump needs within its daily hours.
 * @param midnight the beginning of the day of planting, ms
 */
export function preplantApplications(
  { sector, machine, areaHa }: SystemLayout["sites"][number],
  grossMm: number,
  midnight: number,
): (Application & { reason: "preplant" })[] {
  const hours = volumeOf(grossMm, areaHa) / machine.flowM3h;
  const days = Math.ceil(hours / machine.maxHoursDay);
  const lastEnd = midnight - (24 - REST_HOUR) * HOUR_MS;
  return Array.from({ length: days }, (_, day) => {
    const end = lastEnd - (days - 1 - day) * DAY_MS;
    return {
      sectorId: sector._id,
      grossMm: grossMm / days,
      percent: null,
      isSecret: false,
      start: end - (hours / days) * HOUR_MS,
      end,
      reason: "preplant",
    };
  });
}

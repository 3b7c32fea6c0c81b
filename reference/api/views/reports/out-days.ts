import { addDays, type FarmDay, farmDay, farmDayRange, farmDays } from "@lamina/shared/core/farm-time";
import type { OutOfServiceReason } from "@lamina/shared/records/machine/out-of-service";
import type { MachineOut } from "@lamina/shared/views/machine-day";
import type { Database } from "../../core/database/open.ts";
import { loadOutagesBetween } from "../../irrigation/sites/out-of-service.ts";
import type { ReportSector } from "./management-store.ts";

/** The times out of service of a machine in a period, and the reason of each farm-day that they touch. */
export interface MachineOutages {
  outages: readonly MachineOut[];
  days: ReadonlyMap<FarmDay, OutOfServiceReason>;
}

/** By system, of the systems of some sectors; a system without any is missing. */
export async function outagesOf(
  database: Database,
  sectors: readonly ReportSector[],
  from: FarmDay,
  to: FarmDay,
): Promise<ReadonlyMap<string, MachineOutages>> {
  const zones = new Map(sectors.map(({ pivot, farm }) => [pivot._id, farm.timezone]));
  // A day wider on both sides, because the days of farms begin at other moments than those of UTC.
  const [start, end] = [addDays(from, -1), addDays(to, 2)].map((day) => new Date(`${day}T00:00:00Z`));
  if (!start || !end) return new Map();
  const loaded = await loadOutagesBetween(database, zones.keys(), { from: start, to: end });
  return new Map(
    [...loaded].flatMap(([pivotId, all]) => {
      const zone = zones.get(pivotId) ?? "UTC";
      const period = farmDayRange(from, to, zone);
      const outages = all.filter(
        (out) => Date.parse(out.from) < period.to && (out.until === null || Date.parse(out.until) > period.from),
      );
      const days = outages.flatMap(({ reason, from: began, until }) => {
        const first = farmDay(Math.max(Date.parse(began), period.from), zone);
        // The end is the first moment in service again.
        const last = farmDay((until === null ? period.to : Math.min(Date.parse(until), period.to)) - 1, zone);
        return farmDays(first, last).map((day) => [day, reason] as const);
      });
      return days.length > 0 ? [[pivotId, { outages, days: new Map(days) }] as const] : [];
    }),
  );
}

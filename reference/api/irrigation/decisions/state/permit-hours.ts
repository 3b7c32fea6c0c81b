import { driestPartOf } from "@lamina/agronomy/machine/calibration";
import type { FarmDay } from "@lamina/shared/core/farm-time";
import { and, isNotNull } from "drizzle-orm";
import { anyOf } from "../../../core/database/arrays.ts";
import type { Database } from "../../../core/database/open.ts";
import type { ClientSettings } from "../../../farms/settings/service.ts";
import { waterPermits } from "../../../schema/farms.ts";
import type { SectorContext } from "../../sites/sectors.ts";

/** Hours of a day that the permits of a system allow on a day; infinite without a limit. */
type PermitHours = (pivot: SectorContext["pivot"], today: FarmDay) => number;

/** The hours of a day by the valid permits of some farms. A permit without systems covers its farm. */
export async function loadPermitHours(database: Database, farmIds: readonly string[]): Promise<PermitHours> {
  const { farmId, pivotIds, hoursDay, validUntil, active } = waterPermits;
  const rows = await database
    .select({ farmId, pivotIds, hoursDay, validUntil })
    .from(waterPermits)
    .where(and(anyOf(farmId, farmIds), active, isNotNull(hoursDay)));
  return (pivot, today) =>
    rows
      .filter((permit) => permit.validUntil === null || permit.validUntil >= today)
      .filter((permit) =>
        permit.pivotIds.length > 0 ? permit.pivotIds.includes(pivot._id) : permit.farmId === pivot.farmId,
      )
      .reduce((least, permit) => Math.min(least, permit.hoursDay ?? least), Number.POSITIVE_INFINITY);
}

/**
 * A sector under its client's limits: the maximum of passes, the minimum depth, and the hours that its permits allow on
 * a day; and the uniformity that the client counts.
 */
export function withinRules(
  site: SectorContext,
  { advice: { mostPasses, leastMm, leastDripMm, driestQuarter } }: ClientSettings,
  permitHours: PermitHours,
  day: FarmDay,
): SectorContext {
  const ofPermits = permitHours(site.pivot, day);
  const isHeldByPermit = ofPermits < site.machine.maxHoursDay;
  const maxHoursDay = Math.min(site.machine.maxHoursDay, ofPermits);
  const least = site.pivot.kind === "drip" ? leastDripMm : leastMm;
  const driest = driestQuarter ? driestPartOf(site.pivot) : undefined;
  const limits = {
    maxHoursDay,
    isHeldByPermit,
    mostPasses,
    leastMm: least,
    ...(driest !== undefined && { driestPart: driest }),
  };
  return { ...site, machine: { ...site.machine, ...limits } };
}

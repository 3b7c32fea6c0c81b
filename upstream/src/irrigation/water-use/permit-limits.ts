import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { inArray } from "drizzle-orm";
import { farms, pivots } from "../../schema/farms.ts";
import type { FarmPermit } from "../decisions/plan/day-plan.ts";
import { hoursOf, permitsUse, pumpingBetween, type UseSources } from "./service.ts";

/** The remaining limits of some farms' permits: volume and days of this month, hours of today, flow, validity. */
export async function permitLimits(sources: UseSources, farmIds: readonly string[], now: Date): Promise<FarmPermit[]> {
  const owners = await sources.database
    .select({ clientId: farms.clientId })
    .from(farms)
    .where(inArray(farms._id, [...farmIds]));
  const scope = { clientIds: [...new Set(owners.map(({ clientId }) => clientId))], farmIds };
  const from = `${farmDay(now.getTime() - DAY_MS, "UTC").slice(0, 7)}-01`;
  const pumping = await pumpingBetween(sources, scope, { from, to: addDays(farmDay(now.getTime(), "UTC"), 1) }, now);
  const permits = await permitsUse(sources.database, scope, pumping, now);
  if (permits.length === 0) return [];
  const systems = await sources.database
    .select({ _id: pivots._id, farmId: pivots.farmId })
    .from(pivots)
    .where(inArray(pivots.farmId, [...farmIds]));
  return permits.map(({ permit, farm, today, months }) => {
    const use = months.find(({ month }) => month === today.slice(0, 7));
    const named =
      permit.pivotIds.length > 0
        ? permit.pivotIds
        : systems.filter(({ farmId }) => farmId === farm._id).map(({ _id }) => _id);
    const ofToday = pumping.filter(({ pivotId, day }) => day === today && named.includes(pivotId));
    return {
      id: permit._id,
      farmId: farm._id,
      pivotIds: named,
      ...(permit.m3hMax !== null && { m3h: permit.m3hMax }),
      ...(permit.hoursDay !== null && {
        hoursDay: permit.hoursDay,
        hoursUsedToday: Math.max(0, ...ofToday.map(hoursOf)),
      }),
      ...(permit.m3Month > 0 && { m3Left: Math.max(0, permit.m3Month - (use?.usedM3 ?? 0)) }),
      ...(permit.daysMonth !== null && {
        daysLeft: permit.daysMonth - (use?.daysUsed ?? 0),
        isUsedToday: ofToday.length > 0,
      }),
      ...(permit.validUntil !== null && permit.validUntil < today && { isExpired: true }),
    };
  });
}

import { PLAN_DAYS } from "@lamina/agronomy/plan/plan-model";
import { addDays, daysBetween, type FarmDay, farmDay, farmDays } from "@lamina/shared/core/farm-time";
import { DAY_MINUTES, DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import { farms, pivots } from "../../schema/farms.ts";
import type { FarmPermit } from "../decisions/plan/day-plan.ts";
import type { DrawLimits, RunningSpan } from "../decisions/plan/plans.ts";
import { unionHours } from "./permit-use.ts";
import { type Pumping, pumpingOf } from "./pumping.ts";
import { loadPermits, type OwnPermit, pumpingBetween, type UseSources, useOf } from "./service.ts";

/**
 * The remaining limits of some farms' permits: volume and days of the month, and of the next one if it begins within the
 * plan, hours of the day, flow, validity; and the hours of the day of each system. `running`: runs in progress, by system,
 * which are no waterings yet. `permits` counts them, for the first day of the plan (`days`, by farm; today by default);
 * `recorded` is for today, without them.
 */
export async function permitLimits(
  sources: UseSources,
  farmIds: readonly string[],
  now: Date,
  running: ReadonlyMap<string, RunningSpan> = new Map(),
  days: ReadonlyMap<string, FarmDay> = new Map(),
): Promise<DrawLimits> {
  const owners = await sources.database
    .select({ clientId: farms.clientId })
    .from(farms)
    .where(anyOf(farms._id, farmIds));
  const scope = { clientIds: [...new Set(owners.map(({ clientId }) => clientId))], farmIds };
  const from = `${farmDay(now.getTime() - DAY_MS, "UTC").slice(0, 7)}-01`;
  const known = await pumpingBetween(sources, scope, { from, to: addDays(farmDay(now.getTime(), "UTC"), 1) }, now);
  const systems = await sources.database
    .select({ _id: pivots._id, farmId: pivots.farmId, flowM3h: pivots.flowM3h, timezone: farms.timezone })
    .from(pivots)
    .innerJoin(farms, eq(farms._id, pivots.farmId))
    .where(anyOf(pivots.farmId, farmIds));
  const pumping = [...known, ...pumpedBy(systems, known, running)];
  const permits = await loadPermits(sources.database, scope);
  const bySystem = Map.groupBy(known, ({ pivotId }) => pivotId);
  const ofDay = ({ _id, farmId, timezone }: (typeof systems)[number]) => {
    const planDay = days.get(farmId) ?? farmDay(now.getTime(), timezone);
    return (bySystem.get(_id) ?? []).filter(({ day }) => day === planDay);
  };
  const hoursToday = new Map(systems.map((system) => [system._id, unionHours(ofDay(system))] as const));
  return {
    permits: permits.map((permit) => limitsOf(permit, pumping, now, days.get(permit.farm._id))),
    recorded: permits.map((permit) => limitsOf(permit, known, now)),
    hoursToday,
  };
}

function limitsOf(own: OwnPermit, pumping: readonly Pumping[], now: Date, planDay?: FarmDay): FarmPermit {
  const { permit, farm, today, months } = useOf(own, pumping, now);
  const day = planDay ?? today;
  const ofDay = pumping.filter((one) => one.day === day && own.pivotIds.has(one.pivotId));
  const leftIn = (month: string) => {
    const use = months.find((one) => one.month === month);
    return {
      ...(permit.m3Month > 0 && { m3Left: Math.max(0, permit.m3Month - (use?.usedM3 ?? 0)) }),
      ...(permit.daysMonth !== null && { daysLeft: permit.daysMonth - (use?.daysUsed ?? 0) }),
    };
  };
  const inDays = farmDays(day, addDays(day, PLAN_DAYS)).findIndex((one) => one.slice(0, 7) !== day.slice(0, 7));
  return {
    id: permit._id,
    farmId: farm._id,
    pivotIds: [...own.pivotIds],
    ...(permit.m3hMax !== null && { m3h: permit.m3hMax }),
    ...(permit.hoursDay !== null && { hoursDay: permit.hoursDay, hoursUsedToday: unionHours(ofDay) }),
    ...leftIn(day.slice(0, 7)),
    ...(permit.daysMonth !== null && { isUsedToday: ofDay.length > 0 }),
    ...(inDays > 0 && {
      nextMonth: { startMinute: inDays * DAY_MINUTES, ...leftIn(addDays(day, inDays).slice(0, 7)) },
    }),
    ...(permit.validUntil !== null && {
      isExpired: permit.validUntil < day,
      endsMinute: (daysBetween(day, permit.validUntil) + 1) * DAY_MINUTES,
    }),
  };
}

/** The water of runs in progress, by nominal flow; of a system with a flow meter it is known already. */
function pumpedBy(
  systems: readonly { _id: string; flowM3h: number; timezone: string }[],
  known: readonly Pumping[],
  running: ReadonlyMap<string, RunningSpan>,
): Pumping[] {
  const metered = new Set(known.filter(({ by }) => by === "meter").map(({ pivotId }) => pivotId));
  return pumpingOf(
    systems.flatMap(({ _id: pivotId, flowM3h, timezone }) => {
      const span = running.get(pivotId);
      if (span === undefined || metered.has(pivotId) || span.to <= span.from) return [];
      const hours = (span.to - span.from) / HOUR_MS;
      const [start, end] = [new Date(span.from), new Date(span.to)];
      return [{ pivotId, timezone, start, end, hours, volumeM3: hours * flowM3h, flowM3h, by: "hours" as const }];
    }),
  );
}

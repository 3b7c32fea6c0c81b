import { PLAN_DAYS } from "@lamina/agronomy/plan/plan-model";
import { addDays, daysBetween, type FarmDay, farmDay, farmDays } from "@lamina/shared/core/farm-time";
import { DAY_MINUTES, HOUR_MS } from "@lamina/shared/core/time";
import type { FarmPermit } from "../decisions/plan/plan-question.ts";
import type { DrawLimits, RunningSpan } from "../decisions/plan/plans.ts";
import type { MonthUse, MonthUses, SummedPermit } from "./month-use.ts";
import { monthSums, unionHours } from "./permit-use.ts";
import { type Pumping, pumpingOf } from "./pumping.ts";
import { pumpedUnder } from "./service.ts";

/**
 * The remaining limits of some farms' permits: volume and days of the month, and of the next one if it begins within the
 * plan, hours of the day, flow, validity; and the hours of the day of each system. `owners`: the client of each farm.
 * `running`: runs in progress, by system, which are no waterings yet. `permits` counts them, for the first day of the plan
 * (`days`, by farm; today by default); `recorded` is for today, without them.
 */
export async function permitLimits(
  monthUses: Pick<MonthUses, "of">,
  owners: ReadonlyMap<string, string>,
  now: Date,
  running: ReadonlyMap<string, RunningSpan> = new Map(),
  days: ReadonlyMap<string, FarmDay> = new Map(),
): Promise<DrawLimits> {
  const uses = await Promise.all([...new Set(owners.values())].map((clientId) => monthUses.of(clientId, now)));
  const permits = uses.flatMap((use) => {
    const ran = pumpedBy(use, running);
    return use.permits
      .filter(({ farm }) => owners.has(farm._id))
      .map((permit) => ({ permit, isOfPlan: withRuns(permit, pumpedUnder(permit, ran)) }));
  });
  const hoursToday = uses.flatMap(({ systems, pumping }) =>
    systems
      .filter(({ farmId }) => owners.has(farmId))
      .map(({ _id, farmId, timezone }) => {
        const planDay = days.get(farmId) ?? farmDay(now.getTime(), timezone);
        return [_id, unionHours((pumping.get(_id) ?? []).filter(({ day }) => day === planDay))] as const;
      }),
  );
  const today = ({ farm }: SummedPermit) => farmDay(now.getTime(), farm.timezone);
  return {
    permits: permits.map(({ isOfPlan }) => limitsOf(isOfPlan, days.get(isOfPlan.farm._id) ?? today(isOfPlan))),
    recorded: permits.map(({ permit }) => limitsOf(permit, today(permit))),
    hoursToday: new Map(hoursToday),
  };
}

/** A permit with the water of runs in progress. */
function withRuns(permit: SummedPermit, ran: readonly Pumping[]): SummedPermit {
  if (ran.length === 0) return permit;
  const pumping = [...permit.pumping, ...ran];
  return { ...permit, pumping, months: monthSums(pumping) };
}

function limitsOf({ permit, farm, pivotIds, pumping, months }: SummedPermit, day: FarmDay): FarmPermit {
  const ofDay = pumping.filter((one) => one.day === day);
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
    pivotIds: [...pivotIds],
    ...(permit.m3Month > 0 && { m3Month: permit.m3Month }),
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
function pumpedBy({ systems, pumping }: MonthUse, running: ReadonlyMap<string, RunningSpan>): Pumping[] {
  return pumpingOf(
    systems.flatMap(({ _id: pivotId, flowM3h, timezone }) => {
      const span = running.get(pivotId);
      const isMetered = pumping.get(pivotId)?.some(({ by }) => by === "meter");
      if (span === undefined || isMetered || span.to <= span.from) return [];
      const hours = (span.to - span.from) / HOUR_MS;
      const [start, end] = [new Date(span.from), new Date(span.to)];
      return [{ pivotId, timezone, start, end, hours, volumeM3: hours * flowM3h, flowM3h, by: "hours" as const }];
    }),
  );
}

import { DAY_MINUTES } from "@lamina/shared/core/time";
import { hoursWithin, permitMonths } from "./permit-months.ts";
import { type PermitLimit, type PlanJob, type PlanProblem, type RunOption, SLOT_HOURS } from "./plan-model.ts";

/** A reason for a placement, as data. `value` may be the id of another machine or of a permit. */
interface PlacementReason {
  key: string;
  value: number | string;
  unit: string;
}

export interface Placement {
  id: string;
  /** Rank by time to stress, from 1. */
  order: number;
  isUnderWay: boolean;
  /** null: not within the plan. */
  startMinute: number | null;
  /** The end of all passes; hours beyond the plan continue at the rate within it. */
  endMinute: number | null;
  pauses: { startMinute: number; endMinute: number }[];
  hoursToday: number;
  hoursLeft: number;
  /** When it continues after today's part; null when it ends today. */
  continuesMinute: number | null;
  energyKwh: number;
  costBrl: number | null;
  /** Of the whole run; hours beyond the plan cost the average of its hours. */
  totalCostBrl: number | null;
  /** Lost yield within the plan, R$. */
  lossBrl: number;
  reasons: PlacementReason[];
}

/** A part of an hour this small is rounding. */
const NEGLIGIBLE_HOURS = 1e-6;

interface PlacedRun {
  order: number;
  run: RunOption | null;
  /** Its cheapest run without other machines. */
  ideal: RunOption | null;
  problem: PlanProblem;
  others: readonly { job: PlanJob; run: RunOption }[];
  /** The limit that the job exceeds even when it runs alone. */
  exceeded: string | null;
  /** The limit of a permit that reduced its hours. */
  cutBy: PermitCut | null;
  /** Why it cannot run before the next month. */
  monthUsed: MonthReason | null;
}

/** A limit of a permit that leaves only a part of a run: volume of the month, days of the month, validity. */
export type PermitCut = "permitVolume" | "permitDaysLeft" | "permitEnds";

/** The placement of a machine in the plan, with its reasons. */
export function describeRun(job: PlanJob, placed: PlacedRun): Placement {
  const { order, run, problem, exceeded, cutBy, monthUsed } = placed;
  const from = problem.slots[0]?.startMinute ?? 0;
  const used = (run?.slots ?? []).flatMap((index) => problem.slots[index] ?? []);
  const isToday = ({ endMinute }: Slot) => endMinute <= from + DAY_MINUTES;
  const today = used.filter(isToday);
  const hoursToday = Math.min(job.hours, hoursOf(today));
  const first = used[0];
  const last = used.at(-1);
  const unusedHours = Math.max(0, hoursOf(used) - job.hours);
  const plannedEnd = last ? last.endMinute - unusedHours * 60 : null;
  const plannedHours = Math.min(job.hours, hoursOf(used));
  // A run that is longer than the plan rests after its last slot, and its rest is taken at the rate of what was placed.
  const unplannedHours = job.hours - plannedHours;
  const isLonger = unplannedHours > NEGLIGIBLE_HOURS && plannedHours > 0;
  const stretch = isLonger ? job.hours / plannedHours : 1;
  const planEnd = problem.slots.at(-1)?.endMinute ?? from;
  const startsLater = first !== undefined && !isToday(first);
  const endMinute =
    first && plannedEnd !== null && isLonger
      ? Math.max(first.startMinute + (plannedEnd - first.startMinute) * stretch, planEnd + unplannedHours * 60)
      : plannedEnd;
  const plannedCost = costOf(job, used, plannedHours, problem.waterBrlM3);
  const isHeld = isHeldByHours(job, used, startsLater);
  const reasons: PlacementReason[] = [
    { key: "order", value: order, unit: "" },
    ...(job.isUnderWay
      ? [{ key: "underWay", value: job.hours, unit: "h" }]
      : [{ key: "hoursToCritical", value: job.hoursToCritical, unit: "h" }]),
    ...[...new Set(today.map(({ kind }) => kind))].map((kind) => ({ key: "tariff", value: kind, unit: "" })),
    ...blockersOf(job, placed).map((id) => ({ key: "waitsFor", value: id, unit: "" })),
  ];
  const out = run === null || startsLater ? outNow(job, problem.slots) : undefined;
  if (out) reasons.push({ key: "outOfService", value: out.untilMinute ?? "", unit: out.untilMinute ? "min" : "" });
  if (exceeded !== null && exceeded !== "outOfService")
    reasons.push({ key: exceeded, value: job.flowM3h, unit: "m3/h" });
  else if (run === null && !isHeld && !out) reasons.push({ key: "noRoom", value: job.hours, unit: "h" });
  if (monthUsed !== null && exceeded === null) reasons.push({ key: monthUsed, value: job.flowM3h, unit: "m3/h" });
  const ofMonth = monthPart(job, used);
  if (ofMonth > 0) reasons.push({ key: "permitMonth", value: ofMonth * job.flowM3h, unit: "m3" });
  // A run that a limit prevents is not cut by it too.
  if (cutBy !== null && exceeded === null) reasons.push({ key: cutBy, value: job.hours * job.flowM3h, unit: "m3" });
  if (isHeld && exceeded === null) reasons.push({ key: "permitHours", value: job.permitHoursDay ?? 0, unit: "h" });
  const lateHours = endMinute === null ? 0 : (endMinute - from) / 60 - job.hoursToCritical;
  if (!job.isUnderWay && lateHours > NEGLIGIBLE_HOURS) reasons.push({ key: "late", value: lateHours, unit: "h" });
  const lossBrl = lossOf(job, run, problem);
  // Without a run no water arrives, so the loss is that of all days of the plan.
  if (lossBrl >= 1) reasons.push({ key: run === null ? "lossUnwatered" : "lossBrl", value: lossBrl, unit: "R$" });
  const next = used[today.length];
  const hoursLeft = Math.max(0, job.hours - hoursToday);
  if (startsLater) reasons.push({ key: "startsLater", value: first.startMinute, unit: "min" });
  else if (run !== null && hoursLeft > NEGLIGIBLE_HOURS)
    reasons.push({ key: "continuesTomorrow", value: hoursLeft, unit: "h" });
  return {
    id: job.id,
    order,
    isUnderWay: job.isUnderWay ?? false,
    startMinute: first?.startMinute ?? null,
    endMinute,
    pauses: pausesOf(isLonger ? [...used, { startMinute: planEnd, endMinute: planEnd }] : used),
    hoursToday,
    hoursLeft,
    continuesMinute: today.length > 0 && hoursLeft > NEGLIGIBLE_HOURS ? (next?.startMinute ?? null) : null,
    energyKwh: hoursToday * job.pumpKw,
    costBrl: costOf(job, today, hoursToday, problem.waterBrlM3),
    totalCostBrl: plannedCost === null ? null : plannedCost * stretch,
    lossBrl,
    reasons,
  };
}

/** Hours of a run in a month of which a permit leaves no more, so that it rests until the next one; 0 else. */
function monthPart({ permitMonths = [] }: PlanJob, used: readonly Slot[]): number {
  const months = permitMonths.filter(({ toMinute }) => Number.isFinite(toMinute));
  const parts = months.map((month) => {
    const inMonth = used.filter((slot) => hoursWithin(month, slot) > 0);
    const [last, next] = [inMonth.at(-1), used[inMonth.length]];
    if (!last || !next || next.startMinute <= last.endMinute) return 0;
    const hours = inMonth.reduce((sum, slot) => sum + hoursWithin(month, slot), 0);
    const days = new Set([...month.usedDays, ...inMonth.map(({ day }) => day)]);
    return hours + SLOT_HOURS > month.hoursLeft || days.size >= month.daysLeft ? hours : 0;
  });
  return Math.max(0, ...parts);
}

type PermitReason = "permitExpired" | "permitFlow" | "permitDays" | "permitUsedUp";

/** Why permits leave a machine no run today, also where it asks for none; null when they leave it one. */
export function permitStop(flowM3h: number, permits: readonly PermitLimit[]): PermitReason | "permitHours" | null {
  const stops = permits.flatMap(
    (permit) => lastingReason({ flowM3h }, permit) ?? monthReason({ flowM3h }, permit) ?? [],
  );
  if (stops[0]) return stops[0];
  return permits.some(({ hoursDay }) => hoursDay !== undefined && hoursDay < SLOT_HOURS) ? "permitHours" : null;
}

/** Why a permit prevents a machine from running in any month. */
function lastingReason({ flowM3h }: Pick<PlanJob, "flowM3h">, permit: PermitLimit): PermitReason | null {
  if (permit.isExpired) return "permitExpired";
  return flowM3h > (permit.m3h ?? Number.POSITIVE_INFINITY) ? "permitFlow" : null;
}

/** Why a permit prevents a job from running; null when it does not. */
export function permitReason(job: PlanJob, permit: PermitLimit): PermitReason | null {
  const lasting = lastingReason(job, permit);
  if (lasting) return lasting;
  return permitMonths(permit).every((_, index) => monthReason(job, permit, index) !== null)
    ? monthReason(job, permit)
    : null;
}

export type MonthReason = "permitDays" | "permitUsedUp";

/** Why a permit leaves a job nothing of a month of the plan, by default of the first one. */
export function monthReason({ flowM3h }: Pick<PlanJob, "flowM3h">, permit: PermitLimit, index = 0): MonthReason | null {
  const month = permitMonths(permit)[index];
  if (month === undefined) return null;
  if (month.daysLeft <= 0 && !(index === 0 && permit.isUsedToday)) return "permitDays";
  return month.m3Left < flowM3h * SLOT_HOURS ? "permitUsedUp" : null;
}

type Slot = PlanProblem["slots"][number];

/** The longest of the times out of service at the first slot in which a run may begin. */
function outNow({ outOfService = [] }: PlanJob, slots: readonly Slot[]) {
  const endOf = ({ untilMinute = Number.POSITIVE_INFINITY }: (typeof outOfService)[number]) => untilMinute;
  const first = slots.find(({ isPast }) => !isPast);
  return outOfService
    .filter((one) => first && one.fromMinute < first.endMinute && endOf(one) > first.startMinute)
    .sort((a, b) => endOf(b) - endOf(a))[0];
}

const hoursOf = (slots: readonly Slot[]) => slots.reduce((sum, { hours }) => sum + hours, 0);

/** Whether the hours of a day that the permits allow leave a run no hour, put it off to another day, or make it pause. */
function isHeldByHours(
  { maxHoursDay, permitHoursDay = maxHoursDay, permitHoursUsedToday = 0 }: PlanJob,
  used: readonly Slot[],
  startsLater: boolean,
): boolean {
  if (permitHoursDay >= maxHoursDay) return false;
  if (used.length === 0) return permitHoursDay < SLOT_HOURS;
  return startsLater ? permitHoursDay - permitHoursUsedToday < SLOT_HOURS : pausesOf(used).length > 0;
}

function pausesOf(used: readonly Pick<Slot, "startMinute" | "endMinute">[]): Placement["pauses"] {
  return used.slice(1).flatMap((slot, index) => {
    const endOfBefore = used[index]?.endMinute ?? slot.startMinute;
    return slot.startMinute > endOfBefore ? [{ startMinute: endOfBefore, endMinute: slot.startMinute }] : [];
  });
}

/** R$ of a run over its slots; the last slot only in part. */
function costOf(job: PlanJob, used: readonly Slot[], hours: number, waterBrlM3: number): number | null {
  let left = hours;
  let cost = 0;
  for (const { brlKwh, hours: slotHours } of used) {
    if (brlKwh === null) return null;
    const part = Math.min(left, slotHours);
    cost += part * (job.pumpKw * brlKwh + job.flowM3h * waterBrlM3);
    left -= part;
  }
  return cost;
}

/** Lost yield in R$ until each part of the ground is watered. */
function lossOf(job: PlanJob, run: RunOption | null, problem: PlanProblem): number {
  const lostAt = (hours: number) =>
    job.lostBrlByHour[Math.min(job.lostBrlByHour.length, Math.max(1, Math.ceil(hours))) - 1] ?? 0;
  const horizon = hoursOf(problem.slots);
  if (run === null) return lostAt(horizon);
  const omittedHours = job.omittedHours ?? 0;
  const atEnd = omittedHours > 0 ? omittedHours * lostAt(horizon) : 0;
  // The last slot waters only the rest of the ground; a run that is longer than the plan spreads its loss over its slots.
  const used = run.slots.flatMap((index) => problem.slots[index] ?? []);
  const planned = Math.min(job.hours, hoursOf(used));
  const from = problem.slots[0]?.startMinute ?? 0;
  let [left, lost] = [planned, 0];
  for (const { hours, endMinute } of used) {
    lost += Math.min(hours, left) * lostAt((endMinute - from) / 60);
    left -= hours;
  }
  return (lost * (job.hours / planned) + atEnd) / (job.hours + omittedHours);
}

/** The other machines that occupy the slots of this one's best run. */
function blockersOf(job: PlanJob, { run, ideal, others, exceeded }: PlacedRun): string[] {
  // A job that exceeds a limit alone waits for no other machine.
  if (job.isUnderWay || exceeded !== null || ideal === null || ideal.start === run?.start) return [];
  const slots = new Set(ideal.slots);
  return others
    .filter((other) => shares(job, other.job) && other.run.slots.some((slot) => slots.has(slot)))
    .map((other) => other.job.id);
}

const shares = (a: PlanJob, b: PlanJob) =>
  a.sourceId === b.sourceId || a.permitIds.some((id) => b.permitIds.includes(id));

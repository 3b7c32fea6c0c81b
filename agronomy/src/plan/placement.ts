import type { SlotJob } from "./slot-search.ts";
import type { TariffKind } from "./tariff.ts";

/** A pivot that asks for water today. */
export interface PlanJob {
  id: string;
  /** The pump station it draws from. */
  waterSourceId: string;
  /** Hours of the whole application, and its allowed hours in a day. */
  hours: number;
  maxHoursDay: number;
  flowM3h: number;
  pumpKw: number;
  hoursToCritical: number;
}

/** Why a pivot stands where it stands. */
interface PlacementReason {
  key: "order" | "hoursToCritical" | "late" | "tariff" | "waitsFor" | "continuesTomorrow" | "exceedsSource" | "noRoom";
  value: number | string;
  unit: string;
}

export interface Placement {
  id: string;
  /** 1 is the most urgent. */
  order: number;
  /** null: not today. */
  startMinute: number | null;
  endMinute: number | null;
  hoursToday: number;
  hoursLeft: number;
  energyKwh: number;
  /** R$; null where an hour has no price. */
  costBrl: number | null;
  /** Hours by which today's part ends after the stress begins. */
  lateHours: number;
  reasons: PlacementReason[];
}

/** The plan places starts on this grid, minutes. */
export const SLOT_MINUTES = 30;

/** A part of an hour this small is rounding, h. */
export const NEGLIGIBLE_HOURS = 1e-9;

/** Half an hour of the plan under one tariff. */
export interface Slot {
  startMinute: number;
  endMinute: number;
  kind: TariffKind;
  brlKwh: number | null;
}

/** What became of a pivot in the plan, with the reasons for it. */
export function describePlacement(
  job: PlanJob,
  order: number,
  slotJob: SlotJob | undefined,
  start: number | null,
  slots: readonly Slot[],
  waitsFor: readonly string[],
): Placement {
  const used = slotJob && start !== null ? slots.slice(start, start + slotJob.length) : [];
  const hoursToday = Math.min(job.hours, job.maxHoursDay, (used.length * SLOT_MINUTES) / 60);
  const hoursLeft = job.hours - hoursToday;
  const price = slotJob?.options.find((option) => option.start === start)?.price ?? slotJob?.leftOut;
  const kinds = [...new Set(used.map(({ kind }) => kind))];
  const reasons: PlacementReason[] = [
    { key: "order", value: order, unit: "" },
    { key: "hoursToCritical", value: job.hoursToCritical, unit: "h" },
    ...kinds.map((kind): PlacementReason => ({ key: "tariff", value: kind, unit: "" })),
    ...waitsFor.map((id): PlacementReason => ({ key: "waitsFor", value: id, unit: "" })),
  ];
  if (!slotJob) reasons.push({ key: "exceedsSource", value: job.flowM3h, unit: "m3/h" });
  else if (start === null) reasons.push({ key: "noRoom", value: job.hours, unit: "h" });
  const lateHours = Math.sqrt(price?.late ?? 0);
  if (lateHours > 0) reasons.push({ key: "late", value: lateHours, unit: "h" });
  if (start !== null && hoursLeft > NEGLIGIBLE_HOURS)
    reasons.push({ key: "continuesTomorrow", value: hoursLeft, unit: "h" });
  return {
    id: job.id,
    order,
    startMinute: used[0]?.startMinute ?? null,
    endMinute: used.at(-1)?.endMinute ?? null,
    hoursToday,
    hoursLeft,
    energyKwh: hoursToday * job.pumpKw,
    costBrl: energyCost(used, hoursToday, job.pumpKw),
    lateHours,
    reasons,
  };
}

/** R$ of a run over its slots; the last one only as far as the run goes. */
function energyCost(used: readonly Slot[], hours: number, pumpKw: number): number | null {
  let left = hours;
  let cost = 0;
  for (const { brlKwh } of used) {
    if (brlKwh === null) return null;
    const part = Math.min(left, SLOT_MINUTES / 60);
    cost += part * pumpKw * brlKwh;
    left -= part;
  }
  return cost;
}

import {
  describePlacement,
  NEGLIGIBLE_HOURS,
  type Placement,
  type PlanJob,
  SLOT_MINUTES,
  type Slot,
} from "./placement.ts";
import { bestStart, placeAll, type SlotJob } from "./slot-search.ts";
import { DAY_MINUTES, type TariffKind, type TariffSpan } from "./tariff.ts";

/** What the pivots of a water source share; absent: no limit. */
export interface WaterSource {
  id: string;
  flowM3h?: number;
  kw?: number;
}

export interface DayPlanInput {
  jobs: readonly PlanJob[];
  sources: readonly WaterSource[];
  timeline: readonly TariffSpan[];
  /** Minute of the farm's clock from which the plan runs, for 24 h. */
  fromMinute: number;
  /** Hours in which the pumps rest; peak hours by default. */
  restKinds?: readonly TariffKind[];
}

export interface DayPlan {
  placements: Placement[];
  /** False where a source has so many pivots that the order was found by rule and not by trying all. */
  exact: boolean;
}

/** Up to so many pivots of one source every combination is considered; beyond, by urgency one after the other. */
export const EXACT_JOBS = 5;

/**
 * The plan of the day: pivots by hours to stress, within what their source can pump at once, their allowed hours and the
 * tariff (a run rests in the peak and goes on after it). Per source it minimizes, in this order: the squared hours by
 * which runs end after stress begins, pivots left out, energy cost, and waiting.
 */
export function planDay(input: DayPlanInput): DayPlan {
  const slots = usableSlots(input);
  const ordered = [...input.jobs].sort((a, b) => a.hoursToCritical - b.hoursToCritical || a.id.localeCompare(b.id));
  let exact = true;
  const placed = new Map<string, Placement>();
  for (const sourceId of new Set(ordered.map((job) => job.waterSourceId))) {
    const source = input.sources.find(({ id }) => id === sourceId) ?? { id: sourceId };
    const jobs = ordered.filter((job) => job.waterSourceId === sourceId);
    const fitting = jobs.filter((job) => fits(job, source));
    const slotJobs = fitting.map((job) => toSlotJob(job, slots, input.fromMinute));
    const search = placeAll(slotJobs, { flow: source.flowM3h, kw: source.kw }, fitting.length <= EXACT_JOBS);
    exact &&= search.exact;
    for (const job of jobs) {
      const index = fitting.indexOf(job);
      const start = index < 0 ? null : (search.starts[index] ?? null);
      const slotJob = slotJobs[index];
      const order = ordered.indexOf(job) + 1;
      placed.set(
        job.id,
        describePlacement(job, order, slotJob, start, slots, blockingJobs(fitting, slotJobs, search.starts, index)),
      );
    }
  }
  return { placements: ordered.flatMap((job) => placed.get(job.id) ?? []), exact };
}

/** The 24 h from now on cut into slots, without those in which the pumps rest. */
function usableSlots({ timeline, fromMinute, restKinds = ["peak"] }: DayPlanInput): Slot[] {
  return Array.from({ length: DAY_MINUTES / SLOT_MINUTES }, (_, index) => fromMinute + index * SLOT_MINUTES).flatMap(
    (startMinute) => {
      const endMinute = startMinute + SLOT_MINUTES;
      const spans = timeline.filter((span) => span.startMinute < endMinute && span.endMinute > startMinute);
      const dearest = spans.reduce<TariffSpan | undefined>(
        (best, span) => (best && (best.brlKwh ?? 0) >= (span.brlKwh ?? 0) ? best : span),
        undefined,
      );
      if (!dearest || spans.some(({ kind }) => restKinds.includes(kind))) return [];
      return [{ startMinute, endMinute, kind: dearest.kind, brlKwh: dearest.brlKwh }];
    },
  );
}

const fits = (job: PlanJob, source: WaterSource) =>
  job.flowM3h <= (source.flowM3h ?? Number.POSITIVE_INFINITY) && job.pumpKw <= (source.kw ?? Number.POSITIVE_INFINITY);

/** What each start would cost a job: the vector that the search compares. */
function toSlotJob(job: PlanJob, slots: readonly Slot[], fromMinute: number): SlotJob {
  const hours = Math.min(job.hours, job.maxHoursDay);
  const length = Math.min(slots.length, Math.ceil((hours * 60) / SLOT_MINUTES - NEGLIGIBLE_HOURS));
  const latest = (slots.at(-1)?.endMinute ?? fromMinute) - fromMinute;
  const leftOut = {
    late: lateness(latest / 60 + hours - job.hoursToCritical),
    leftOut: 1,
    cost: 0,
    wait: latest / 60,
  };
  const options = Array.from({ length: Math.max(0, slots.length - length + 1) }, (_, start) => {
    const used = slots.slice(start, start + length);
    const end = (used.at(-1)?.endMinute ?? fromMinute) - fromMinute;
    const wait = ((used[0]?.startMinute ?? fromMinute) - fromMinute) / 60;
    const cost = used.reduce((sum, { brlKwh }) => sum + ((brlKwh ?? 0) * job.pumpKw * SLOT_MINUTES) / 60, 0);
    return { start, price: { late: lateness(end / 60 - job.hoursToCritical), leftOut: 0, cost, wait } };
  });
  return { length, flow: job.flowM3h, kw: job.pumpKw, options: length > 0 ? options : [], leftOut };
}

/** Lateness weighs by its square, so that of two pivots the one that is longer overdue goes first. */
const lateness = (hours: number) => Math.max(0, hours) ** 2;

/** The other pivots that run where this one, alone, would have started. */
function blockingJobs(
  jobs: readonly PlanJob[],
  slotJobs: readonly SlotJob[],
  starts: readonly (number | null)[],
  index: number,
): string[] {
  const own = slotJobs[index];
  const start = starts[index];
  const ideal = own && bestStart(own);
  if (!own || ideal === undefined || start === ideal) return [];
  return jobs.flatMap((job, other) => {
    const begin = starts[other];
    const length = slotJobs[other]?.length ?? 0;
    const overlaps = begin !== null && begin !== undefined && begin < ideal + own.length && begin + length > ideal;
    return other !== index && overlaps ? [job.id] : [];
  });
}

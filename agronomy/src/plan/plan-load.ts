import { DAY_MINUTES } from "@lamina/shared/core/time";
import { hoursWithin, permitMonths } from "./permit-months.ts";
import type { PermitLimit, PermitMonth, PlanJob, PlanProblem } from "./plan-model.ts";

/** Tolerance for comparing sums of many parts. */
const SLACK = 1e-7;
/** Hours of a day below this are rounding: it is no day with pumping. */
const NEGLIGIBLE_HOURS = 1e-6;
const NONE: readonly never[] = [];

/** A source with its use per slot. */
interface SourceLoad {
  mostM3h: number;
  mostKw: number;
  m3h: Float64Array;
  kw: Float64Array;
}

/** A permit with its use: flow and number of runs per slot, hours with pumping per day of the plan, volume per month. */
interface PermitLoad {
  limit: PermitLimit;
  m3h: Float64Array;
  runs: Uint16Array;
  hours: Float64Array;
  months: MonthLoad[];
}

interface MonthLoad extends PermitMonth {
  /** First day of the plan in it, and the first one after it; counted from 0. */
  fromDay: number;
  toDay: number;
  /** Hours of each slot within it. */
  slotHours: Float64Array;
  m3: number;
}

/** Use by the placed runs: per slot of sources, permits and the contract; per day and month of permits. */
export class PlanLoad {
  readonly #contract: PlanProblem["contract"];
  /** Day of the plan of each slot, from 0. */
  readonly #days: readonly number[];
  readonly #hours: readonly number[];
  /** The minute at which each slot ends. */
  readonly #ends: readonly number[];
  readonly #sources: ReadonlyMap<string, SourceLoad>;
  readonly #permits: ReadonlyMap<string, PermitLoad>;
  readonly #permitsOf = new Map<PlanJob, readonly PermitLoad[]>();
  readonly #allKw: Float64Array;
  /** Hours that one run adds to each day of a permit. */
  readonly #added: Float64Array;

  constructor({ slots, sources, permits, contract }: PlanProblem) {
    this.#contract = contract;
    this.#days = slots.map(({ day }) => day - (slots[0]?.day ?? 0));
    const firstDay = slots[0]?.day ?? 0;
    this.#hours = slots.map(({ hours }) => hours);
    this.#ends = slots.map(({ endMinute }) => endMinute);
    const perSlot = () => new Float64Array(slots.length);
    const dayCount = (this.#days.at(-1) ?? 0) + 1;
    const perDay = () => new Float64Array(dayCount);
    const load = ({ flowM3h, kw }: PlanProblem["sources"][number]): SourceLoad => ({
      mostM3h: flowM3h ?? Number.POSITIVE_INFINITY,
      mostKw: kw ?? Number.POSITIVE_INFINITY,
      m3h: perSlot(),
      kw: perSlot(),
    });
    this.#sources = new Map(sources.map((source) => [source.id, load(source)]));
    const monthLoad = (month: PermitMonth): MonthLoad => ({
      ...month,
      fromDay: Math.max(0, month.fromMinute / DAY_MINUTES - firstDay),
      toDay: Math.min(dayCount, month.toMinute / DAY_MINUTES - firstDay),
      slotHours: Float64Array.from(slots, (slot) => hoursWithin(month, slot)),
      m3: 0,
    });
    this.#permits = new Map(
      permits.map((limit) => [
        limit.id,
        {
          limit,
          m3h: perSlot(),
          runs: new Uint16Array(slots.length),
          hours: perDay(),
          months: permitMonths(limit).map(monthLoad),
        },
      ]),
    );
    this.#allKw = perSlot();
    this.#added = perDay();
  }

  /** Whether the slots have room for a job beside the placed runs. */
  fits(job: PlanJob, slots: readonly number[]): boolean {
    const source = this.#sources.get(job.sourceId);
    if (source !== undefined) {
      const mostM3h = source.mostM3h - job.flowM3h + SLACK;
      const mostKw = source.mostKw - job.pumpKw + SLACK;
      for (const slot of slots) if (at(source.m3h, slot) > mostM3h || at(source.kw, slot) > mostKw) return false;
    }
    return this.#ofJob(job).every((permit) => this.#allows(permit, job, slots));
  }

  /** Whether one slot has the flow and power for a job; `belowPeak`: and adds nothing to the power above the contract. */
  roomFor(job: PlanJob, { belowPeak = false } = {}): (slot: number) => boolean {
    const source = this.#sources.get(job.sourceId);
    const permits = this.#ofJob(job);
    const peakKw = belowPeak
      ? Math.max(this.#contract?.kw ?? Number.POSITIVE_INFINITY, ...this.#allKw)
      : Number.POSITIVE_INFINITY;
    return (slot) =>
      (source === undefined ||
        (at(source.m3h, slot) + job.flowM3h <= source.mostM3h + SLACK &&
          at(source.kw, slot) + job.pumpKw <= source.mostKw + SLACK)) &&
      at(this.#allKw, slot) + job.pumpKw <= peakKw + SLACK &&
      permits.every(
        ({ limit, m3h }) =>
          at(m3h, slot) + job.flowM3h <= (limit.m3h ?? Number.POSITIVE_INFINITY) + SLACK &&
          (this.#ends[slot] ?? 0) <= (limit.endsMinute ?? Number.POSITIVE_INFINITY),
      );
  }

  #ofJob(job: PlanJob): readonly PermitLoad[] {
    if (job.permitIds.length === 0) return NONE;
    const cached = this.#permitsOf.get(job);
    if (cached) return cached;
    const permits = job.permitIds.flatMap((id) => this.#permits.get(id) ?? []);
    this.#permitsOf.set(job, permits);
    return permits;
  }

  #allows(permit: PermitLoad, job: PlanJob, slots: readonly number[]): boolean {
    const { limit, m3h } = permit;
    if (limit.m3h !== undefined) {
      const maxOthersM3h = limit.m3h - job.flowM3h + SLACK;
      for (const slot of slots) if (at(m3h, slot) > maxOthersM3h) return false;
    }
    const { endsMinute } = limit;
    if (endsMinute !== undefined) for (const slot of slots) if ((this.#ends[slot] ?? 0) > endsMinute) return false;
    for (const month of permit.months) {
      const m3 = volumeIn(month, job, slots);
      if (m3 > 0 && month.m3 + m3 > month.m3Left + SLACK) return false;
    }
    if (limit.hoursDay === undefined && limit.daysLeft === undefined) return true;
    return this.#keepsDays(permit, slots);
  }

  /**
   * Whether the run stays within a permit's hours and days of pumping. Checks only days to which it adds, because a run
   * under way may already exceed the limits of its own days.
   */
  #keepsDays({ limit, months, runs, hours }: PermitLoad, slots: readonly number[]): boolean {
    const { hoursDay = Number.POSITIVE_INFINITY, hoursUsedToday = 0, isUsedToday = false } = limit;
    const added = this.#added.fill(0);
    for (const slot of slots) if (at(runs, slot) === 0) this.#addHours(added, slot, 1);
    for (const { fromDay, toDay, daysLeft } of months) {
      let [days, newDays] = [0, 0];
      for (let day = fromDay; day < toDay; day += 1) {
        const [before, more] = [at(hours, day), at(added, day)];
        const used = before + more + (day === 0 ? hoursUsedToday : 0);
        if (more > 0 && used > hoursDay + SLACK) return false;
        if (before + more < NEGLIGIBLE_HOURS || (isUsedToday && day === 0)) continue;
        days += 1;
        if (before < NEGLIGIBLE_HOURS) newDays += 1;
      }
      if (newDays > 0 && days > daysLeft) return false;
    }
    return true;
  }

  #addHours(hours: Float64Array, slot: number, sign: 1 | -1): void {
    add(hours, this.#days[slot] ?? 0, sign * (this.#hours[slot] ?? 0));
  }

  change(job: PlanJob, slots: readonly number[], sign: 1 | -1): void {
    const [flow, kw] = [sign * job.flowM3h, sign * job.pumpKw];
    const source = this.#sources.get(job.sourceId);
    for (const slot of slots) {
      add(this.#allKw, slot, kw);
      if (source === undefined) continue;
      add(source.m3h, slot, flow);
      add(source.kw, slot, kw);
    }
    for (const permit of this.#ofJob(job)) {
      for (const month of permit.months) month.m3 += sign * volumeIn(month, job, slots);
      for (const slot of slots) {
        add(permit.m3h, slot, flow);
        const before = at(permit.runs, slot);
        add(permit.runs, slot, sign);
        if (before === 0 || before + sign === 0) this.#addHours(permit.hours, slot, sign);
      }
    }
  }

  /** R$ of the peak power of the placed runs above the contract. */
  demandBrl(): number {
    if (this.#contract === undefined) return 0;
    let peakKw = 0;
    for (const kw of this.#allKw) peakKw = Math.max(peakKw, kw);
    return Math.max(0, peakKw - this.#contract.kw - SLACK) * this.#contract.brlKw;
  }
}

function volumeIn({ slotHours }: MonthLoad, { flowM3h }: PlanJob, slots: readonly number[]): number {
  let hours = 0;
  for (const slot of slots) hours += at(slotHours, slot);
  return hours * flowM3h;
}
const at = (values: Float64Array | Uint16Array, index: number) => values[index] ?? 0;
function add(values: Float64Array | Uint16Array, index: number, amount: number): void {
  values[index] = at(values, index) + amount;
}

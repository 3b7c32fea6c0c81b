import { type PlanJob, type PlanProblem, SLOT_MINUTES } from "./plan-model.ts";

/** Slack for comparing sums of many parts. */
const SLACK = 1e-7;
const SLOT_HOURS = SLOT_MINUTES / 60;

/** Use by the placed runs: per slot of sources, permits and the contract; per day and month of permits. */
export class PlanLoad {
  readonly #problem: PlanProblem;
  readonly #flow = new Map<string, Float64Array>();
  readonly #kw = new Map<string, Float64Array>();
  readonly #permitFlow = new Map<string, Float64Array>();
  readonly #m3 = new Map<string, number>();
  readonly #allKw: Float64Array;

  constructor(problem: PlanProblem) {
    this.#problem = problem;
    const { slots, sources, permits } = problem;
    for (const { id } of sources) {
      this.#flow.set(id, new Float64Array(slots.length));
      this.#kw.set(id, new Float64Array(slots.length));
    }
    for (const { id } of permits) this.#permitFlow.set(id, new Float64Array(slots.length));
    this.#allKw = new Float64Array(slots.length);
  }

  /** Whether the slots have room for a job beside the placed runs. */
  fits(job: PlanJob, slots: readonly number[]): boolean {
    const source = this.#problem.sources.find(({ id }) => id === job.sourceId);
    const [flow, kw] = [this.#flow.get(job.sourceId), this.#kw.get(job.sourceId)];
    if (source !== undefined && flow !== undefined && kw !== undefined) {
      const mostFlow = (source.flowM3h ?? Number.POSITIVE_INFINITY) - job.flowM3h + SLACK;
      const mostKw = (source.kw ?? Number.POSITIVE_INFINITY) - job.pumpKw + SLACK;
      for (const slot of slots) if ((flow[slot] ?? 0) > mostFlow || (kw[slot] ?? 0) > mostKw) return false;
    }
    return job.permitIds.every((id) => this.#permits(id, job, slots));
  }

  #permits(id: string, job: PlanJob, slots: readonly number[]): boolean {
    const limit = this.#problem.permits.find((permit) => permit.id === id);
    const flow = this.#permitFlow.get(id);
    if (limit === undefined || flow === undefined) return true;
    if (limit.m3h !== undefined)
      for (const slot of slots) if ((flow[slot] ?? 0) + job.flowM3h > limit.m3h + SLACK) return false;
    const drawn = this.#m3.get(id) ?? 0;
    if (drawn + slots.length * SLOT_HOURS * job.flowM3h > (limit.m3Left ?? Number.POSITIVE_INFINITY) + SLACK)
      return false;
    if (limit.hoursDay === undefined && limit.daysLeft === undefined) return true;
    return this.#keepsDays(limit, flow, slots);
  }

  /** Whether the limits on a permit's pumping hours per day and on its days with pumping hold. */
  #keepsDays(limit: PlanProblem["permits"][number], flow: Float64Array, slots: readonly number[]): boolean {
    const hours = new Map<number, number>();
    const own = new Set(slots);
    const first = this.#problem.slots[0]?.day ?? 0;
    for (const { index, day } of this.#problem.slots)
      if ((flow[index] ?? 0) > 0 || own.has(index)) hours.set(day, (hours.get(day) ?? 0) + SLOT_HOURS);
    const { hoursDay = Number.POSITIVE_INFINITY, hoursUsedToday = 0, daysLeft, isUsedToday = false } = limit;
    for (const [day, used] of hours) if (used + (day === first ? hoursUsedToday : 0) > hoursDay + SLACK) return false;
    if (daysLeft === undefined) return true;
    return [...hours.keys()].filter((day) => !(isUsedToday && day === first)).length <= daysLeft;
  }

  change(job: PlanJob, slots: readonly number[], sign: 1 | -1): void {
    const arrays = [this.#flow.get(job.sourceId), ...job.permitIds.map((id) => this.#permitFlow.get(id))];
    const kws = [this.#kw.get(job.sourceId), this.#allKw];
    for (const slot of slots) {
      for (const flow of arrays) if (flow) flow[slot] = (flow[slot] ?? 0) + sign * job.flowM3h;
      for (const kw of kws) if (kw) kw[slot] = (kw[slot] ?? 0) + sign * job.pumpKw;
    }
    for (const id of job.permitIds)
      this.#m3.set(id, (this.#m3.get(id) ?? 0) + sign * slots.length * SLOT_HOURS * job.flowM3h);
  }

  /** R$ of the peak power of the placed runs above the contract. */
  demandBrl(): number {
    const { contract } = this.#problem;
    if (contract === undefined) return 0;
    let most = 0;
    for (const kw of this.#allKw) most = Math.max(most, kw);
    return Math.max(0, most - contract.kw - SLACK) * contract.brlKw;
  }
}

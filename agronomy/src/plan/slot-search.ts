/** What a placement costs (lateness, being left out, R$, waiting); a part weighs only where those before it are equal. */
export interface Price {
  late: number;
  leftOut: number;
  cost: number;
  wait: number;
}

interface SlotOption {
  start: number;
  price: Price;
}

/** A run of some consecutive slots with what it draws from the source. */
export interface SlotJob {
  length: number;
  flow: number;
  kw: number;
  options: readonly SlotOption[];
  /** The price of not running. */
  leftOut: Price;
}

/** What the jobs share in every slot; undefined: no limit. */
export interface Capacity {
  flow: number | undefined;
  kw: number | undefined;
}

export interface SlotSearch {
  /** Start slot of each job in the order given; null: left out. */
  starts: (number | null)[];
  exact: boolean;
}

/** The exhaustive search gives up its claim to be exact after so many steps: a plan must not keep a screen waiting. */
const MOST_STEPS = 300_000;

/** Prices closer than this are equal: hours and R$ are sums of many parts. */
const SAME = 1e-7;

const FREE: Price = { late: 0, leftOut: 0, cost: 0, wait: 0 };

/** Below 0 where the first price is better. */
export function comparePrices(a: Price, b: Price): number {
  for (const key of ["late", "leftOut", "cost", "wait"] as const)
    if (Math.abs(a[key] - b[key]) > SAME) return a[key] - b[key];
  return 0;
}

export function addPrices(a: Price, b: Price): Price {
  return { late: a.late + b.late, leftOut: a.leftOut + b.leftOut, cost: a.cost + b.cost, wait: a.wait + b.wait };
}

/** The start that a job would have were it alone; undefined where it has none. */
export function bestStart(job: SlotJob): number | undefined {
  return [...job.options].sort((a, b) => comparePrices(a.price, b.price))[0]?.start;
}

/**
 * Places jobs, most urgent first, so that no slot exceeds the capacity. Greedy: each takes its best free start in turn.
 * Exhaustive: branch and bound over all starts; a branch is dropped once even the best starts of all jobs that are left
 * could not beat the best plan so far (prices add up and their order survives addition).
 */
export function placeAll(jobs: readonly SlotJob[], capacity: Capacity, exhaustive: boolean): SlotSearch {
  const choices = jobs.map((job) =>
    [...job.options, { start: null, price: job.leftOut }].sort((a, b) => comparePrices(a.price, b.price)),
  );
  const load = new SlotLoad(capacity);
  const greedy = placeGreedily(jobs, choices, load);
  if (!exhaustive) return { starts: greedy.starts, exact: false };

  const bounds: Price[] = jobs.map(() => FREE);
  choices.reduceRight((rest, [best], index) => {
    const bound = addPrices(rest, best?.price ?? FREE);
    bounds[index] = bound;
    return bound;
  }, FREE);

  let best = greedy;
  let steps = 0;
  const starts: (number | null)[] = jobs.map(() => null);
  const descend = (index: number, spent: Price): void => {
    const job = jobs[index];
    if (!job) {
      if (comparePrices(spent, best.price) < 0) best = { starts: [...starts], price: spent };
      return;
    }
    const rest = bounds[index + 1] ?? FREE;
    for (const { start, price } of choices[index] ?? []) {
      const sum = addPrices(spent, price);
      if (comparePrices(addPrices(sum, rest), best.price) >= 0) return;
      steps += 1;
      if (steps > MOST_STEPS) return;
      if (start !== null && !load.take(job, start)) continue;
      starts[index] = start;
      descend(index + 1, sum);
      if (start !== null) load.give(job, start);
    }
  };
  descend(0, FREE);
  return { starts: best.starts, exact: steps <= MOST_STEPS };
}

type Choice = { start: number | null; price: Price };

function placeGreedily(jobs: readonly SlotJob[], choices: readonly Choice[][], load: SlotLoad) {
  let price = FREE;
  const taken: [SlotJob, number][] = [];
  const starts = jobs.map((job, index) => {
    const choice = (choices[index] ?? []).find(({ start }) => start === null || load.take(job, start));
    price = addPrices(price, choice?.price ?? job.leftOut);
    if (choice && choice.start !== null) taken.push([job, choice.start]);
    return choice?.start ?? null;
  });
  for (const [job, start] of taken) load.give(job, start);
  return { starts, price };
}

/** What the placed jobs draw in each slot. */
class SlotLoad {
  readonly #flow = new Map<number, number>();
  readonly #kw = new Map<number, number>();
  readonly #capacity: Capacity;

  constructor(capacity: Capacity) {
    this.#capacity = capacity;
  }

  /** Takes the slots of a job from a start on, if all have room for it. */
  take(job: SlotJob, start: number): boolean {
    const { flow = Number.POSITIVE_INFINITY, kw = Number.POSITIVE_INFINITY } = this.#capacity;
    for (let slot = start; slot < start + job.length; slot += 1) {
      if ((this.#flow.get(slot) ?? 0) + job.flow > flow + SAME || (this.#kw.get(slot) ?? 0) + job.kw > kw + SAME)
        return false;
    }
    this.#change(job, start, 1);
    return true;
  }

  give(job: SlotJob, start: number): void {
    this.#change(job, start, -1);
  }

  #change(job: SlotJob, start: number, sign: 1 | -1): void {
    for (let slot = start; slot < start + job.length; slot += 1) {
      this.#flow.set(slot, (this.#flow.get(slot) ?? 0) + sign * job.flow);
      this.#kw.set(slot, (this.#kw.get(slot) ?? 0) + sign * job.kw);
    }
  }
}

import type { PlanLoad } from "./plan-load.ts";
import type { PlanJob, RunOption } from "./plan-model.ts";
import type { JobOptions } from "./run-options.ts";

/** A way to run a job, or to leave it out (null), and its cost in R$. */
export interface Choice {
  run: RunOption | null;
  costBrl: number;
}

/** A job with its choices, cheapest first. */
export interface Candidate extends Pick<JobOptions, "freeRun"> {
  job: PlanJob;
  options: readonly Choice[];
}

/** The choices of some candidates, in their order, and the sum in R$ with the power above the contract. */
interface Choices {
  choices: readonly Choice[];
  costBrl: number;
}

/** Maximum steps; a search that reaches them is no longer exact. */
const MAX_STEPS = 3_000_000;
/** Costs closer than this are equal, R$. */
export const SAME_BRL = 1e-6;

/**
 * Branch and bound over all choices of a few candidates, beside the runs in `load`. Every smaller set is solved first,
 * without the contract: its cost is the lower bound for the candidates still open.
 * @returns the choices that cost less than `mostBrl`; null when there are none; `exact`: the search completed
 */
export function exhaustiveSearch(candidates: readonly Candidate[], load: PlanLoad, mostBrl: number) {
  const search = new ExhaustiveSearch(candidates, load);
  const all = 2 ** candidates.length - 1;
  for (let set = 1; set < all; set += 1) search.solve(set);
  const found = search.solve(all, mostBrl);
  return { found, exact: search.isComplete };
}

/** Sets of candidates are bit masks: bit `n` is the candidate `n`. */
class ExhaustiveSearch {
  readonly #candidates: readonly Candidate[];
  readonly #load: PlanLoad;
  /** The minimum cost of each solved set, R$, without the contract. */
  readonly #leastBrl: number[] = [0];
  #steps = 0;
  #found: Choices | null = null;
  #mostBrl = Number.POSITIVE_INFINITY;
  #hasContract = false;
  readonly #chosen: Choice[] = [];

  constructor(candidates: readonly Candidate[], load: PlanLoad) {
    this.#candidates = candidates;
    this.#load = load;
  }

  get isComplete(): boolean {
    return this.#steps <= MAX_STEPS;
  }

  /** The cheapest choices of a set. With `mostBrl` the contract counts, and the result costs less than that. */
  solve(set: number, mostBrl?: number): Choices | null {
    [this.#found, this.#mostBrl, this.#hasContract] = [
      null,
      mostBrl ?? Number.POSITIVE_INFINITY,
      mostBrl !== undefined,
    ];
    this.#descend(
      set,
      this.#candidates.map(() => 0),
      0,
    );
    // The result of an unfinished search is not a bound.
    this.#leastBrl[set] = this.isComplete ? this.#mostBrl : 0;
    return this.#found;
  }

  /** `from`: by candidate, the first option that may still fit; none fits again while runs are only added. */
  #descend(open: number, from: readonly number[], spentBrl: number): void {
    const base = spentBrl + (this.#hasContract ? this.#load.demandBrl() : 0);
    if (open === 0) {
      if (base < this.#mostBrl - SAME_BRL)
        [this.#found, this.#mostBrl] = [{ choices: [...this.#chosen], costBrl: base }, base];
      return;
    }
    const next = [...from];
    const firstBrl = this.#candidates.map(() => 0);
    let widest = { index: -1, gap: -1 };
    for (const [index, candidate] of this.#candidates.entries()) {
      if (!(open & (1 << index))) continue;
      const { job, options } = candidate;
      let first = from[index] ?? 0;
      while (first < options.length && !this.#hasRoom(job, options[first])) first += 1;
      const option = options[first];
      if (option === undefined) return;
      [next[index], firstBrl[index]] = [first, option.costBrl];
      const gap = option.costBrl - (options[0]?.costBrl ?? 0) + (options.at(-1)?.costBrl ?? 0) / 1e6;
      if (gap > widest.gap) widest = { index, gap };
    }
    if (base + this.#boundBrl(open, firstBrl) >= this.#mostBrl - SAME_BRL) return;
    const { index } = widest;
    const candidate = this.#candidates[index];
    if (candidate === undefined) return;
    const rest = open & ~(1 << index);
    const restBrl = base + this.#boundBrl(rest, firstBrl);
    for (const choice of candidate.options.slice(next[index])) {
      this.#steps += 1;
      if (!this.isComplete || restBrl + choice.costBrl >= this.#mostBrl - SAME_BRL) return;
      if (!this.#hasRoom(candidate.job, choice)) continue;
      this.#chosen[index] = choice;
      if (choice.run) this.#load.change(candidate.job, choice.run.slots, 1);
      this.#descend(rest, next, spentBrl + choice.costBrl);
      if (choice.run) this.#load.change(candidate.job, choice.run.slots, -1);
    }
  }

  #hasRoom(job: PlanJob, choice: Choice | undefined): boolean {
    return choice?.run == null || this.#load.fits(job, choice.run.slots);
  }

  /** Lower bound of the open candidates: some as a solved set, the others by their first option that fits. */
  #boundBrl(open: number, firstBrl: readonly number[]): number {
    let highestBrl = 0;
    for (let set = open; ; set = (set - 1) & open) {
      let sum = this.#leastBrl[set] ?? 0;
      for (const [index, brl] of firstBrl.entries()) if (open & ~set & (1 << index)) sum += brl;
      highestBrl = Math.max(highestBrl, sum);
      if (set === 0) return highestBrl;
    }
  }
}

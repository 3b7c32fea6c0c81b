import { randomOf } from "@lamina/shared/core/random";
import { type Candidate, type Choice, exhaustiveSearch, SAME_BRL } from "./exhaustive-search.ts";
import { PlanLoad } from "./plan-load.ts";
import { EXACT_JOBS, type PlanJob, type PlanProblem, type RunOption } from "./plan-model.ts";
import { isForced, optionsOf } from "./run-options.ts";

interface PlanSolution {
  /** The run of each job in the given order; null: left out. */
  runs: (RunOption | null)[];
  /** The cheapest run of each job without the others; null: it has none. */
  ideals: (RunOption | null)[];
  costBrl: number;
  /** Whether no combination of the options of all jobs costs less; runs with other rests are searched, not all of them. */
  exact: boolean;
}

/**
 * The plan of least R$: exhaustive (branch and bound) up to five machines; beyond these greedy, then improved by
 * `rounds` of removing and reinserting some runs. The same input gives the same plan in any order: jobs are ordered by
 * id, and random numbers have a fixed seed.
 */
export function searchPlan(problem: PlanProblem, { rounds = DEFAULT_ROUNDS }: { rounds?: number } = {}): PlanSolution {
  const candidates = problem.jobs
    .map((job) => candidateOf(job, problem))
    .sort(
      (a, b) => Number(b.job.isUnderWay ?? false) - Number(a.job.isUnderWay ?? false) || (a.job.id < b.job.id ? -1 : 1),
    );
  const load = new PlanLoad(problem);
  const search = new Search(candidates, load, problem.slots.length);
  search.construct();
  const waitingJobs = candidates.filter(({ job }) => !job.isUnderWay).length;
  const exact = waitingJobs <= EXACT_JOBS && search.exhaust();
  // The search above knows the rests that suit a machine alone; this one also those beside the other machines.
  if (exact && waitingJobs > 1) search.improve(Math.min(rounds, FEW_ROUNDS), 1);
  if (!exact) search.improve(rounds, RESTING_PART);
  const chosen = new Map(candidates.map(({ job }, index) => [job.id, search.best[index]?.run ?? null] as const));
  const impossible = candidates.filter(({ job }, index) => isDecided(job) && search.best[index]?.run === null).length;
  const costBrl = search.bestBrl - impossible * DECIDED_BRL;
  const ideal = new Map(candidates.map(({ job, options }) => [job.id, options[0]?.run ?? null] as const));
  const inOrder = (of: ReadonlyMap<string, RunOption | null>) => problem.jobs.map(({ id }) => of.get(id) ?? null);
  return { runs: inOrder(chosen), ideals: inOrder(ideal), costBrl, exact };
}

/** Iterations of removal and reinsertion. */
const DEFAULT_ROUNDS = 2500;
/** The same after a search of every combination. */
const FEW_ROUNDS = 200;
/** Part of the iterations, the last ones, in which runs may also rest where others leave no room. */
const RESTING_PART = 0.16;
/** Slots in which a run rests at random, at most: a day. */
const MAX_ROOM = 48;

/** Of the random numbers of all searches. */
const SEED = 0x6d2b79f5;

/** Penalty that keeps a decided run in the plan wherever it fits. */
const DECIDED_BRL = 1e7;
const isDecided = (job: PlanJob) => isForced(job) && !job.isUnderWay;

function candidateOf(job: PlanJob, problem: PlanProblem): Candidate {
  const { options, leftOutBrl: cost, freeRun } = optionsOf(job, problem);
  const leftOutBrl = cost + (isDecided(job) ? DECIDED_BRL : 0);
  const all = [...options.map((run) => ({ run, costBrl: run.costBrl })), { run: null, costBrl: leftOutBrl }];
  // A run in progress cannot be left out, whatever it costs.
  return { job, freeRun, options: job.isUnderWay && options.length > 0 ? all.slice(0, 1) : all };
}

const LEFT_OUT: Choice = { run: null, costBrl: 0 };

class Search {
  best: Choice[] = [];
  bestBrl = Number.POSITIVE_INFINITY;
  readonly #candidates: readonly Candidate[];
  readonly #load: PlanLoad;
  /** Indexes of the jobs that are not running yet. */
  readonly #waiting: readonly number[];

  readonly #slots: number;

  constructor(candidates: readonly Candidate[], load: PlanLoad, slots: number) {
    this.#slots = slots;
    this.#candidates = candidates;
    this.#waiting = candidates.flatMap(({ job }, index) => (job.isUnderWay ? [] : [index]));
    this.#load = load;
  }

  /** Initial greedy plans: ordered by regret, by hours to stress, and by regret per hour. */
  construct(): void {
    const regret = ({ options }: Candidate) => (options.at(-1)?.costBrl ?? 0) - (options[0]?.costBrl ?? 0);
    // Runs in progress first, then decided ones, so that the others adapt to them.
    const rankOf = ({ job }: Candidate) => Number(isForced(job)) + Number(job.isUnderWay ?? false);
    const orders = [
      (a: Candidate, b: Candidate) => regret(b) - regret(a),
      (a: Candidate, b: Candidate) => a.job.hoursToCritical - b.job.hoursToCritical,
      (a: Candidate, b: Candidate) => regret(b) / b.job.hours - regret(a) / a.job.hours,
    ];
    for (const order of orders) {
      const sequence = this.#candidates
        .map((candidate, index) => ({ candidate, index }))
        .sort((a, b) => rankOf(b.candidate) - rankOf(a.candidate) || order(a.candidate, b.candidate));
      const plan: Choice[] = [];
      for (const { candidate, index } of sequence) plan[index] = this.#insert(candidate);
      this.#keep(plan);
      this.#clear(plan);
    }
  }

  /**
   * Tries every combination of the jobs that are not running.
   * @returns whether it completed
   */
  exhaust(): boolean {
    const plan = this.#candidates.map((candidate) => (candidate.job.isUnderWay ? this.#insert(candidate) : LEFT_OUT));
    const spentBrl = plan.reduce((sum, { costBrl }) => sum + costBrl, 0);
    const waiting = this.#waiting.flatMap((index) => this.#candidates[index] ?? []);
    const { found, exact } = exhaustiveSearch(waiting, this.#load, this.bestBrl - spentBrl);
    this.#clear(plan);
    if (found !== null) {
      for (const [position, index] of this.#waiting.entries()) plan[index] = found.choices[position] ?? LEFT_OUT;
      [this.best, this.bestBrl] = [plan, spentBrl + found.costBrl];
    }
    return exact;
  }

  /** Large neighbourhood search: removes some runs and reinserts them in another order, in every iteration. */
  improve(rounds: number, restingPart: number): void {
    const random = randomOf(this.#candidates.length + SEED);
    let current = [...this.best];
    let currentBrl = this.bestBrl;
    for (const [index, choice] of current.entries()) this.#place(index, choice, 1);
    for (let round = 0; round < rounds; round += 1) {
      const count = Math.min(this.#waiting.length, 2 + Math.floor(random() * 4));
      const removed = pick(this.#waiting, count, random, (index) => this.#related(index, current));
      const before = [...current];
      for (const index of removed) this.#place(index, current[index], -1);
      const mayRest = round >= rounds * (1 - restingPart);
      const aside = mayRest ? this.#leaveRoom(removed[0], random) : null;
      for (const index of aside ? [...removed.slice(1), ...removed.slice(0, 1)] : removed) {
        const candidate = this.#candidates[index];
        if (aside && index === removed[0]) this.#place(index, aside, -1);
        if (candidate) current[index] = this.#insert(candidate, mayRest);
      }
      const cost = current.reduce((sum, choice) => sum + choice.costBrl, 0) + this.#load.demandBrl();
      // Simulated annealing: accepts a slightly worse plan, with falling temperature.
      const heat = 0.002 * (1 - round / rounds) * Math.abs(this.bestBrl);
      if (cost < currentBrl + heat * random()) {
        currentBrl = cost;
        if (cost < this.bestBrl - SAME_BRL) {
          this.best = [...current];
          this.bestBrl = cost;
        }
      } else {
        for (const index of removed) this.#place(index, current[index], -1);
        for (const index of removed) this.#place(index, before[index], 1);
        current = before;
      }
    }
    this.#clear(current);
  }

  /** Jobs that cost much more than their best start are removed first. */
  #related(index: number, current: readonly Choice[]): number {
    const candidate = this.#candidates[index];
    return (current[index]?.costBrl ?? 0) - (candidate?.options[0]?.costBrl ?? 0);
  }

  /** Loads a run that rests in some slots at random, so that the others are inserted there first; null where there is none. */
  #leaveRoom(index: number | undefined, random: () => number): Choice | null {
    const candidate = this.#candidates[index ?? -1];
    if (candidate === undefined) return null;
    const room = this.#load.roomFor(candidate.job);
    const from = random() * this.#slots;
    const to = from + random() * MAX_ROOM;
    const run = candidate.freeRun((slot) => (slot < from || slot > to) && room(slot));
    if (run === null || !this.#load.fits(candidate.job, run.slots)) return null;
    this.#load.change(candidate.job, run.slots, 1);
    return { run, costBrl: run.costBrl };
  }

  /** Takes the first option that fits, or rests where the others leave no room, demand included, and loads it. */
  #insert({ job, options, freeRun }: Candidate, mayRest = false): Choice {
    let best: Choice | undefined;
    let bestBrl = Number.POSITIVE_INFINITY;
    const before = this.#load.demandBrl();
    /** @returns whether it adds nothing to the demand, so that no dearer choice is better */
    const consider = (choice: Choice): boolean => {
      if (choice.run !== null && !this.#load.fits(job, choice.run.slots)) return false;
      const cost = choice.costBrl + (choice.run === null ? 0 : this.#demandOf(job, choice.run.slots) - before);
      if (cost < bestBrl) [best, bestBrl] = [choice, cost];
      return cost <= choice.costBrl;
    };
    for (const choice of options) {
      if (choice.costBrl >= bestBrl - SAME_BRL) break;
      if (consider(choice)) break;
    }
    // The cheapest run with rests where others leave no room; then also with rests at the peak of power.
    for (const belowPeak of mayRest && best !== options[0] ? [false, true] : []) {
      const run = freeRun(this.#load.roomFor(job, { belowPeak }));
      if (run === null || run.costBrl >= bestBrl - SAME_BRL || consider({ run, costBrl: run.costBrl })) break;
    }
    const taken = best ?? options.at(-1) ?? LEFT_OUT;
    if (taken.run !== null) this.#load.change(job, taken.run.slots, 1);
    return taken;
  }

  /** R$ of the demand with a run beside the others. */
  #demandOf(job: PlanJob, slots: readonly number[]): number {
    this.#load.change(job, slots, 1);
    const brl = this.#load.demandBrl();
    this.#load.change(job, slots, -1);
    return brl;
  }

  #place(index: number, choice: Choice | undefined, sign: 1 | -1): void {
    const job = this.#candidates[index]?.job;
    if (job && choice?.run) this.#load.change(job, choice.run.slots, sign);
  }

  #clear(plan: readonly Choice[]): void {
    for (const [index, choice] of plan.entries()) this.#place(index, choice, -1);
  }

  #keep(plan: readonly Choice[]): void {
    const cost = plan.reduce((sum, choice) => sum + choice.costBrl, 0) + this.#load.demandBrl();
    if (cost >= this.bestBrl) return;
    this.best = [...plan];
    this.bestBrl = cost;
  }
}

/** Some of the indices: the first by weight, the others at random; in random order. */
function pick(
  from: readonly number[],
  count: number,
  random: () => number,
  weight: (index: number) => number,
): number[] {
  const heaviest = from.toSorted((a, b) => weight(b) * (0.2 + random()) - weight(a) * (0.2 + random())).slice(0, 1);
  const others = from.filter((index) => !heaviest.includes(index));
  while (heaviest.length < count && others.length > 0)
    heaviest.push(...others.splice(Math.floor(random() * others.length), 1));
  return heaviest.toSorted(() => random() - 0.5);
}

import { type PlanInput, planDay, planSlots } from "@lamina/agronomy/plan/plan-day";
import { PlanLoad } from "@lamina/agronomy/plan/plan-load";
import { EXACT_JOBS, type PlanJob, type PlanProblem } from "@lamina/agronomy/plan/plan-model";
import { optionsOf } from "@lamina/agronomy/plan/run-options";
import { tariffTimeline } from "@lamina/agronomy/plan/tariff";
import { randomOf } from "@lamina/shared/core/random";

/**
 * How much more the plan of the day costs than the best one: than the best of all combinations (two and three machines),
 * than the result of a search of about a minute (six machines and more), and than a lower bound (each machine alone on
 * the farm); and one machine than the best of all rests. Sums in R$. Farms and searches have fixed seeds and numbers of rounds, so that the costs are the same on
 * every machine.
 *
 *   npm run bench:plan -- [machines, such as 6 20 60]
 */
const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [2, 3, 4, 5, 6, 10, 20, 40, 60];
/** Farms whose costs are summed, by the number of machines. */
const FARMS: Readonly<Record<number, number>> = { 2: 10, 3: 3, 4: 60, 5: 60 };
/** Machines up to which every combination is tried here. */
const MAX_BRUTE = 3;
/** Rounds of the long search: about a minute. */
const LONG_ROUNDS = 1_200_000;
const FROM_MINUTE = 7 * 60;
const DAYS = 5;
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const TARIFF = [
  { days: EVERY_DAY, from: "21:30", to: "06:00", kind: "reserved", brlKwh: 0.14 },
  { days: EVERY_DAY, from: "18:00", to: "21:00", kind: "peak", brlKwh: 2.3 },
  { days: EVERY_DAY, from: "00:00", to: "00:00", kind: "offpeak", brlKwh: 0.45 },
] as const;
const timeline = tariffTimeline(
  TARIFF.map((window) => ({ ...window, days: [...window.days] })),
  1,
  DAYS,
);

/** A random farm with pumps for about half of its machines at once. */
function farmOf(machines: number, seed: number): PlanInput {
  const random = randomOf(seed * 7919 + machines);
  const between = (low: number, high: number) => low + (high - low) * random();
  const jobs = Array.from({ length: machines }, (_, index): PlanJob => {
    const critical = between(0, 60);
    const brlHour = between(5, 80);
    return {
      id: `P${String(index).padStart(2, "0")}`,
      sourceId: index % 2 === 0 ? "river" : "dam",
      permitIds: ["permit"],
      hours: between(6, 36),
      maxHoursDay: 21,
      flowM3h: between(100, 400),
      pumpKw: between(40, 160),
      hoursToCritical: critical,
      lostBrlByHour: Array.from({ length: 120 }, (__, hour) => brlHour * Math.max(0, hour - critical)),
    };
  });
  const flow = (sourceId: string) =>
    jobs.filter((job) => job.sourceId === sourceId).reduce((sum, { flowM3h }) => sum + flowM3h, 0);
  const largestFlow = Math.max(...jobs.map(({ flowM3h }) => flowM3h));
  return {
    jobs,
    sources: ["river", "dam"].map((id) => ({ id, flowM3h: Math.max(largestFlow, 0.5 * flow(id)) })),
    permits: [{ id: "permit", m3h: Math.max(largestFlow, 0.45 * (flow("river") + flow("dam"))), hoursDay: 22 }],
    timeline,
    fromMinute: FROM_MINUTE,
    contract: { kw: 60 * machines, brlKw: 25 },
    waterBrlM3: 0.02,
  };
}

const problemOf = (input: PlanInput): PlanProblem => ({
  jobs: input.jobs,
  slots: planSlots(input),
  sources: input.sources,
  permits: input.permits ?? [],
  ...(input.contract && { contract: input.contract }),
  waterBrlM3: input.waterBrlM3 ?? 0,
});

/** The cost of the best of all combinations of starts, or of leaving machines out. */
function bruteForce(problem: PlanProblem): number {
  const load = new PlanLoad(problem);
  let best = Number.POSITIVE_INFINITY;
  const ways = problem.jobs.map((job) => ({ job, ...optionsOf(job, problem) }));
  const descend = (index: number, spent: number): void => {
    const way = ways[index];
    if (way === undefined) {
      best = Math.min(best, spent + load.demandBrl());
      return;
    }
    descend(index + 1, spent + way.leftOutBrl);
    for (const { slots, costBrl } of way.options) {
      if (!load.fits(way.job, slots)) continue;
      load.change(way.job, slots, 1);
      descend(index + 1, spent + costBrl);
      load.change(way.job, slots, -1);
    }
  };
  descend(0, 0);
  return best;
}

/** A lower bound on the cost of any plan: each machine as if it were alone. */
const boundOf = (problem: PlanProblem) =>
  problem.jobs.reduce((sum, job) => {
    const { options, leftOutBrl } = optionsOf(job, problem);
    return sum + Math.min(leftOutBrl, options[0]?.costBrl ?? leftOutBrl);
  }, 0);

function timed<Value>(work: () => Value): [Value, number] {
  const started = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(started);
  return [value, (user + system) / 1e6];
}

/** Farms whose runs of one machine are compared with the best of all rests. */
const RESTING_FARMS = 200;

/** The least cost of one run whose half hours are free, without a least stretch: its cheapest ones, the last in part. */
function freeRests(job: PlanJob, { slots, waterBrlM3 }: PlanProblem): number {
  const lost = (hours: number) => job.lostBrlByHour[Math.min(job.lostBrlByHour.length, Math.ceil(hours)) - 1] ?? 0;
  const costs = slots
    .filter(({ isOpen }) => isOpen)
    .map(
      ({ index, brlKwh }) => (brlKwh ?? 0) * job.pumpKw + job.flowM3h * waterBrlM3 + lost((index + 1) / 2) / job.hours,
    )
    .toSorted((a, b) => a - b);
  return costs.reduce((sum, brl, index) => sum + brl * Math.min(0.5, Math.max(0, job.hours - index / 2)), 0);
}

/** Mean and worst gap of plans of one machine to free rests: of runs that end within the plan. */
function printRests(): void {
  const gaps = Array.from({ length: RESTING_FARMS }, (_, index) => farmOf(1, index + 1)).flatMap((farm) => {
    const { contract: _contract, ...input } = { ...farm, sources: [], permits: [] };
    const { placements, costBrl } = planDay(input);
    const [job, placed] = [input.jobs[0], placements[0]];
    if (!job || !placed || placed.startMinute === null) return [];
    return [costBrl / freeRests(job, problemOf(input)) - 1];
  });
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  console.log(
    `free rests, one machine: ${gaps.length} runs, mean ${(100 * mean).toFixed(2)} %, worst ${(100 * Math.max(...gaps)).toFixed(2)} %`,
  );
}

const percent = (cost: number, than: number) => `${((100 * (cost - than)) / Math.max(1, than)).toFixed(1)} %`;
const print = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);

print([
  "machines",
  "farms",
  "above brute force",
  "above the minute's search",
  "above the bound",
  "s of CPU",
  "longest",
  "s of the search",
]);
print(["---", "---", "---", "---", "---", "---", "---", "---"]);
for (const machines of SIZES) {
  const farms = FARMS[machines] ?? 1;
  const sum = { plan: 0, brute: 0, long: 0, bound: 0, seconds: 0, longest: 0, longSeconds: 0 };
  let exact = 0;
  for (let seed = 1; seed <= farms; seed += 1) {
    const input = farmOf(machines, seed);
    const [plan, took] = timed(() => planDay(input));
    const [long, longTook] =
      machines <= EXACT_JOBS ? [plan, 0] : timed(() => planDay({ ...input, rounds: LONG_ROUNDS }));
    exact += Number(plan.exact);
    sum.plan += plan.costBrl;
    sum.brute += machines <= MAX_BRUTE ? bruteForce(problemOf(input)) : 0;
    sum.long += long.costBrl;
    sum.bound += boundOf(problemOf(input));
    sum.seconds += took / farms;
    sum.longest = Math.max(sum.longest, took);
    sum.longSeconds += longTook / farms;
  }
  print([
    machines,
    farms,
    machines <= MAX_BRUTE ? percent(sum.plan, sum.brute) : exact > 0 ? `exact: ${exact}` : "",
    machines <= EXACT_JOBS ? "" : percent(sum.plan, sum.long),
    percent(sum.plan, sum.bound),
    sum.seconds.toFixed(2),
    sum.longest.toFixed(2),
    machines <= EXACT_JOBS ? "" : sum.longSeconds.toFixed(0),
  ]);
}
printRests();

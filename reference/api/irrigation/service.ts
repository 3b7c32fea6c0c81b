import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Context } from "../core/context.ts";
import type { Database } from "../core/database/open.ts";
import type { Job } from "../core/jobs.ts";
import type { RecordChanged } from "../core/record-changed.ts";
import type { Telemetry } from "../telemetry/service.ts";
import { type Balances, createBalances } from "./balance/service.ts";
import { createSettling } from "./balance/settling.ts";
import { recordsChanged as markRecords, weatherChanged } from "./balance/stale-sectors.ts";
import { changedFacts } from "./changed-facts.ts";
import { createRecommendationSchedule } from "./decisions/advice/recommendation-schedule.ts";
import type { PermitLimits } from "./decisions/plan/plans.ts";
import { createDecisions, type Decisions } from "./decisions/service.ts";
import type { BudgetPrices } from "./decisions/state/budget-prices.ts";
import { createDetections, type Detections } from "./detections/service.ts";
import { budgetPrices } from "./water-use/budget-prices.ts";
import { createMonthUses, type MonthUses } from "./water-use/month-use.ts";
import { permitLimits } from "./water-use/permit-limits.ts";
import { createWaterings, type Waterings } from "./waterings/service.ts";

/** Interval at which marked balances are computed, and due recommendations. */
const BALANCE_INTERVAL_MS = 1_000;
/** Interval at which reports of panels become waterings. */
const RUNS_INTERVAL_MS = 30_000;
/** Longer, because probes change slowly. */
const DETECTION_INTERVAL_MS = 10 * MINUTE_MS;
/** Interval at which the plans of new recommendations are made where no person asks for them. */
const PLAN_INTERVAL_MS = 30_000;

/** The services of irrigation, one per room, and their jobs. */
export interface Irrigation {
  balances: Balances;
  waterings: Waterings;
  detections: Detections;
  decisions: Decisions;
  /** The remaining limits of the permits of some farms, and the hours of today of their systems. */
  permitLimits: PermitLimits;
  monthUses: MonthUses;
  /** Recomputes all marked balances, and then the recommendations. */
  settle(clientId?: string): Promise<void>;
  jobs: Job[];
}

interface IrrigationSources {
  telemetry: Pick<Telemetry, "hourAggregates" | "latest" | "pivotHistory" | "pivotLatest">;
}

export function createIrrigation(
  context: Pick<Context, "database" | "clock" | "events" | "log">,
  { telemetry }: IrrigationSources,
): Irrigation {
  const { database, events } = context;
  const monthUses = createMonthUses({ database, telemetry, events });
  const prices: BudgetPrices = (...asked) => budgetPrices({ database, telemetry }, ...asked);
  const schedule = createRecommendationSchedule(context, telemetry, prices);
  const settling = createSettling(context, schedule);
  const balances = createBalances(context, { settling });
  const waterings = createWaterings(context, { telemetry, announce, onWatered: schedule.sectorsChanged });
  const detections = createDetections(context, { telemetry, settling, announce });
  const limits: PermitLimits = (...asked) => permitLimits(monthUses, ...asked);
  const decisions = createDecisions(context, {
    telemetry,
    balances,
    settling,
    permitLimits: limits,
    budgetPrices: prices,
  });

  /** Stores the effects of records with them: removal of duplicates, marks of balances. */
  async function followUp(transaction: Database, changes: readonly RecordChanged[]): Promise<RecordChanged[]> {
    await markRecords(transaction, changedFacts(changes));
    return waterings.followUp(transaction, changes);
  }

  async function recordsChanged(changes: readonly RecordChanged[]): Promise<void> {
    const apart = changes.filter((change) => !events.wasWithin(change));
    const all = await database.transaction((transaction) => events.emitWithin(transaction, "record", apart));
    if (all.length > apart.length) await announce(all.slice(apart.length));
    await schedule.recordsChanged(changedFacts(changes));
    const water = changes.filter(({ entity }) => entity === "Watering" || entity === "Rain");
    for (const clientId of new Set(water.map((change) => change.clientId)))
      await detections.withdrawExplained(clientId);
  }

  /** A read stores the runs of the plans. */
  async function recordPlans(clientId?: string): Promise<void> {
    for (const id of clientId === undefined ? await decisions.unplanned() : [clientId])
      await decisions.overview({ clientIds: [id] });
  }

  /** Changes by irrigation itself, which it handles before other rooms receive them. */
  const handled = new WeakSet<RecordChanged>();
  async function announce(changes: readonly RecordChanged[]): Promise<void> {
    await recordsChanged(changes);
    for (const change of changes) handled.add(change);
    await events.emitAll("record", changes);
  }

  events.within("record", followUp);
  events.within("weather", weatherChanged);
  events.onAll("record", (changes) => recordsChanged(changes.filter((change) => !handled.has(change))));
  events.on("weather", async (event) => {
    if (!events.wasWithin(event)) await weatherChanged(database, [event]);
  });
  events.on("forecast", schedule.forecastChanged);
  events.on("readings", schedule.readingsStored);
  events.on("pivotStatus", waterings.pivotReported);

  return {
    balances,
    waterings,
    detections,
    decisions,
    permitLimits: limits,
    monthUses,
    settle: settling.settle,
    jobs: [
      { name: "reported runs", intervalMs: RUNS_INTERVAL_MS, take: waterings.takeReported, run: waterings.followRuns },
      { name: "pivot runs", intervalMs: RUNS_INTERVAL_MS, run: () => waterings.followRuns() },
      { name: "balance", intervalMs: BALANCE_INTERVAL_MS, due: settling.due, run: settling.work },
      { name: "day plans", intervalMs: PLAN_INTERVAL_MS, due: decisions.unplanned, run: recordPlans },
      { name: "unrecorded irrigation", intervalMs: DETECTION_INTERVAL_MS, run: detections.detect },
    ],
  };
}

import type { WetRun } from "@lamina/agronomy/machine/wet-run";
import { LAST_ZONE } from "@lamina/shared/farm";
import { addDays, type FarmDay, farmDay } from "@lamina/shared/farm-time";
import type { Balance, Detection, DetectionResolve, Projection, Recommendation } from "@lamina/shared/irrigation";
import type { ImportReply, views } from "@lamina/shared/views";
import { eq, type SQL } from "drizzle-orm";
import type * as z from "zod";
import type { Context } from "../core/context.ts";
import type { Job } from "../core/jobs.ts";
import type { Caller } from "../http/caller.ts";
import type { ImportRequest } from "../records/import.ts";
import { pivotSectors } from "../schema/farms.ts";
import type { Telemetry } from "../telemetry/service.ts";
import { type Adjustment, storeAdjustment } from "./balance/adjustments.ts";
import { previewSeason } from "./balance/preview.ts";
import { recomputeMarked } from "./balance/recompute-stale.ts";
import { createStaleSectors } from "./balance/stale-sectors.ts";
import { rowsBetween } from "./balance/store.ts";
import { recommendPast } from "./decisions/backfill.ts";
import { createDecisions, type DecidedClient, prioritized, standing } from "./decisions/decisions.ts";
import { createPlans, type FarmPlan } from "./decisions/plans.ts";
import { projectionOf } from "./decisions/projection.ts";
import { loadStates, type SectorState } from "./decisions/sector-state.ts";
import { loadSummaries } from "./decisions/sensor-summaries.ts";
import type { NamedSummary } from "./decisions/sensor-summary.ts";
import { latestRecommendations } from "./decisions/store.ts";
import { createDetector, openDetections } from "./detections/detect.ts";
import { resolveDetection } from "./detections/resolve.ts";
import { withdrawExplained } from "./detections/withdraw.ts";
import { createRunFollower } from "./waterings/follow-runs.ts";
import { importWaterings } from "./waterings/import.ts";
import { replaceTelemetry } from "./waterings/replace-telemetry.ts";
import { runsUnderWay } from "./waterings/run-store.ts";

export type { SectorState } from "./decisions/sector-state.ts";
export type { NamedSummary } from "./decisions/sensor-summary.ts";

/** What is marked is computed this soon. */
const BALANCE_INTERVAL_MS = 1_000;
/** Decisions that are due are looked for this often: the hour of decision, data that became stale. */
const DECISION_INTERVAL_MS = 60_000;

/** What panels said is turned into waterings this often. */
const RUNS_INTERVAL_MS = 30_000;
/** Probes change slowly. */
const DETECTION_INTERVAL_MS = 10 * 60_000;

/** How some sectors stand, and what is recommended for them. */
interface Overview {
  states: SectorState[];
  /** By sector. */
  recommendations: Map<string, Recommendation>;
}

/** Daily water balance of sectors and what follows from it. Reads see every change that was marked before them. */
export interface Irrigation {
  /** Rows of a sector from a day to a day, both included, in order; none after yesterday. */
  balance(sectorId: string, from: FarmDay, to: FarmDay): Promise<Balance[]>;
  /** The same, with the days from today on as projected with the forecast's rain. */
  balanceAhead(sectorId: string, from: FarmDay, to: FarmDay): Promise<Balance[]>;
  /** Marks sectors of a client to be computed again from a day on. */
  markStale(clientId: string, sectorIds: readonly string[], from: FarmDay): Promise<void>;
  /** Computes all that is marked, and what is recommended after it. */
  settle(): Promise<void>;
  /** The standing recommendation of each of a client's sectors that are in season. */
  recommendations(clientId: string): Promise<Recommendation[]>;
  /** Writes what would have been recommended on past mornings of clients whose history was taken in at once. */
  recommendPast(clientIds: readonly string[]): Promise<void>;
  /** Seven days ahead of a sector; undefined where there is no such sector. */
  projection(sectorId: string, grossMm?: number): Promise<Projection | undefined>;
  /** Seven days ahead of each sector. */
  projections(states: readonly SectorState[]): Map<string, Projection>;
  /** State and recommendation of the sectors that meet a condition on the columns of sectors, pivots and farms. */
  overview(condition: SQL | undefined): Promise<Overview>;
  /** The plano do dia of each farm. */
  plans(overview: Overview): Promise<FarmPlan[]>;
  /** @throws HttpProblem 400 */
  adjust(caller: Caller, adjustment: Adjustment & { clientId: string }): Promise<void>;
  /** Computes a sector again from a day on, or from its planting. */
  recompute(clientId: string, sectorId: string, from: FarmDay | undefined): Promise<void>;
  /** @throws HttpProblem 400 */
  preview(clientId: string, season: z.output<typeof views.balancePreview.body>): Promise<Balance[]>;
  /** What waits for a person's word in the sectors of some states. */
  detections(sectorIds: readonly string[]): Promise<Detection[]>;
  /** @returns false where the detection was not open any more */
  resolve(caller: Caller, site: SectorState["site"], given: z.output<typeof DetectionResolve>): Promise<boolean>;
  importWaterings(sites: readonly SectorState["site"][], request: ImportRequest): Promise<ImportReply>;
  /** Sweep of the arm in the revolution that is under way, by pivot. */
  revolutions(pivotIds: readonly string[]): Promise<Map<string, WetRun>>;
  /** What the monitors of some sectors measure, by sector. */
  sensorSummaries(states: readonly SectorState[]): Promise<Map<string, NamedSummary[]>>;
  jobs: Job[];
}

export interface IrrigationSources {
  telemetry: Pick<Telemetry, "hourAggregates" | "latest" | "pivotHistory">;
}

export function createIrrigation(
  context: Pick<Context, "database" | "clock" | "events" | "log">,
  { telemetry }: IrrigationSources,
): Irrigation {
  const { database, clock, events } = context;
  const stale = createStaleSectors(database, events);
  const decisions = createDecisions(context);
  const plans = createPlans(database);
  const runs = createRunFollower(context, telemetry, decisions.changed);
  const detector = createDetector(context, telemetry);
  events.on("record", async ({ clientId, entity, before, after }) => {
    if (entity === "Watering" && !before && after?.source === "manual")
      await replaceTelemetry(context, clientId, [after]);
    if (entity === "Watering" || entity === "Rain") await withdrawExplained(context, clientId);
  });
  let isStarted = false;
  let turn: Promise<unknown> = Promise.resolve();

  /** One after another: two computations of a sector would only wait for each other. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  }

  async function computeMarked() {
    if (!isStarted) await stale.markAll();
    isStarted = true;
    return Map.groupBy(await recomputeMarked(context, stale), ({ clientId }) => clientId);
  }

  async function settle(): Promise<void> {
    // Told when the turn is over: whoever hears it may ask for what was computed.
    const clients = await inTurn(computeMarked);
    for (const [clientId, own] of clients) {
      const from = own.map((sector) => sector.from).reduce((a, b) => (a < b ? a : b));
      await events.emit("balance", { clientId, sectorIds: own.map(({ sectorId }) => sectorId), from });
    }
    await tellDecided(await inTurn(decisions.decideChanged));
  }

  async function tellDecided(decided: readonly DecidedClient[]): Promise<void> {
    for (const client of decided) await events.emit("recommendation", client);
  }

  const upToDate = async () => {
    if (stale.count() > 0) await settle();
  };

  async function overview(condition: SQL | undefined): Promise<Overview> {
    await upToDate();
    const now = clock.now();
    const states = await loadStates(database, condition, now);
    const since = states.map(({ today }) => addDays(today, -1)).reduce((a, b) => (a < b ? a : b), "9999-12-31");
    const sectorIds = states.map(({ site }) => site.sector._id);
    const stored = sectorIds.length > 0 ? await latestRecommendations(database, sectorIds, since) : new Map();
    const given = states.flatMap((state) => standing(state, stored.get(state.site.sector._id), now) ?? []);
    return { states, recommendations: new Map(prioritized(given).map((one) => [one.sectorId, one] as const)) };
  }

  async function balance(sectorId: string, from: FarmDay, to: FarmDay): Promise<Balance[]> {
    await upToDate();
    return rowsBetween(database, [sectorId], from, to);
  }

  async function projection(sectorId: string, grossMm?: number): Promise<Projection | undefined> {
    await upToDate();
    const [state] = await loadStates(database, eq(pivotSectors._id, sectorId), clock.now());
    return state && projectionOf(state, grossMm);
  }

  return {
    settle,
    overview,
    balance,
    projection,
    markStale: stale.mark,
    recommendPast: (clientIds) => recommendPast(database, clientIds, clock.now()),
    projections: (states) => new Map(states.map((state) => [state.site.sector._id, projectionOf(state)] as const)),
    plans: ({ states, recommendations }) => plans(states, recommendations),

    async balanceAhead(sectorId, from, to) {
      const past = await balance(sectorId, from, to);
      // Days that are over everywhere need no projection.
      if (to < farmDay(clock.now().getTime(), LAST_ZONE)) return past;
      const ahead = (await projection(sectorId))?.withRain ?? [];
      return [...past, ...ahead.filter(({ date }) => date >= from && date <= to)];
    },

    async recommendations(clientId) {
      const { recommendations } = await overview(eq(pivotSectors.clientId, clientId));
      return [...recommendations.values()];
    },

    async adjust(caller, adjustment) {
      await upToDate();
      await storeAdjustment(database, caller, { ...adjustment, now: clock.now() });
      await stale.mark(adjustment.clientId, [adjustment.sectorId], adjustment.date);
      await settle();
    },

    async recompute(clientId, sectorId, from = EARLIEST) {
      await stale.mark(clientId, [sectorId], from);
      await settle();
    },

    preview: (clientId, body) => previewSeason(database, { clientId, body, now: clock.now() }),

    detections: (sectorIds) => openDetections(database, sectorIds),
    resolve: async (caller, site, given) => {
      const isDone = await resolveDetection(context, caller, site, given);
      await settle();
      return isDone;
    },
    async importWaterings(sites, request) {
      const { reply, added, changed } = await importWaterings(database, sites, request);
      await replaceTelemetry(context, request.clientId, added);
      for (const [sectorId, from] of changed) await stale.mark(request.clientId, [sectorId], from);
      if (added.length > 0)
        await events.emit("record", { clientId: request.clientId, entity: "Watering", recordId: request.key });
      return reply;
    },
    sensorSummaries: (states) => loadSummaries({ database, telemetry }, states, clock.now()),
    revolutions: (pivotIds) => runsUnderWay(database, pivotIds),

    jobs: [
      { name: "pivot runs", intervalMs: RUNS_INTERVAL_MS, run: runs.settle },
      { name: "balance", intervalMs: BALANCE_INTERVAL_MS, run: settle },
      {
        name: "recommendations",
        intervalMs: DECISION_INTERVAL_MS,
        run: async () => tellDecided(await inTurn(decisions.decideDue)),
      },
      { name: "unrecorded irrigation", intervalMs: DETECTION_INTERVAL_MS, run: detector.detect },
    ],
  };
}

/** Before every season. */
const EARLIEST: FarmDay = "1900-01-01";

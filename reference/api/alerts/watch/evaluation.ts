import { addDays, farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { AlertType } from "@lamina/shared/records/alert";
import type { Context } from "../../core/context.ts";
import type { Decisions } from "../../irrigation/decisions/service.ts";
import type { Irrigation } from "../../irrigation/service.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import type { NotificationRow } from "../inbox/inbox-store.ts";
import { type FarmTree, loadFarmTree } from "../observe/farm-tree.ts";
import type { Observation } from "../observe/observation.ts";
import { watchCommands } from "./commands.ts";
import { watchDevices } from "./devices.ts";
import { createDivergenceWatch } from "./divergence.ts";
import { watchPermitEnds } from "./permit-end.ts";
import { watchPermits } from "./permits.ts";
import { watchPivots } from "./pivots.ts";
import { createHourly, watchRuns } from "./runs.ts";
import { watchBalances, watchRecommendations } from "./sectors.ts";
import type { Places } from "./touched.ts";
import { watchForecasts, watchStations } from "./weather.ts";

/** The facts of one evaluation. */
export interface Evaluation {
  clientIds: readonly string[];
  observations: Observation[];
  /** Types of alerts that it looked for; undefined for all. */
  types?: readonly AlertType[];
  /** Of an evaluation of whole clients: when each one's days end (ms since the epoch), or what it reused. */
  nextAt?: ReadonlyMap<string, number>;
  /** Whether it would have seen the situation of an open alert of these types. */
  covers(row: NotificationRow): boolean;
}

/** The watch that raises and ends each type. Those of `all` run only for whole clients. */
const WATCH_OF = {
  "pivot-stopped": "panel",
  "pivot-started": "panel",
  "pivot-fault": "panel",
  "runs-out-of-service": "panel",
  "command-unproved": "panel",
  "low-pressure": "panel",
  power: "panel",
  stress: "balance",
  excess: "balance",
  "irrigate-today": "decision",
  "stop-run": "run",
  rain: "weather",
  frost: "weather",
  "low-humidity": "weather",
  wind: "weather",
  "device-silent": "device",
  "device-unusable": "device",
  "low-battery": "device",
  permit: "all",
  "permit-ended": "all",
  "balance-diverges": "all",
} as const satisfies Readonly<Record<AlertType, string>>;
type Watch = (typeof WATCH_OF)[AlertType];

export const typesOf = (watch: Watch): AlertType[] => AlertType.options.filter((type) => WATCH_OF[type] === watch);

export interface EvaluationSources {
  telemetry: Pick<Telemetry, "latest" | "dayAggregates">;
  decisions: Pick<Decisions, "overview" | "states" | "sensorSummaries">;
  monthUses: Irrigation["monthUses"];
  permitLimits: Irrigation["permitLimits"];
}

/** Looks at the farms: at everything of some clients, or at the places that events touched. */
export function createEvaluator({ database, clock }: Pick<Context, "database" | "clock">, sources: EvaluationSources) {
  const { telemetry, decisions, monthUses, permitLimits } = sources;
  const listeningSince = clock.now();
  const watchDivergence = createDivergenceWatch(decisions);
  const hourly = createHourly();

  return {
    async atAll(clientIds: readonly string[], now: Date): Promise<Evaluation> {
      const sites = await loadFarmTree(database, clientIds);
      const divergence = await watchDivergence(sites, now);
      const observations = [
        ...(await watchPivots(database, sites, now)),
        ...(await watchCommands(database, sites, now)),
        ...(await watchBalances(database, sites, now)),
        ...(await watchRecommendations({ database, decisions }, sites, now)),
        ...(await watchRuns({ database, decisions }, sites)),
        ...(await watchStations(database, telemetry, sites, now)),
        ...(await watchForecasts(database, sites, now)),
        ...(await watchDevices(database, sites, now, listeningSince)),
        ...(await watchPermits(monthUses, sites, now)),
        ...(await watchPermitEnds({ database, monthUses, permitLimits }, sites, now)),
        ...divergence.observations,
      ];
      return { clientIds, observations, covers: () => true, nextAt: nextTimes(sites, divergence.nextAt, now) };
    },

    /** Calls only the watches of these places, so that its cost does not grow with the client. */
    async at(places: Places, clientIds: readonly string[], now: Date): Promise<Evaluation> {
      const { weatherIds, panelIds, sectorIds, decidedIds, deviceIds } = places;
      const sites = await loadFarmTree(database, clientIds, places);
      const pivotsIn = (ids: ReadonlySet<string>) => ({ ...sites, pivots: only(sites.pivots, ids) });
      const weather: FarmTree = { ...sites, farms: only(sites.farms, weatherIds) };
      const decided = [...sites.sectors].filter(([, { pivotId }]) => decidedIds.has(pivotId ?? ""));
      const observations: Observation[] = [];
      const types: AlertType[] = [];
      const add = async (ids: ReadonlySet<string>, watch: Watch, observe: () => Promise<Observation[]>) => {
        if (ids.size === 0) return;
        types.push(...typesOf(watch));
        observations.push(...(await observe()));
      };
      await add(panelIds, "panel", async () => [
        ...(await watchPivots(database, pivotsIn(panelIds), now)),
        ...(await watchCommands(database, pivotsIn(panelIds), now)),
      ]);
      await add(sectorIds, "balance", () =>
        watchBalances(database, { ...sites, sectors: only(sites.sectors, sectorIds) }, now),
      );
      await add(decidedIds, "decision", () =>
        watchRecommendations({ database, decisions }, { ...sites, sectors: new Map(decided) }, now),
      );
      const runIds = hourly.due(new Set([...panelIds, ...decidedIds]), decidedIds, now);
      await add(runIds, "run", () => watchRuns({ database, decisions }, pivotsIn(runIds)));
      await add(weatherIds, "weather", async () => [
        ...(await watchStations(database, telemetry, weather, now)),
        ...(await watchForecasts(database, weather, now)),
      ]);
      await add(deviceIds, "device", () => watchDevices(database, sites, now, listeningSince, deviceIds));
      const covers = ({ type, key, farmId, pivotId, sectorId }: NotificationRow) => {
        const isCovered: Record<Watch, boolean> = {
          panel: panelIds.has(pivotId ?? ""),
          balance: sectorIds.has(sectorId ?? ""),
          decision: decidedIds.has(pivotId ?? ""),
          run: runIds.has(pivotId ?? ""),
          weather: weatherIds.has(farmId ?? ""),
          // The key of a device's alert is its type, the device and, with a threshold, that.
          device: deviceIds.has(key.split(/[:@]/)[1] ?? ""),
          all: false,
        };
        return isCovered[WATCH_OF[type]];
      };
      return { clientIds, observations, types, covers };
    },
  };
}

/** Clients end their day apart, so that they are not all evaluated in the same second. */
const SPREAD_MS = 5 * MINUTE_MS;

/** The end of each client's day: of its farms and of UTC, by which the watches cut some queries. */
function nextTimes(sites: FarmTree, reused: ReadonlyMap<string, number>, now: Date): Map<string, number> {
  const zones = Map.groupBy(sites.farms.values(), ({ clientId }) => clientId);
  return new Map(
    sites.clientIds.map((clientId) => {
      const own = new Set(["UTC", ...(zones.get(clientId) ?? []).map(({ timezone }) => timezone)]);
      const midnights = [...own].map((zone) => startOfFarmDay(addDays(farmDay(now.getTime(), zone), 1), zone));
      const ofDay = Math.min(...midnights) + (hashOf(clientId) % SPREAD_MS);
      return [clientId, Math.min(ofDay, reused.get(clientId) ?? Number.POSITIVE_INFINITY)] as const;
    }),
  );
}

const hashOf = (text: string) => [...text].reduce((hash, letter) => (31 * hash + letter.charCodeAt(0)) >>> 0, 0);

function only<T>(byId: ReadonlyMap<string, T>, ids: ReadonlySet<string>): Map<string, T> {
  return new Map([...byId].filter(([_id]) => ids.has(_id)));
}

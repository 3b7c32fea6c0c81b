import type { AlertType } from "@lamina/shared/records/alert";
import type { Context } from "../../core/context.ts";
import type { Decisions } from "../../irrigation/decisions/service.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import type { NotificationRow } from "../inbox/inbox-store.ts";
import { type FarmTree, loadFarmTree } from "../observe/farm-tree.ts";
import type { Observation } from "../observe/observation.ts";
import { watchDevices } from "./devices.ts";
import { createDivergenceWatch } from "./divergence.ts";
import { watchPermits } from "./permits.ts";
import { watchPivots } from "./pivots.ts";
import { watchBalances, watchRecommendations } from "./sectors.ts";
import type { Places } from "./touched.ts";
import { watchForecasts, watchStations } from "./weather.ts";

/** The facts of one evaluation. */
export interface Look {
  clientIds: readonly string[];
  observations: Observation[];
  /** Types of alerts that it looked for; undefined for all. */
  types?: readonly AlertType[];
  /** Whether it would have seen the situation of an open alert of these types. */
  covers(row: NotificationRow): boolean;
}

const PANEL: readonly AlertType[] = ["pivot-stopped", "pivot-started", "pivot-fault", "low-pressure", "power"];
const BALANCE: readonly AlertType[] = ["stress", "excess"];
const DECISION: readonly AlertType[] = ["irrigate-today"];
const WEATHER: readonly AlertType[] = ["rain", "frost", "low-humidity", "wind"];
const DEVICE: readonly AlertType[] = ["device-silent", "low-battery"];

interface LookSources {
  telemetry: Pick<Telemetry, "latest" | "dayAggregates" | "hourAggregates">;
  decisions: Pick<Decisions, "states" | "sensorSummaries">;
}

/** Looks at the farms: at everything of some clients, or at the places that events touched. */
export function createLooks({ database, clock }: Pick<Context, "database" | "clock">, sources: LookSources) {
  const { telemetry, decisions } = sources;
  const listeningSince = clock.now();
  const watchDivergence = createDivergenceWatch(decisions);

  return {
    async atAll(clientIds: readonly string[], now: Date): Promise<Look> {
      const sites = await loadFarmTree(database, clientIds);
      const observations = [
        ...(await watchPivots(database, sites, now)),
        ...(await watchBalances(database, sites, now)),
        ...(await watchRecommendations(database, sites, now)),
        ...(await watchStations(database, telemetry, sites, now)),
        ...(await watchForecasts(database, sites, now)),
        ...(await watchDevices(database, sites, now, listeningSince)),
        ...(await watchPermits({ database, telemetry }, sites, now)),
        ...(await watchDivergence(sites, now)),
      ];
      return { clientIds, observations, covers: () => true };
    },

    /** Calls only the watches of these places, so that its cost does not grow with the client. */
    async at(places: Places, clientIds: readonly string[], now: Date): Promise<Look> {
      const { weatherIds, panelIds, sectorIds, decidedIds, deviceIds } = places;
      const sites = await loadFarmTree(database, clientIds, places);
      const pivotsIn = (ids: ReadonlySet<string>) => ({ ...sites, pivots: only(sites.pivots, ids) });
      const weather: FarmTree = { ...sites, farms: only(sites.farms, weatherIds) };
      const decided = [...sites.sectors].filter(([, { pivotId }]) => decidedIds.has(pivotId ?? ""));
      const observations: Observation[] = [];
      const types: AlertType[] = [];
      const add = async (
        ids: ReadonlySet<string>,
        found: readonly AlertType[],
        watch: () => Promise<Observation[]>,
      ) => {
        if (ids.size === 0) return;
        types.push(...found);
        observations.push(...(await watch()));
      };
      await add(panelIds, PANEL, () => watchPivots(database, pivotsIn(panelIds), now));
      await add(sectorIds, BALANCE, () =>
        watchBalances(database, { ...sites, sectors: only(sites.sectors, sectorIds) }, now),
      );
      await add(decidedIds, DECISION, () =>
        watchRecommendations(database, { ...sites, sectors: new Map(decided) }, now),
      );
      await add(weatherIds, WEATHER, async () => [
        ...(await watchStations(database, telemetry, weather, now)),
        ...(await watchForecasts(database, weather, now)),
      ]);
      await add(deviceIds, DEVICE, () => watchDevices(database, sites, now, listeningSince, deviceIds));
      const covers = ({ type, key, farmId, pivotId, sectorId }: NotificationRow) => {
        if (PANEL.includes(type)) return panelIds.has(pivotId ?? "");
        if (BALANCE.includes(type)) return sectorIds.has(sectorId ?? "");
        if (DECISION.includes(type)) return decidedIds.has(pivotId ?? "");
        if (WEATHER.includes(type)) return weatherIds.has(farmId ?? "");
        // The key of a device's alert is its type, the device and, with a threshold, that.
        return DEVICE.includes(type) && deviceIds.has(key.split(/[:@]/)[1] ?? "");
      };
      return { clientIds, observations, types, covers };
    },
  };
}

function only<Site>(sites: ReadonlyMap<string, Site>, ids: ReadonlySet<string>): Map<string, Site> {
  return new Map([...sites].filter(([_id]) => ids.has(_id)));
}

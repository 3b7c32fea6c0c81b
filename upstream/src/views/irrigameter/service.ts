import { addDays } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { RECENT_WATERINGS_MS } from "@lamina/shared/records/irrigation";
import type { Forecast } from "@lamina/shared/views/forecast";
import type { Irrigameter, MapView, SectorDetail } from "@lamina/shared/views/irrigameter";
import type { Context } from "../../core/context.ts";
import { toJson } from "../../core/serialize.ts";
import type { SectorFilter } from "../../farms/sector-filter.ts";
import { clientSettings } from "../../farms/settings/service.ts";
import type { Caller } from "../../http/caller.ts";
import type { SectorState } from "../../irrigation/decisions/state/sector-state.ts";
import type { farms } from "../../schema/farms.ts";
import { farmForecast } from "./farm-forecast.ts";
import { mapView } from "./map-view.ts";
import { panelState } from "./panel-state.ts";
import { rainOfLastDay } from "./rain.ts";
import { sectorCard } from "./sector-card.ts";
import type { ViewSources } from "./sources.ts";
import { loadHoldings, loadUnconfirmed, loadWaterings, loadWeather } from "./store.ts";

/** Past days on a sector's page. */
const DETAIL_DAYS = 30;
/** Older planned waterings are no longer shown as unconfirmed, days. */
const ASKED_DAYS = 7;

/** The first screen, the map and the forecast, each in one answer from several services. */
export interface IrrigameterViews {
  /** `filter` selects the sectors of the client that the caller may see. */
  irrigameter(caller: Caller, clientId: string, filter: SectorFilter): Promise<Irrigameter>;
  detail(state: SectorState): Promise<SectorDetail>;
  map(caller: Caller, clientId: string, filter: SectorFilter): Promise<MapView>;
  forecast(farm: typeof farms.$inferSelect): Promise<Forecast>;
}

export function createIrrigameter(
  { database, clock }: Pick<Context, "database" | "clock">,
  sources: ViewSources,
): IrrigameterViews {
  const { irrigation, telemetry, weather } = sources;
  const { decisions } = irrigation;

  return {
    async irrigameter(caller, clientId, filter) {
      const overview = await decisions.overview(filter);
      const { states, recommendations, summaries, plans } = overview;
      const now = clock.now();
      const sectorIds = states.map(({ site }) => site.sector._id);
      const pivotIds = [...new Set(states.map(({ site }) => site.pivot._id))];
      const projections = decisions.projections(states);
      const [holdings, revolutions, rain, recent, unconfirmed, detections, yesterday, permits] = await Promise.all([
        loadHoldings(database, caller, clientId),
        irrigation.waterings.revolutions(pivotIds),
        rainOfLastDay({ database, telemetry }, states, now),
        loadWaterings(database, sectorIds, new Date(now.getTime() - RECENT_WATERINGS_MS), now),
        loadUnconfirmed(database, sectorIds, new Date(now.getTime() - ASKED_DAYS * DAY_MS), now),
        irrigation.detections.open(sectorIds),
        weatherOfYesterday(states),
        irrigation.permitLimits([...new Set(states.map(({ site }) => site.farm._id))], now),
      ]);
      const dayAgo = now.getTime() - DAY_MS;
      const latest = await telemetry.pivotLatest(holdings.pivots.map(({ _id }) => _id));
      const staleLimits = (await clientSettings(database, [clientId])).get(clientId)?.staleLimits;
      return {
        at: now.toISOString(),
        decidedAt:
          [...recommendations.values()]
            .map(({ computedAt }) => computedAt)
            .sort()
            .at(-1) ?? null,
        farms: holdings.farms.map(toJson),
        pivots: holdings.pivots.map((pivot) => ({
          ...toJson(pivot),
          ...panelState(latest, pivot._id, staleLimits, now),
        })),
        soils: holdings.soils.map(toJson),
        crops: holdings.crops.map(toJson),
        sectors: states.map((state) => {
          const sectorId = state.site.sector._id;
          const parts = {
            recommendation: recommendations.get(sectorId),
            projection: projections.get(sectorId),
            monitors: summaries.get(sectorId) ?? [],
            rain24Mm: rain.get(sectorId) ?? null,
            irrigation24Mm: (recent.get(sectorId) ?? [])
              .filter(({ start }) => start.getTime() >= dayAgo)
              .reduce((sum, { grossMm }) => sum + grossMm, 0),
            recentWaterings: (recent.get(sectorId) ?? []).map(({ sectorId: _sectorId, start, end, ...watering }) => ({
              ...watering,
              start: start.toISOString(),
              end: end?.toISOString() ?? null,
            })),
            unconfirmed: (unconfirmed.get(sectorId) ?? []).map(({ sectorId: _sectorId, ...watering }) => watering),
            irrigatedThisRevolution: sectorId in (revolutions.get(state.site.pivot._id)?.sectors ?? {}),
          };
          return sectorCard(state, parts, now);
        }),
        yesterday,
        plans,
        detections,
        permits: permits.map(({ id: _id, m3h: _m3h, pivotIds, ...permit }) => ({ ...permit, pivotIds: [...pivotIds] })),
      };
    },

    async detail(state) {
      const { site, today } = state;
      const [from, to] = [addDays(today, -DETAIL_DAYS), addDays(today, -1)];
      const [past, rain] = await Promise.all([
        irrigation.balances.rows(site.sector._id, from, to),
        weather.rainAccounts(site.farm._id, site.sector._id, from, to),
      ]);
      const counted = new Map(past.map(({ date, rainEff }) => [date, rainEff] as const));
      return {
        past,
        projection: decisions.projections([state]).get(site.sector._id) ?? NO_PROJECTION,
        rain: rain.map((day) => ({ ...day, countedMm: counted.get(day.date) ?? null })),
      };
    },

    map: (caller, clientId, filter) => mapView({ database, clock, ...sources }, caller, clientId, filter),

    forecast: async (farm) => {
      const states = await decisions.states({ farmIds: [farm._id] });
      return farmForecast({ database, clock, irrigation, weather }, farm, states);
    },
  };

  /** ETo and rain of each farm's yesterday, by a person's record or the station. */
  async function weatherOfYesterday(states: readonly SectorState[]): Promise<Irrigameter["yesterday"]> {
    const byFarm = [...new Map(states.map((state) => [state.site.farm._id, state] as const)).values()];
    if (byFarm.length === 0) return [];
    const days = byFarm.map(({ today }) => addDays(today, -1)).sort();
    const farmIds = byFarm.map(({ site }) => site.farm._id);
    const rows = await loadWeather(database, farmIds, days[0] ?? "", days.at(-1) ?? "");
    return byFarm.map(({ site, today, past }) => {
      const date = addDays(today, -1);
      const row = rows.find((other) => other.farmId === site.farm._id && other.date === date);
      const record = past.find((day) => day.date === date);
      const rainMm = record?.rainSource == null ? (row?.rain ?? null) : record.rain;
      return { farmId: site.farm._id, date, etoMm: row?.eto ?? null, rainMm };
    });
  }
}

const NO_PROJECTION = { withRain: [], withoutRain: [], rainProbPct: [] };

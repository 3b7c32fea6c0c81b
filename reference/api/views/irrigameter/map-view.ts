import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { round } from "@lamina/shared/core/units";
import type { MapView } from "@lamina/shared/views/irrigameter";
import type { Context } from "../../core/context.ts";
import { toJson } from "../../core/serialize.ts";
import type { SectorFilter } from "../../farms/sector-filter.ts";
import { clientSettings } from "../../farms/settings/service.ts";
import type { Caller } from "../../http/caller.ts";
import { sensorStatusOf } from "../../irrigation/decisions/machine-days.ts";
import { loadRainSensors } from "../../irrigation/sites/gauges.ts";
import { panelState } from "./panel-state.ts";
import { storageNow } from "./sector-card.ts";
import type { ViewSources } from "./sources.ts";
import { loadDevices, loadHoldings } from "./store.ts";

/** Days of the sum of rain, today included. */
const RAIN_DAYS = 7;

/** The map of a client, with the same statuses as the irrigâmetro. */
export async function mapView(
  { database, clock, irrigation, telemetry }: ViewSources & Pick<Context, "database" | "clock">,
  caller: Caller,
  clientId: string,
  filter: SectorFilter,
): Promise<MapView> {
  const now = clock.now();
  const [overview, holdings] = await Promise.all([
    irrigation.decisions.overview(filter),
    loadHoldings(database, caller, clientId),
  ]);
  const { states, machines, recommendations, summaries, plans } = overview;
  const staleLimits = (await clientSettings(database, [clientId])).get(clientId)?.staleLimits;
  const farmIds = holdings.farms.map(({ _id }) => _id);
  const [latest, devices, gauges] = await Promise.all([
    telemetry.pivotLatest(holdings.pivots.map(({ _id }) => _id)),
    loadDevices(database, farmIds),
    loadRainSensors(database, farmIds),
  ]);
  // Farms have different days, all within a day of UTC's.
  const today = farmDay(now.getTime(), "UTC");
  const rain = await telemetry.dayAggregates(
    gauges.map(({ _id }) => _id),
    addDays(today, -RAIN_DAYS),
    addDays(today, 1),
  );
  const zones = new Map(holdings.farms.map(({ _id, timezone }) => [_id, timezone]));
  return {
    at: now.toISOString(),
    farms: holdings.farms.map(toJson),
    pivots: holdings.pivots.map((pivot) => ({ ...toJson(pivot), ...panelState(latest, pivot._id, staleLimits, now) })),
    sectors: states.map((state) => {
      const sectorId = state.site.sector._id;
      const monitors = summaries.get(sectorId) ?? [];
      const means = monitors.flatMap(({ meanPct }) => meanPct ?? []);
      return {
        sector: toJson(state.site.sector),
        status: state.status,
        sensorStatus: sensorStatusOf(state, monitors),
        storagePct: storageNow(state),
        meanPct: means.length > 0 ? round(means.reduce((sum, mean) => sum + mean, 0) / means.length, 2) : null,
        recommendation: recommendations.get(sectorId) ?? null,
      };
    }),
    machines,
    plans,
    devices: devices.map(({ device, kind }) => ({
      _id: device._id,
      name: device.name ?? device.serial,
      kind,
      lat: device.lat,
      lon: device.lon,
      state: device.state,
      batteryPct: device.batteryPct,
      lastSeen: device.lastSeen?.toISOString() ?? null,
    })),
    rain7d: gauges.flatMap(({ _id, farmId, deviceId, lat, lon }) => {
      if (lat === null || lon === null) return [];
      const last = farmDay(now.getTime(), zones.get(farmId) ?? "UTC");
      const first = addDays(last, 1 - RAIN_DAYS);
      const days = rain.filter(({ sensorId, day }) => sensorId === _id && day >= first && day <= last);
      return [{ deviceId, lat, lon, mm: days.length > 0 ? days.reduce((total, { sum }) => total + sum, 0) : null }];
    }),
  };
}

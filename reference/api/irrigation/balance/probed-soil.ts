import { BOTTOM_M, type DryLayer, type Subsoil, subsoilBelow } from "@lamina/agronomy/balance/subsoil";
import { depthLayers } from "@lamina/agronomy/probe/depth-layers";
import { type FarmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import type { Database } from "../../core/database/open.ts";
import { hourAggregates } from "../../telemetry/store/aggregate-store.ts";
import { capacityAt, loadMonitors, type MonitorSite, moistureOf } from "../sites/monitors.ts";
import type { SectorContext } from "../sites/sectors.ts";

/**
 * The soil on the eve of a day (else on that day) by the first probe of the sector that measured below `rootIniCm`, from
 * the surface down; undefined without one. Below its reach the soil is as `beneath`, or as its deepest reading.
 */
export async function probedSoil(
  database: Database,
  { sector, farm, soil }: SectorContext,
  { day, rootIniCm }: { day: FarmDay; rootIniCm: number },
  beneath: Subsoil | undefined,
): Promise<Subsoil | undefined> {
  const monitors = await loadMonitors(database, { sectorIds: [sector._id] });
  const deep = monitors.filter(({ sensors }) => sensors.some(({ depthCm }) => depthCm > rootIniCm));
  if (deep.length === 0) return undefined;
  const dawn = startOfFarmDay(day, farm.timezone);
  const ids = deep.flatMap(({ sensors }) => sensors.map(({ _id }) => _id));
  const hours = await hourAggregates(database, ids, new Date(dawn - DAY_MS), new Date(dawn + DAY_MS));
  const eve = hours.filter(({ hour }) => hour.getTime() < dawn);
  const hoursOf = Map.groupBy(eve.length > 0 ? eve : hours, ({ sensorId }) => sensorId);
  for (const site of deep) {
    const layers = dryLayers(site, soil, hoursOf);
    const last = layers.at(-1);
    const isDeep = layers.some(({ depthCm }) => depthCm > rootIniCm);
    if (last === undefined || !isDeep) continue;
    const probed = layers.map(({ toM, dry }): DryLayer => ({ toM, dry }));
    return beneath ? [...probed, ...subsoilBelow(beneath, last.toM)] : [...probed, { toM: BOTTOM_M, dry: last.dry }];
  }
  return undefined;
}

function dryLayers(
  { monitor, sensors, soil: own }: MonitorSite,
  sectorSoil: SectorContext["soil"],
  hoursOf: ReadonlyMap<string, readonly { sum: number; count: number }[]>,
): (DryLayer & { depthCm: number })[] {
  const soil = own ?? sectorSoil;
  const heard = sensors.flatMap((sensor) => {
    const hours = hoursOf.get(sensor._id) ?? [];
    const count = hours.reduce((sum, hour) => sum + hour.count, 0);
    const value = hours.reduce((sum, hour) => sum + hour.sum, 0) / count;
    const { fcPct, wpPct } = capacityAt(sensor, soil, monitor);
    if (count === 0 || sensor.depthCm <= 0 || fcPct <= wpPct) return [];
    const dry = (fcPct - moistureOf(sensor, value, soil)) / (fcPct - wpPct);
    return [{ depthCm: sensor.depthCm, dry: Math.min(1, Math.max(0, dry)) }];
  });
  const layers = depthLayers(heard.map(({ depthCm }) => depthCm));
  return heard.map((layer, index) => ({ ...layer, toM: layers[index]?.toM ?? 0 }));
}

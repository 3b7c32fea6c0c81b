import { depthLayers } from "@lamina/agronomy/probe/depth-layers";
import type { StorageHour } from "@lamina/agronomy/probe/water-steps";
import { waterContentAt } from "@lamina/agronomy/soil/water-retention";
import { asc, eq } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { type SectorFilter, sectorCondition } from "../../farms/sector-filter.ts";
import { pivotSectors, pivots, soils } from "../../schema/farms.ts";
import { monitors, sensors } from "../../schema/telemetry.ts";
import type { HourAggregate } from "../../telemetry/service.ts";
import type { SectorContext } from "./sectors.ts";

type Soil = SectorContext["soil"];
type MonitorRow = typeof monitors.$inferSelect;

/** A sensor of soil water in a monitor, with its weight in the mean. */
export interface ProfileSensor {
  _id: string;
  deviceId: string;
  variable: "soilMoist" | "soilTension";
  unit: string;
  depthCm: number;
  weight: number;
}

/** A point of observation with its sensors of soil water, from the surface downwards. */
export interface MonitorSite {
  monitor: MonitorRow;
  sectorId: string;
  /** The monitor's own soil, if it names one. */
  soil: Soil | null;
  sensors: ProfileSensor[];
}

/** Monitors of the sectors that match a filter, by name. */
export async function loadMonitors(database: Database, filter: SectorFilter): Promise<MonitorSite[]> {
  const rows = await database
    .select({ monitor: monitors, soil: soils })
    .from(monitors)
    .innerJoin(pivotSectors, eq(pivotSectors._id, monitors.sectorId))
    .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
    .leftJoin(soils, eq(soils._id, monitors.soilId))
    .where(sectorCondition(filter))
    .orderBy(asc(monitors.name), asc(monitors._id));
  const ids = rows.flatMap(({ monitor }) => monitor.sensorIds);
  const found =
    ids.length === 0
      ? []
      : await database
          .select({
            _id: sensors._id,
            deviceId: sensors.deviceId,
            variable: sensors.variable,
            unit: sensors.unit,
            depthCm: sensors.depthCm,
          })
          .from(sensors)
          .where(anyOf(sensors._id, ids));
  const sensorOf = new Map(found.map((sensor) => [sensor._id, sensor] as const));
  return rows.map(({ monitor, soil }) => ({
    monitor,
    soil,
    sectorId: monitor.sectorId,
    sensors: profileOf(monitor, sensorOf),
  }));
}

function profileOf(
  { sensorIds, weights }: MonitorRow,
  sensorOf: ReadonlyMap<
    string,
    Omit<ProfileSensor, "weight" | "depthCm" | "variable"> & { variable: string; depthCm: number | null }
  >,
): ProfileSensor[] {
  const profile = sensorIds.flatMap((sensorId, index): ProfileSensor[] => {
    const sensor = sensorOf.get(sensorId);
    const variable = sensor?.variable;
    if (sensor === undefined || (variable !== "soilMoist" && variable !== "soilTension")) return [];
    const { _id, deviceId, unit, depthCm } = sensor;
    return [{ _id, deviceId, unit, variable, depthCm: depthCm ?? 0, weight: weights?.[index] ?? 1 }];
  });
  const total = profile.reduce((sum, { weight }) => sum + weight, 0);
  return profile.map((sensor) => ({ ...sensor, weight: sensor.weight / total })).sort((a, b) => a.depthCm - b.depthCm);
}

/** The layer of a soil at a depth; the last one continues below its lower edge. */
export function layerAt({ layers }: Soil, depthCm: number): Soil["layers"][number] {
  const layer = layers.find((candidate) => depthCm <= candidate.depthCm) ?? layers.at(-1);
  if (layer === undefined) throw new Error("a soil without layers");
  return layer;
}

/** Field capacity of a sensor's depth: an accepted one overrides the monitor's limit, which overrides the soil's; wilting point likewise. */
export function capacityAt(
  { _id, depthCm }: ProfileSensor,
  soil: Soil,
  { limits, fieldCapacities }: MonitorRow,
): { fcPct: number; wpPct: number } {
  const layer = layerAt(soil, depthCm);
  return { fcPct: fieldCapacities?.[_id] ?? limits?.high ?? layer.fcPct, wpPct: limits?.low ?? layer.wpPct };
}

/** Water content in % by volume from a sensor's value: a tension is converted by the soil's retention curve. */
export function moistureOf(sensor: ProfileSensor, value: number, soil: Soil): number {
  if (sensor.variable === "soilMoist") return value;
  const { fcPct, wpPct } = layerAt(soil, sensor.depthCm);
  return waterContentAt(Math.abs(value), fcPct, wpPct);
}

/** Weighted mean water content of each hour in which all depths reported, in order of time; `at` is the start of the hour. */
export function hourlyMeans(
  { sensors: profile, soil }: MonitorSite,
  sectorSoil: Soil,
  bySensor: ReadonlyMap<string, readonly HourAggregate[]>,
): { at: number; meanPct: number }[] {
  const sums = new Map<number, { weight: number; sum: number }>();
  for (const sensor of profile)
    for (const { hour, sum, count } of bySensor.get(sensor._id) ?? []) {
      const known = sums.get(hour.getTime()) ?? { weight: 0, sum: 0 };
      const moisture = moistureOf(sensor, sum / count, soil ?? sectorSoil);
      sums.set(hour.getTime(), { weight: known.weight + sensor.weight, sum: known.sum + sensor.weight * moisture });
    }
  return [...sums]
    .filter(([, { weight }]) => weight > 1 - WEIGHT_SLACK)
    .map(([at, { sum }]) => ({ at, meanPct: sum }))
    .sort((a, b) => a.at - b.at);
}

/** Minimum share of the best depth's hours for another depth to count in the storage. */
const HEARD_PART = 0.5;

/**
 * Water within a probe's reach in each hour in which all of its depths reported, mm, and that reach in mm. A depth that
 * was silent most of the time is skipped, and its neighbours represent its layer.
 */
export function hourlyStorage(
  { sensors: profile, soil }: MonitorSite,
  sectorSoil: Soil,
  bySensor: ReadonlyMap<string, readonly HourAggregate[]>,
  temperatures: readonly HourAggregate[] = [],
): { hours: StorageHour[]; reachMm: number } {
  const countOf = ({ _id }: ProfileSensor) => bySensor.get(_id)?.length ?? 0;
  const most = profile.map(countOf).reduce((one, other) => Math.max(one, other), 0);
  const heard = profile.filter((sensor) => countOf(sensor) > HEARD_PART * most);
  const layers = depthLayers(heard.map(({ depthCm }) => depthCm));
  const tempOf = new Map(temperatures.map(({ hour, sum, count }) => [hour.getTime(), sum / count] as const));
  const stored = new Map<number, { depths: number; mm: number }>();
  heard.forEach((sensor, index) => {
    const layer = layers[index];
    if (layer === undefined) return;
    for (const { hour, sum, count } of bySensor.get(sensor._id) ?? []) {
      const known = stored.get(hour.getTime()) ?? { depths: 0, mm: 0 };
      const mm = 10 * (layer.toM - layer.fromM) * moistureOf(sensor, sum / count, soil ?? sectorSoil);
      stored.set(hour.getTime(), { depths: known.depths + 1, mm: known.mm + mm });
    }
  });
  const hours = [...stored]
    .filter(([, { depths }]) => depths === heard.length)
    .map(([at, { mm }]) => ({ at, storageMm: mm, tempC: tempOf.get(at) }))
    .sort((a, b) => a.at - b.at);
  return { hours, reachMm: 1000 * (layers.at(-1)?.toM ?? 0) };
}

/** Rounding slack for sums of weights. */
const WEIGHT_SLACK = 1e-6;

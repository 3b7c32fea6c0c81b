import type { MapView } from "@lamina/shared/views/irrigameter";
import type { Decision, MachineDay } from "@lamina/shared/views/machine-day";
import { compareUrgency, soilStatus } from "@lamina/shared/views/urgency";
import { inActOrder } from "../../field/act-order.ts";
import type { StressFace } from "../../field/diagrams/status-ink.tsx";
import { isCalm, isLongLate, type Risk, riskOf } from "../../field/risk.ts";
import type { StatusKind } from "../../field/status.tsx";
import { groupBy } from "../../platform/group-by.ts";
import { distanceM, type LatLon, wedge } from "../../ui/map/geometry.ts";
import { ALL_FARMS, type Layer, type MapSelection } from "./map-params.ts";

export type MapPivot = MapView["pivots"][number];
type MapSector = MapView["sectors"][number];
export type MapDevice = MapView["devices"][number];
/** A device with a known place. */
export interface DevicePlace {
  device: MapDevice;
  at: LatLon;
}

/** A sector with its outline. */
export interface SectorPlace extends MapSector {
  outline: LatLon[];
  /** Water of the shown day of the past, mm; null now and without. */
  appliedMm: number | null;
}

/** A pivot with its place and its sectors. */
export interface PivotPlace {
  pivot: MapPivot;
  farmName: string;
  timezone: string;
  centre: LatLon;
  sectors: SectorPlace[];
  /** The most urgent sector. */
  mostUrgentSector: SectorPlace | null;
  /** Its day; null for a pivot without sectors. */
  day: MachineDay | null;
  /** What its delay costs now. */
  risk: Risk | null;
  /** Its number in Hoje, from 1; null with nothing to do, and on a day of the past, which has no advice. */
  order: number | null;
}

/** The angle of a pivot's arm in degrees from north, clockwise. Null without a panel's status, or when it does not turn. */
export function angleOf({ kind, status }: Pick<MapPivot, "kind" | "status">): number | null {
  return kind === "pivot" && status ? status.angleDeg : null;
}

/** The status of a sector on a layer: by the probes on the sensor layer, otherwise by the balance. */
export function statusOn(sector: MapSector, layer: Layer): StatusKind {
  return soilStatus(sector, modeOf(layer));
}

/** How a stressed sector is drawn: past the stress for long, or with nothing to do today; null for the usual face. */
export function stressFace({ risk, day }: Pick<PivotPlace, "risk" | "day">, status: StatusKind): StressFace | null {
  if (status !== "stress") return null;
  if (isCalm(status, day)) return "calm";
  return isLongLate(risk) ? "late" : null;
}

const modeOf = (layer: Layer) => (layer === "sensor" ? "sensor" : "calculated");

/** The pivots of a map, sorted by name. */
export function pivotPlaces(map: MapView, layer: Layer, applied?: ReadonlyMap<string, number>): PivotPlace[] {
  const farms = new Map(map.farms.map((farm) => [farm._id, farm]));
  const days = new Map(map.machines.map((day) => [day.pivotId, day]));
  const sectorsOf = groupBy(map.sectors, ({ sector }) => sector.pivotId);
  const acts = applied ? [] : inActOrder(map.machines);
  return map.pivots
    .map((pivot): PivotPlace => {
      const centre: LatLon = [pivot.lat, pivot.lon];
      const sectors = (sectorsOf.get(pivot._id) ?? []).map((one) => ({
        ...one,
        appliedMm: applied?.get(one.sector._id) ?? null,
        outline: wedge(centre, pivot.radiusM, one.sector.angleStart, one.sector.angleEnd),
      }));
      const day = days.get(pivot._id) ?? null;
      const farm = farms.get(pivot.farmId);
      const place = acts.findIndex(({ pivotId }) => pivotId === pivot._id);
      return {
        pivot,
        farmName: farm?.name ?? "",
        timezone: farm?.timezone ?? "UTC",
        centre,
        sectors,
        mostUrgentSector: sectors.find(({ sector }) => sector._id === day?.lead[modeOf(layer)]) ?? sectors[0] ?? null,
        day,
        risk: applied ? null : riskOf(day),
        order: place < 0 ? null : place + 1,
      };
    })
    .sort((one, other) => one.pivot.name.localeCompare(other.pivot.name, "pt-BR", { numeric: true }));
}

/** The decision of one of a pivot's sectors. */
export const sectorDecision = ({ day }: Pick<PivotPlace, "day">, sectorId: string): Decision | undefined =>
  day?.sectors.find((sector) => sector.sectorId === sectorId)?.decision;

/** The devices with a known place. */
export function devicePlaces(devices: readonly MapDevice[]): DevicePlace[] {
  return devices.flatMap((device) => {
    const { lat, lon } = device;
    return lat === null || lon === null ? [] : [{ device, at: [lat, lon] }];
  });
}

/** The devices whose nearest farm this is, and those without a known place. */
export function devicesNear(map: MapView, farmId: string): MapDevice[] {
  return map.devices.filter(({ lat, lon }) => lat === null || lon === null || nearestFarm(map, [lat, lon]) === farmId);
}

/** One farm of a map: its pivots, and the devices near it. */
export function mapOfFarm(map: MapView, farmId: string): MapView {
  const pivots = map.pivots.filter((pivot) => pivot.farmId === farmId);
  const devices = devicesNear(map, farmId);
  return {
    ...map,
    farms: map.farms.filter(({ _id }) => _id === farmId),
    pivots,
    devices,
    machines: map.machines.filter((day) => day.farmId === farmId),
    sectors: map.sectors.filter(({ sector }) => pivots.some(({ _id }) => _id === sector.pivotId)),
    rain7d: map.rain7d.filter(({ deviceId }) => devices.some(({ _id }) => _id === deviceId)),
  };
}

/** A pivot with a smaller part of the map's diagonal as its radius cannot be seen. */
const MIN_PART = 1 / 100;

/** True when one map of all farms would show no pivot. */
export function areFarApart(map: MapView): boolean {
  const points = extent(map, undefined);
  const [lats, lons] = [points.map(([lat]) => lat), points.map(([, lon]) => lon)];
  const diagonal = distanceM([Math.min(...lats), Math.min(...lons)], [Math.max(...lats), Math.max(...lons)]);
  return map.farms.length > 1 && Math.max(0, ...map.pivots.map(({ radiusM }) => radiusM)) < diagonal * MIN_PART;
}

function nearestFarm({ farms }: MapView, at: LatLon): string | undefined {
  const far = farms.map(({ _id, lat, lon }) => ({ _id, metres: distanceM(at, [lat, lon]) }));
  return far.sort((one, other) => one.metres - other.metres)[0]?._id;
}

/** The farm to show: that of the open pivot, the selected one, or the first; undefined when all are selected. */
export function shownFarm(map: MapView, farmId: string | null, place: MapSelection | null): string | undefined {
  if (farmId === ALL_FARMS) return undefined;
  const ofPivot = place?.kind === "pivot" ? map.pivots.find(({ _id }) => _id === place.id)?.farmId : undefined;
  const farm = map.farms.find(({ _id }) => _id === (ofPivot ?? farmId));
  return (farm ?? map.farms[0])?._id;
}

/** The status of the most urgent sector of some pivots, on the layers with a status. */
export function worstStatus(pivots: readonly PivotPlace[], layer: Layer): StatusKind | null {
  if (layer !== "calculated" && layer !== "sensor") return null;
  const sectors = pivots.flatMap(({ mostUrgentSector }) => mostUrgentSector ?? []);
  const [worst] = sectors.sort((one, other) => compareUrgency(one, other, modeOf(layer)));
  return worst ? statusOn(worst, layer) : null;
}

/** Whether the stress of some pivots needs no act today. */
export const areCalm = (pivots: readonly PivotPlace[], layer: Layer): boolean =>
  pivots.every((pivot) => {
    const kind = worstStatus([pivot], layer);
    return kind !== "stress" || isCalm(kind, pivot.day);
  });

/** State of a machine on the map: at rest, moving dry, or moving with water. */
export type Motion = "still" | "dry" | "wet";
export function motionOf({ status, kind }: Pick<MapPivot, "status" | "kind">): Motion {
  if (!status?.running) return "still";
  return status.wet || kind !== "pivot" ? "wet" : "dry";
}

/** True when a device has sent nothing, or nothing usable, for longer than it should. */
export function isSilent({ state }: Pick<MapDevice, "state">): boolean {
  return state === "stale" || state === "offline" || state === "unusable";
}

/** Below this charge a battery is marked on the map (domain, 9). */
const LOW_BATTERY_PCT = 25;
export function isBatteryLow({ batteryPct }: Pick<MapDevice, "batteryPct">): boolean {
  return batteryPct !== null && batteryPct < LOW_BATTERY_PCT;
}

/** Lower bounds of the steps of soil moisture on the layer, % vol. */
export const MOISTURE_STEPS = [0, 15, 20, 25, 30, 35] as const;

/** Index of a moisture's step; null without a moisture. */
export function moistureStep(meanPct: number | null): number | null {
  if (meanPct === null) return null;
  return MOISTURE_STEPS.reduce<number>((step, from, index) => (meanPct >= from ? index : step), 0);
}

/** Radius of a rain bubble in pixels. Its area grows with the depth. */
export function bubbleRadius(mm: number): number {
  return Math.min(44, 10 + 3.2 * Math.sqrt(Math.max(0, mm)));
}

/** The points of a farm's outline and pivots, or of all farms', to fit the map to. */
export function extent(map: MapView, farmId: string | undefined): LatLon[] {
  const borders = map.farms.filter(({ _id }) => farmId === undefined || _id === farmId).flatMap(borderOf);
  const pivots = map.pivots
    .filter((pivot) => farmId === undefined || pivot.farmId === farmId)
    .flatMap(({ lat, lon, radiusM }) => wedge([lat, lon], radiusM, 0, 360));
  return [...borders, ...pivots];
}

/** The outline of a farm, or its seat when no outline is known. */
export function borderOf({ boundary, lat, lon }: MapView["farms"][number]): LatLon[] {
  const ring = boundary?.coordinates[0];
  return ring ? ring.map(([x, y]): LatLon => [y, x]) : [[lat, lon]];
}

import type { PivotStatus } from "@lamina/shared/records/farm";
import type { PlanItem } from "@lamina/shared/records/irrigation";
import type { MapView } from "@lamina/shared/views/irrigameter";
import { withPanels } from "../../core/pivot-status/pivot-status.ts";
import { compareUrgency, statusOf } from "../../core/urgency.ts";
import { type Advice, adviceInRun, adviceOfRun } from "../../ui/advice.ts";
import type { StatusKind } from "../../ui/feedback/status.tsx";
import { distanceM, type LatLon, wedge } from "../../ui/map/geometry.ts";
import type { Layer, Place } from "./map-params.ts";

export type MapPivot = MapView["pivots"][number];
type MapSector = MapView["sectors"][number];
export type MapDevice = MapView["devices"][number];
/** A device whose place is known. */
export interface DevicePlace {
  device: MapDevice;
  at: LatLon;
}

/** A sector with the ground that it covers. */
export interface SectorPlace extends MapSector {
  outline: LatLon[];
}

/** A pivot where it stands, with its sectors and where its arm is. */
export interface PivotPlace {
  pivot: MapPivot;
  farmName: string;
  timezone: string;
  centre: LatLon;
  sectors: SectorPlace[];
  /** The sector that asks first for a decision. */
  mostUrgentSector: SectorPlace | null;
  /** The run of today's plan. */
  run: PlanItem | null;
  /** Degrees from north, clockwise; null when no panel tells, or the system does not turn. */
  angle: number | null;
}

/** The status of a sector on a layer: measured on the measured one, else that of the irrigâmetro's balance. */
export function statusOn(sector: MapSector, layer: Layer): StatusKind {
  return statusOf(sector, modeOf(layer));
}

const modeOf = (layer: Layer) => (layer === "sensor" ? "sensor" : "calculated");

/** The pivots of a map in the order of their names, with what panels have said since. */
export function pivotPlaces(map: MapView, told: readonly PivotStatus[], layer: Layer): PivotPlace[] {
  const farms = new Map(map.farms.map((farm) => [farm._id, farm]));
  return withPanels(map.pivots, told)
    .map((pivot): PivotPlace => {
      const centre: LatLon = [pivot.lat, pivot.lon];
      const { status } = pivot;
      const sectors = map.sectors
        .filter(({ sector }) => sector.pivotId === pivot._id)
        .map((one) => ({
          ...one,
          outline: wedge(centre, pivot.radiusM, one.sector.angleStart, one.sector.angleEnd),
        }));
      const [lead = null] = [...sectors].sort((one, other) => compareUrgency(one, other, modeOf(layer)));
      const runs = map.plans.flatMap(({ items }) => items);
      const farm = farms.get(pivot.farmId);
      return {
        pivot,
        farmName: farm?.name ?? "",
        timezone: farm?.timezone ?? "UTC",
        centre,
        sectors,
        mostUrgentSector: lead,
        run: runs.find(({ pivotId }) => pivotId === pivot._id) ?? null,
        angle: pivot.kind === "pivot" && status ? status.angleDeg : null,
      };
    })
    .sort((one, other) => one.pivot.name.localeCompare(other.pivot.name, "pt-BR", { numeric: true }));
}

/** The advice of a pivot: that of the run which waters its sectors, as on its card in the irrigâmetro. */
export function placeAdvice({
  sectors,
  mostUrgentSector,
  run,
}: Pick<PivotPlace, "sectors" | "mostUrgentSector" | "run">): Advice {
  if (run && (sectors.length > 1 || run.underWay)) return adviceOfRun(run);
  return adviceInRun(mostUrgentSector?.recommendation ?? null, run);
}

/** The advice of one of its sectors. */
export function sectorAdvice({ run }: Pick<PivotPlace, "run">, { sector, recommendation }: MapSector): Advice {
  return adviceInRun(recommendation, run?.sectorIds.includes(sector._id) ? run : null);
}

/** The devices whose place is known. */
export function devicePlaces(devices: readonly MapDevice[]): DevicePlace[] {
  return devices.flatMap((device) => {
    const { lat, lon } = device;
    return lat === null || lon === null ? [] : [{ device, at: [lat, lon] }];
  });
}

/** The devices nearer to a farm than to any other, and those whose place nobody knows. */
export function devicesNear(map: MapView, farmId: string): MapDevice[] {
  return map.devices.filter(({ lat, lon }) => lat === null || lon === null || nearestFarm(map, [lat, lon]) === farmId);
}

function nearestFarm({ farms }: MapView, at: LatLon): string | undefined {
  const far = farms.map(({ _id, lat, lon }) => ({ _id, metres: distanceM(at, [lat, lon]) }));
  return far.sort((one, other) => one.metres - other.metres)[0]?._id;
}

/** The farm on show: the chosen one, that of the open pivot, or the first. */
export function shownFarm(map: MapView, farmId: string | null, place: Place | null): string | undefined {
  const ofPivot = place?.kind === "pivot" ? map.pivots.find(({ _id }) => _id === place.id)?.farmId : undefined;
  const known = map.farms.find(({ _id }) => _id === (ofPivot ?? farmId));
  return (known ?? map.farms[0])?._id;
}

/** Whether a device has not spoken for longer than it should. */
export function isSilent({ state }: Pick<MapDevice, "state">): boolean {
  return state === "stale" || state === "offline";
}

/** Below this a battery is named on the map (domain, 9). */
const LOW_BATTERY_PCT = 25;
export function isBatteryLow({ batteryPct }: Pick<MapDevice, "batteryPct">): boolean {
  return batteryPct !== null && batteryPct < LOW_BATTERY_PCT;
}

/** Steps of soil moisture, % vol, that the layer tells apart: the first from 0, the last upwards. */
export const MOISTURE_STEPS = [0, 15, 20, 25, 30, 35] as const;

/** Which step a moisture is in, from 0; null without one. */
export function moistureStep(meanPct: number | null): number | null {
  if (meanPct === null) return null;
  return MOISTURE_STEPS.reduce<number>((step, from, index) => (meanPct >= from ? index : step), 0);
}

/** Radius of the bubble of a rain, in pixels: its area tells the depth. */
export function bubbleRadius(mm: number): number {
  return Math.min(44, 10 + 3.2 * Math.sqrt(Math.max(0, mm)));
}

/** All that a farm covers: for the map to be fitted to. */
export function extent(map: MapView, farmId: string | undefined): LatLon[] {
  const borders = map.farms.filter(({ _id }) => _id === farmId).flatMap(borderOf);
  const pivots = map.pivots
    .filter((pivot) => pivot.farmId === farmId)
    .flatMap(({ lat, lon, radiusM }) => wedge([lat, lon], radiusM, 0, 360));
  return [...borders, ...pivots];
}

/** The outline of a farm; its seat where no outline is known. */
export function borderOf({ boundary, lat, lon }: MapView["farms"][number]): LatLon[] {
  const ring = boundary?.coordinates[0];
  return ring ? ring.map(([x, y]): LatLon => [y, x]) : [[lat, lon]];
}

import type { DeviceState, Variable } from "@lamina/shared/records/telemetry";
import type { SourceFarm, SourceMonitor, SourceSeason, SourceSensor, Sources } from "@lamina/shared/views/sources";
import type { PeriodContext } from "../../ui/period/period.ts";
import type { Selection } from "./selection.ts";
import type { Subject } from "./steps.ts";

/** A station, a gauge or a soil monitor that measures the subject of a chart. */
export interface ChartSource {
  id: string;
  name: string;
  /** A name that is unique among the sources. */
  label: string;
  /** Place of a monitor: its pivot and sector. */
  place: string | null;
  farm: SourceFarm;
  /** The sensors that the chart draws or computes with. */
  sensors: readonly SourceSensor[];
  /** Last contact of a station. Null for a monitor, because its sensors may belong to several devices. */
  lastSeen: string | null;
  state: DeviceState | null;
  monitor: SourceMonitor | null;
}

/** The part of a source that a chart depends on. Leaves out the last contact, which changes without new readings. */
export type DrawnSource = Omit<ChartSource, "lastSeen" | "state">;

export function drawnSource({ lastSeen: _lastSeen, state: _state, ...source }: ChartSource): DrawnSource {
  return source;
}

/** The variables drawn for a station, the subject first. A total is drawn by its increases, as rain. */
const VARIABLES: Readonly<Record<Exclude<Subject, "soilmoisture">, readonly [Variable, ...Variable[]]>> = {
  pluviometry: ["rain"],
  airhumidity: ["airHum", "airTemp"],
  airtemperature: ["airTemp", "airHum"],
};

/** All sources of a subject. A farm's own station comes first. */
export function sourcesOf(subject: Subject, sources: Sources): ChartSource[] {
  return withLabels(subject === "soilmoisture" ? monitorsOf(sources) : stationsOf(VARIABLES[subject], sources));
}

type Unlabelled = Omit<ChartSource, "label">;

function monitorsOf({ farms, monitors }: Sources): Unlabelled[] {
  return monitors.flatMap((monitor) => {
    const farm = farms.find(({ _id }) => _id === monitor.farmId);
    if (!farm || monitor.sensors.length === 0) return [];
    const { _id: id, name, pivotName, sectorName } = monitor;
    const place = `${pivotName} · ${sectorName}`;
    return { id, name, place, farm, sensors: drawnDepths(monitor), lastSeen: null, state: null, monitor };
  });
}

function stationsOf([main, ...others]: readonly [Variable, ...Variable[]], sources: Sources): Unlabelled[] {
  return sources.stations
    .flatMap((station) => {
      const farm = sources.farms.find(({ _id }) => _id === station.farmId);
      const one = (variable: Variable) =>
        station.sensors.find((sensor) => sensor.variable === variable) ??
        (variable === "rain" ? station.sensors.find((sensor) => sensor.variable === "rainTotal") : undefined);
      const first = one(main);
      if (!farm || !first) return [];
      const { _id: id, name, lastSeen, state } = station;
      const sensors = [first, ...others.flatMap((variable) => one(variable) ?? [])];
      return { id, name, place: null, farm, sensors, lastSeen, state, monitor: null };
    })
    .sort((a, b) => Number(b.id === b.farm.stationDeviceId) - Number(a.id === a.farm.stationDeviceId));
}

/**
 * Labels for the sources. Adds the place when a monitor's name does not contain it, and the farm when two sources have
 * the same name.
 */
function withLabels(all: readonly Unlabelled[]): ChartSource[] {
  return all.map((source) => {
    const { name, place, farm, monitor } = source;
    const placed = monitor && !name.includes(monitor.pivotName) ? `${place} · ${name}` : name;
    const isAlone = all.every((other) => other === source || other.name !== name);
    return { ...source, label: isAlone ? placed : `${placed} (${farm.name})` };
  });
}

/** A monitor's sensors of one kind, from the surface down: moisture if it has any, otherwise tension. */
function drawnDepths({ sensors }: SourceMonitor): SourceMonitor["sensors"] {
  const kind = sensors.some(({ variable }) => variable === "soilMoist") ? "soilMoist" : "soilTension";
  return sensors.filter(({ variable }) => variable === kind).sort((a, b) => (a.depthCm ?? 0) - (b.depthCm ?? 0));
}

/** The sources of a selection. An unknown or missing one is replaced by the first of the farm, or the first of all. */
export function chosenSources(all: readonly ChartSource[], { farmId, sourceId, compare }: Selection) {
  const source = all.find(({ id }) => id === sourceId) ?? all.find(({ farm }) => farm._id === farmId) ?? all[0] ?? null;
  const others = compare.flatMap((id) => all.find((one) => one.id === id && one.id !== source?.id) ?? []);
  return { source, others };
}

/** The active season of a source: that of its sector, or the first one planted on its farm. */
export function seasonOf({ farm, monitor }: DrawnSource): SourceSeason | undefined {
  return monitor ? farm.seasons.find(({ sectorId }) => sectorId === monitor.sectorId) : farm.seasons[0];
}

/** The season of a source and the one before it. */
export function seasonSpansOf(source: DrawnSource): Pick<PeriodContext, "season" | "lastSeason"> {
  const season = seasonOf(source);
  const { monitor, farm } = source;
  const closed = farm.lastSeasons ?? [];
  const lastSeason = monitor ? closed.find(({ sectorId }) => sectorId === monitor.sectorId) : closed[0];
  return { season, lastSeason };
}

import type { DeviceState, Variable } from "@lamina/shared/records/telemetry";
import type { SourceFarm, SourceMonitor, SourceSeason, SourceSensor, Sources } from "@lamina/shared/views/sources";
import type { SeasonSpan } from "../../ui/period/period.ts";
import type { Selection } from "./selection.ts";
import type { Subject } from "./steps.ts";

/** Something that measures the subject of a chart: a station, a gauge or a monitor of the soil. */
export interface ChartSource {
  id: string;
  /** Its own name. */
  name: string;
  /** The name that tells it from all others. */
  label: string;
  /** Where it is: the pivot and sector of a monitor. */
  place: string | null;
  farm: SourceFarm;
  /** Those of its sensors that the chart draws or computes with. */
  sensors: readonly SourceSensor[];
  /** Of a station; a monitor's sensors may hang on several devices. */
  lastSeen: string | null;
  state: DeviceState | null;
  monitor: SourceMonitor | null;
}

/** Of a source, what a chart is made of: not when it was last heard of, which changes while its readings do not. */
export type DrawnSource = Omit<ChartSource, "lastSeen" | "state">;

export function drawnSource({ lastSeen: _lastSeen, state: _state, ...source }: ChartSource): DrawnSource {
  return source;
}

/** What is drawn of a station, the subject first. */
const VARIABLES: Readonly<Record<Exclude<Subject, "soilmoisture">, readonly [Variable, ...Variable[]]>> = {
  pluviometry: ["rain"],
  airhumidity: ["airHum", "airTemp"],
  airtemperature: ["airTemp", "airHum"],
};

/** All that measures a subject; a farm's own station comes first on it. */
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
      const one = (variable: Variable) => station.sensors.find((sensor) => sensor.variable === variable);
      const first = one(main);
      if (!farm || !first) return [];
      const { _id: id, name, lastSeen, state } = station;
      const sensors = [first, ...others.flatMap((variable) => one(variable) ?? [])];
      return { id, name, place: null, farm, sensors, lastSeen, state, monitor: null };
    })
    .sort((a, b) => Number(b.id === b.farm.stationDeviceId) - Number(a.id === a.farm.stationDeviceId));
}

/** Names as people gave them, with the place of a monitor that does not tell its own and the farm of one of two namesakes. */
function withLabels(all: readonly Unlabelled[]): ChartSource[] {
  return all.map((source) => {
    const { name, place, farm, monitor } = source;
    const placed = monitor && !name.includes(monitor.pivotName) ? `${place} · ${name}` : name;
    const isAlone = all.every((other) => other === source || other.name !== name);
    return { ...source, label: isAlone ? placed : `${placed} (${farm.name})` };
  });
}

/** A monitor's sensors of one kind, from the surface down: moisture where it has any, else tension. */
function drawnDepths({ sensors }: SourceMonitor): SourceMonitor["sensors"] {
  const kind = sensors.some(({ variable }) => variable === "soilMoist") ? "soilMoist" : "soilTension";
  return sensors.filter(({ variable }) => variable === kind).sort((a, b) => (a.depthCm ?? 0) - (b.depthCm ?? 0));
}

/** The farm and the sources that a selection means; what it does not name, or names in vain, is the first there is. */
export function chosenSources(all: readonly ChartSource[], { farmId, sourceId, compare }: Selection) {
  const source = all.find(({ id }) => id === sourceId) ?? all.find(({ farm }) => farm._id === farmId) ?? all[0] ?? null;
  const others = compare.flatMap((id) => all.find((one) => one.id === id && one.id !== source?.id) ?? []);
  return { source, others };
}

/** The active season that a source's readings are looked at for: its sector's, or the first one planted on its farm. */
export function seasonOf({ farm, monitor }: DrawnSource): SourceSeason | undefined {
  return monitor ? farm.seasons.find(({ sectorId }) => sectorId === monitor.sectorId) : farm.seasons[0];
}

export function seasonSpanOf(source: DrawnSource): SeasonSpan | undefined {
  const season = seasonOf(source);
  return season && { start: season.start, end: season.end };
}

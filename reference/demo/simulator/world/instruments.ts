import { DAY_MS, HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { PivotTelemetry, TelemetryBatch } from "@lamina/shared/records/readings";
import type { Variable } from "@lamina/shared/records/telemetry";
import { chance, gaussian } from "../../../api/weather/climate/chance.ts";
import type { SimulatedMoment } from "../../../api/weather/climate/moment.ts";
import { batteryOf, isSilent, signalOf } from "./device-health.ts";
import type { FarmState, FarmWorld } from "./farm-world.ts";
import { rests } from "./farmer.ts";
import type { DeviceLayout, SensorRow, SystemLayout } from "./layout.ts";
import type { MachineState } from "./machine.ts";
import type { InstrumentOptions } from "./quirks.ts";

/** Depth of water that tips a gauge's bucket, mm. */
const TIP_MM = 0.2;
/** Share of days on which a counting meter loses its count. */
const COUNTER_RESET_DAYS = 1 / 20;

/** A panel's report, without its serial number. */
interface PanelReport {
  date: string;
  running: boolean;
  wet: boolean;
  direction: PivotTelemetry["direction"];
  angleDeg: number;
  percent: number | null;
  pressureBar: number;
  flowM3h: number;
  hourMeter: number;
  fault: string | null;
  faultTower: number | null;
}

/** A farm at a moment, as input for its instruments. */
interface Observation {
  world: FarmWorld;
  state: FarmState;
  sky: SimulatedMoment;
}

/** The message of a device at the moment of the state; undefined when it is silent. */
export function readDevice(
  layout: DeviceLayout,
  observation: Observation,
  options: InstrumentOptions,
): TelemetryBatch | undefined {
  const { device, sensors } = layout;
  const { at } = observation.state;
  if (isSilent(device, at, options)) return undefined;
  const date = new Date(at).toISOString();
  const readings = sensors.flatMap((sensor) => {
    const value = measure(sensor, layout, observation, options);
    return value === undefined ? [] : [{ variable: sensor.variable, depthCm: sensor.depthCm, date, value }];
  });
  return {
    serial: device.serial,
    readings,
    batteryPct: batteryOf(device, at, options),
    rssiDbm: signalOf(device.serial, at, options.seed),
    firmware: "2.4.1",
  };
}

function measure(
  sensor: SensorRow,
  layout: DeviceLayout,
  observation: Observation,
  { seed, quirks }: InstrumentOptions,
): number | undefined {
  const { world, state, sky } = observation;
  // Between −1 and 1.
  const noise = () => 2 * chance(seed, sensor._id, Math.round(state.at / MINUTE_MS)) - 1;
  const field = layout.sectorId === undefined ? undefined : state.fields[layout.sectorId];
  const profile = layout.sectorId === undefined ? undefined : world.fields.get(layout.sectorId)?.profile;
  const depth = sensor.depthCm ?? 10;
  switch (sensor.variable) {
    case "rain":
      return tips(sensor._id, state, shareOfRain(layout, seed));
    case "soilMoist": {
      if (!field || !profile) return undefined;
      const drift = quirks.drift?.serial === layout.device.serial ? quirks.drift : undefined;
      const drifted = drift ? drift.pointsPerDay * Math.max(0, (state.at - drift.since) / DAY_MS) : 0;
      const value = rounded(Math.max(1, profile.at(field.water, depth) + drifted + 0.06 * noise()), 2);
      if (quirks.stuck?.sensorId !== sensor._id || state.at < quirks.stuck.since) return value;
      state.stuckAt[sensor._id] ??= value;
      return state.stuckAt[sensor._id];
    }
    case "soilTension":
      return field && profile
        ? rounded(Math.min(199, Math.max(0.5, profile.tensionAt(field.water, depth))) + 0.3 * noise(), 1)
        : undefined;
    case "soilTemp": {
      const { tMax, tMin } = world.weather.day(state.day);
      // At 10 cm the daily amplitude is a third (FAO-56 chapter 4: soil follows air, damped).
      return rounded((tMax + tMin) / 2 + 0.35 * (sky.airTemp - (tMax + tMin) / 2) + 0.1 * noise(), 1);
    }
    case "ec":
      return field && profile ? rounded(0.18 + 0.012 * profile.at(field.water, depth) + 0.004 * noise(), 3) : undefined;
    case "rainTotal":
      return rounded(fallen(state, shareOfRain(layout, seed)) * TIP_MM, 1);
    case "flowTotal":
      return rounded(state.counted[sensor._id] ?? 0, 1);
    case "flow":
      return rounded(Math.max(0, drawnFlow(world, state, layout)), 1);
    case "level":
      return rounded(1.6 + 0.5 * Math.cos((2 * Math.PI * (state.at / DAY_MS - 40)) / 365) + 0.01 * noise(), 2);
    default:
      return ofSky(sensor.variable, sky);
  }
}

function ofSky(variable: Variable, sky: SimulatedMoment): number | undefined {
  switch (variable) {
    case "airTemp":
    case "airHum":
    case "wind":
    case "gust":
      return rounded(sky[variable], 1);
    case "windDir":
    case "rad":
      return rounded(sky[variable], 0);
    case "pressure":
      return rounded(sky.pressure, 2);
    default:
      return undefined;
  }
}

/** Whole tips since the gauge's last message, in mm. */
function tips(sensorId: string, state: FarmState, share: number): number {
  const all = fallen(state, share);
  const fresh = all - (state.tips[sensorId] ?? 0);
  state.tips[sensorId] = all;
  return rounded(fresh * TIP_MM, 1);
}

/** Tips of a gauge's bucket since the simulation began. */
const fallen = ({ rain }: FarmState, share: number) => Math.floor((share * rain.total) / TIP_MM + 1e-6);

/** Showers are local: other gauges of the farm get a little more or less than the station. */
function shareOfRain({ device }: DeviceLayout, seed: number): number {
  return device.sensorTypeId === "weather-station" ? 1 : 0.88 + 0.24 * chance(seed, device.serial, "share");
}

/** Flow of the systems behind a meter: its own system, or those of the farm's largest source. */
function drawnFlow(world: FarmWorld, state: FarmState, { device }: DeviceLayout): number {
  const { timezone } = world.layout.farm;
  const flows = meteredSystems(world, device).map((system) => panelStatus(system, state, timezone).flowM3h);
  const sum = flows.reduce((total, flow) => total + flow, 0);
  return sum * (1 + 0.01 * gaussian(device.serial, Math.round(state.at / MINUTE_MS)));
}

/**
 * Adds what passed since a moment to the meters that count. On some days a meter without current starts again at 0.
 * Changes the state.
 */
export function countVolumes(world: FarmWorld, state: FarmState, since: number, seed: number): void {
  const day = Math.floor(state.at / DAY_MS);
  for (const layout of world.layout.devices)
    for (const { _id, variable } of layout.sensors) {
      if (variable !== "flowTotal") continue;
      const flow = Math.max(0, drawnFlow(world, state, layout));
      const isReset =
        flow === 0 && day > Math.floor(since / DAY_MS) && chance(seed, _id, day, "reset") < COUNTER_RESET_DAYS;
      state.counted[_id] = isReset ? 0 : (state.counted[_id] ?? 0) + (flow * (state.at - since)) / HOUR_MS;
    }
}

function meteredSystems({ layout }: FarmWorld, { pivotId }: DeviceLayout["device"]): SystemLayout[] {
  if (pivotId !== null) return layout.systems.filter(({ pivot }) => pivot._id === pivotId);
  const sources = layout.systems.map(({ pivot }) => pivot.waterSourceId ?? "");
  const capacity = (id: string) => layout.capacities.get(id) ?? 0;
  const largest = sources.reduce((best, id) => (capacity(id) > capacity(best) ? id : best), "");
  return layout.systems.filter(({ pivot }) => pivot.waterSourceId === largest);
}

/** The report of a machine's panel at the state's moment. */
export function panelStatus(system: SystemLayout, state: FarmState, timezone: string): PanelReport {
  const machine = state.machines[system.pivot._id] as MachineState;
  const stretch = machine.run?.stretches[machine.run.index];
  const running = stretch !== undefined && machine.fault === null && !rests(system.pivot, state.at, timezone);
  const wet = running && stretch.sectorId !== null;
  const noise = gaussian(system.pivot._id, Math.round(state.at / MINUTE_MS), "pressure");
  const isLow = machine.fault?.kind === "low-pressure";
  return {
    date: new Date(state.at).toISOString(),
    running,
    wet,
    direction: running ? (machine.run?.reverse ? "reverse" : "forward") : "stopped",
    angleDeg: rounded(machine.angleDeg, 1) % 360,
    percent: running ? stretch.percent : 0,
    pressureBar: wet ? rounded(2.9 + 0.06 * noise, 2) : isLow ? 1.2 : 0,
    flowM3h: wet ? rounded(system.pivot.flowM3h * (1 + 0.008 * noise), 1) : 0,
    hourMeter: rounded(machine.hourMeter, 2),
    fault: machine.fault?.kind ?? null,
    faultTower: machine.fault?.tower ?? null,
  };
}

function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

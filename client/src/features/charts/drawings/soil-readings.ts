import type { Series } from "@lamina/shared/records/readings";
import type { SourceMonitor } from "@lamina/shared/views/sources";
import { type Drawing, seriesOf, type Values } from "./drawing.ts";
import { valuesAt } from "./series-math.ts";

type SoilSensor = SourceMonitor["sensors"][number];

/** Limits of a soil: field capacity and wilting point, % vol. */
type SoilLimits = Pick<SoilSensor, "fcPct" | "wpPct">;

/** The weighted mean of the limits of a monitor's depths. */
export interface Profile extends SoilLimits {
  /** θc = CC − p·(CC − PMP), at which AFD is used up (FAO-56 Eq. 83); null without a crop. */
  criticalPct: number | null;
}

/** Null when the soil is not known. */
export function profileOf(sensors: readonly SoilSensor[], p: number | null): Profile | null {
  const weight = sum(sensors.map((sensor) => sensor.weight));
  const mean = (value: (sensor: SoilSensor) => number) =>
    sum(sensors.map((sensor) => sensor.weight * value(sensor))) / weight;
  const [fcPct, wpPct] = [mean((sensor) => sensor.fcPct), mean((sensor) => sensor.wpPct)];
  if (!(fcPct > wpPct)) return null;
  return { fcPct, wpPct, criticalPct: p === null ? null : fcPct - p * (fcPct - wpPct) };
}

/** θ in % vol as a share of the soil's storage capacity, ARM in % of CAD. */
export function storageOf(theta: number, { fcPct, wpPct }: SoilLimits): number {
  return (100 * (theta - wpPct)) / (fcPct - wpPct);
}

/** The readings of a monitor's sensors, at the moments of the first one. */
export interface SoilReadings {
  /** Each drawn depth with its series. */
  depths: readonly { sensor: SoilSensor; series: Series }[];
  at: readonly number[];
  /** Weighted mean of the depths; null where one of them is missing. */
  mean: Values;
  /** % vol or kPa. */
  unit: string;
  isMoisture: boolean;
}

export function soilReadings(
  { data }: Pick<Drawing, "data">,
  monitor: SourceMonitor,
  drawn: readonly { _id: string }[],
): SoilReadings | null {
  const depths = drawn.flatMap(({ _id }) => {
    const sensor = monitor.sensors.find((one) => one._id === _id);
    const series = seriesOf(data, _id);
    return sensor && series ? [{ sensor, series }] : [];
  });
  const [first] = depths;
  if (!first) return null;
  const { at, unit, variable } = first.series;
  const columns = depths.map(({ sensor, series }) => ({
    weight: sensor.weight,
    values: valuesAt(at, series, series.mean),
  }));
  const weight = sum(columns.map((column) => column.weight));
  const mean = at.map((_, index) => {
    const parts = columns.map((column) => {
      const value = column.values[index] ?? null;
      return value === null ? null : value * column.weight;
    });
    return parts.every((part) => part !== null) ? sum(parts) / weight : null;
  });
  return { depths, at, mean, unit, isMoisture: variable === "soilMoist" };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

import type { TimeRange } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { round } from "@lamina/shared/core/units";
import { SERIES_MAX_POINTS, type Series, type SeriesStep } from "@lamina/shared/records/readings";
import { variableRow } from "@lamina/shared/records/variables";
import type { Database } from "../../core/database/open.ts";
import { problems } from "../../http/problem.ts";
import { calibrated, calibratedRange, calibratedSum } from "../rules/calibration.ts";
import { flagOf } from "../rules/quality.ts";
import { isTotal } from "../store/amounts.ts";
import { countSteps, type Grid, type GroupedStep, gridOf, stepFor } from "./series-steps.ts";
import {
  countedReadings,
  directionColumns,
  flaggedReadings,
  increases,
  type ReadingColumns,
  type SeriesSensor,
  type StepColumns,
  seriesSensors,
  stepColumns,
} from "./series-store.ts";

/** A silence longer than this many usual intervals is a gap. */
const GAP_INTERVALS = 2;
/** Minimum intervals from which the usual one is derived. */
const USUAL_FROM = 12;
/** More decimals than any sensor resolves; further ones only add size. */
const DECIMALS = 4;

type Points = Pick<Series, "at" | "mean" | "min" | "max" | "sum">;

/** Series of sensors, in the order of the ids, with the same step for all. */
export async function readSeries(
  database: Database,
  sensorIds: readonly string[],
  range: TimeRange,
  requestedStep: SeriesStep,
): Promise<Series[]> {
  const sensors = await seriesSensors(database, sensorIds);
  if (sensors.length === 0) return [];
  const shortest = Math.min(...sensors.map(({ intervalMin }) => intervalMin * MINUTE_MS));
  const step = requestedStep === "auto" ? stepFor(range, shortest) : requestedStep;
  const numbers = sensors.map(({ number }) => number);
  const flagged = await flaggedReadings(database, numbers, range);
  const points =
    step === "raw" ? await rawPoints(database, sensors, range) : await stepPoints(database, sensors, range, step);
  return sensors.map((sensor, index) => {
    const { _id: sensorId, number, variable, unit, depthCm } = sensor;
    const flaggedOfSensor = flaggedPoints(flagged.get(number), sensor);
    return { sensorId, variable, unit, depthCm, step, ...(points[index] as Points), flagged: flaggedOfSensor };
  });
}

async function stepPoints(
  database: Database,
  sensors: readonly SeriesSensor[],
  range: TimeRange,
  step: GroupedStep,
): Promise<Points[]> {
  if (countSteps(range, step) > SERIES_MAX_POINTS) throw tooLong();
  // Sensors of one farm share its days; a comparison of farms has a grid per zone.
  const points = new Map<SeriesSensor, Points>();
  for (const [timezone, together] of Map.groupBy(sensors, ({ timezone }) => timezone)) {
    const grid = gridOf(range, step, timezone);
    const [directions, quantities] = [true, false].map((isDirection) =>
      together
        .filter(({ variable }) => (variableRow(variable).aggregate === "direction") === isDirection)
        .map(({ number }) => number),
    ) as [number[], number[]];
    const columns = new Map<number, StepColumns>([
      ...(quantities.length > 0 ? await stepColumns(database, quantities, step, grid) : []),
      ...(directions.length > 0 ? await directionColumns(database, directions, step, { range, timezone }) : []),
    ]);
    for (const sensor of together) points.set(sensor, fillGrid(grid, columns.get(sensor.number), sensor));
  }
  return sensors.map((sensor) => points.get(sensor) as Points);
}

function fillGrid(grid: Grid, columns: StepColumns | undefined, sensor: SeriesSensor): Points {
  const spread = (valueAt: (row: number) => number | undefined) => {
    const points = new Array<number | null>(grid.at.length).fill(null);
    for (const [row, bucket] of columns?.bucket.entries() ?? []) {
      const index = grid.indexOf(bucket);
      const value = valueAt(row);
      if (index !== undefined && value !== undefined) points[index] = round(value, DECIMALS);
    }
    return points;
  };
  const isDirection = variableRow(sensor.variable).aggregate === "direction";
  const mean = (row: number) => {
    const raw = columns?.mean[row];
    return raw === undefined || isDirection ? raw : calibrated(sensor, raw);
  };
  const range = (end: "min" | "max") => (row: number) => {
    const [min, max] = [columns?.min?.[row], columns?.max?.[row]];
    return min === undefined || max === undefined ? undefined : calibratedRange(sensor, min, max)[end];
  };
  const sum = (amount: number) => (row: number) => {
    const [raw, count] = [columns?.sum?.[row], columns?.count?.[row]];
    return raw === undefined || count === undefined ? undefined : amount * calibratedSum(sensor, raw, count);
  };
  const amount = amountPerReading(sensor);
  return {
    at: grid.at,
    mean: spread(mean),
    min: spread(range("min")),
    max: spread(range("max")),
    ...(amount === undefined ? {} : { sum: spread(sum(amount)) }),
  };
}

async function rawPoints(database: Database, sensors: readonly SeriesSensor[], range: TimeRange): Promise<Points[]> {
  const numbers = sensors.map(({ number }) => number);
  // Between any two readings there may be a gap, which is a point too.
  const maxReadings = SERIES_MAX_POINTS / 2;
  const readings = await countedReadings(database, numbers, range, maxReadings + 1);
  for (const total of sensors.filter(isTotal)) {
    const increments = await increases(database, total, range, maxReadings + 1);
    if (increments !== undefined) readings.set(total.number, increments);
  }
  return sensors.map((sensor) => {
    const columns = readings.get(sensor.number) ?? { at: [], raw: [] };
    if (columns.at.length > maxReadings) throw tooLong();
    return withGaps(columns, sensor);
  });
}

function withGaps(readings: Pick<ReadingColumns, "at" | "raw">, sensor: SeriesSensor): Points {
  const intervalMs = usualDistance(readings.at, sensor.intervalMin * MINUTE_MS);
  const at: number[] = [];
  const mean: (number | null)[] = [];
  for (const [index, moment] of readings.at.entries()) {
    const last = at.at(-1);
    if (last !== undefined && moment - last > GAP_INTERVALS * intervalMs) {
      at.push(last + intervalMs);
      mean.push(null);
    }
    at.push(moment);
    mean.push(round(calibrated(sensor, readings.raw[index] ?? 0), DECIMALS));
  }
  const amount = amountPerReading(sensor);
  const sums = (scale: number) => mean.map((value) => (value === null ? null : round(value * scale, DECIMALS)));
  return { at, mean, min: mean, max: mean, ...(amount === undefined ? {} : { sum: sums(amount) }) };
}

/** The device's interval or, if it reports less often, the median interval of its readings. */
function usualDistance(at: readonly number[], intervalMs: number): number {
  const distances = at.slice(1).map((moment, index) => moment - (at[index] ?? moment));
  if (distances.length < USUAL_FROM) return intervalMs;
  return Math.max(intervalMs, distances.sort((a, b) => a - b)[distances.length >> 1] ?? 0);
}

function flaggedPoints(readings: ReadingColumns | undefined, sensor: SeriesSensor): Series["flagged"] {
  return (readings?.at ?? []).flatMap((at, index) => {
    const flag = flagOf(readings?.flag[index] ?? 0);
    return flag === null ? [] : [{ at, value: round(calibrated(sensor, readings?.raw[index] ?? 0), DECIMALS), flag }];
  });
}

/**
 * Factor from a reading to an amount: a rain gauge reports the mm since its last reading, or a total that grew by them; a flow in m³/h counts for the
 * device's interval, in m³.
 */
function amountPerReading({ variable, intervalMin }: SeriesSensor): number | undefined {
  const { aggregate } = variableRow(variable);
  if (aggregate === "amount" || aggregate === "total") return 1;
  return aggregate === "rate" ? intervalMin / 60 : undefined;
}

const tooLong = () => problems.validation([{ field: "step", id: "too-many-points" }]);

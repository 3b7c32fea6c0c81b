import type { TimeRange } from "@lamina/shared/farm-time";
import { SERIES_MAX_POINTS, type Series, type SeriesStep, type Variable } from "@lamina/shared/telemetry";
import { round } from "@lamina/shared/units";
import type { Database } from "../database/open.ts";
import { problems } from "../http/problem.ts";
import { countSteps, type Grid, type GroupedStep, gridOf, stepFor } from "./series-steps.ts";
import {
  countedReadings,
  directionRows,
  flaggedReadings,
  type ReadingRow,
  type SeriesSensor,
  type StepRow,
  seriesSensors,
  stepRows,
} from "./series-store.ts";

/** A silence longer than this many intervals is drawn as a gap. */
const GAP_INTERVALS = 2;
/** More than any sensor resolves; what is beyond is only length on the wire. */
const DECIMALS = 4;

type Points = Pick<Series, "at" | "mean" | "min" | "max" | "sum">;

/** Series of sensors, in the order of the ids, of one step each and the same for all. */
export async function readSeries(
  database: Database,
  sensorIds: readonly string[],
  range: TimeRange,
  wanted: SeriesStep,
): Promise<Series[]> {
  const sensors = await seriesSensors(database, sensorIds);
  if (sensors.length === 0) return [];
  const shortest = Math.min(...sensors.map(({ intervalMin }) => intervalMin * 60_000));
  const step = wanted === "auto" ? stepFor(range, shortest) : wanted;
  const numbers = sensors.map(({ number }) => number);
  const flagged = Map.groupBy(await flaggedReadings(database, numbers, range), ({ sensor }) => sensor);
  const points =
    step === "raw" ? await rawPoints(database, sensors, range) : await stepPoints(database, sensors, range, step);
  return sensors.map(({ _id, number, variable, unit, depthCm }, index) => ({
    sensorId: _id,
    variable,
    unit,
    depthCm,
    step,
    ...(points[index] as Points),
    flagged: (flagged.get(number) ?? []).map(({ at, value, flag }) => ({ at, value, flag })),
  }));
}

async function stepPoints(
  database: Database,
  sensors: readonly SeriesSensor[],
  range: TimeRange,
  step: GroupedStep,
): Promise<Points[]> {
  if (countSteps(range, step) > SERIES_MAX_POINTS) throw tooLong();
  // Sensors of one farm share its days; a comparison across farms has a grid for each zone.
  const points = new Map<SeriesSensor, Points>();
  for (const [timezone, together] of Map.groupBy(sensors, ({ timezone }) => timezone)) {
    const grid = gridOf(range, step, timezone);
    const [directions, quantities] = [true, false].map((isDirection) =>
      together.filter(({ variable }) => (variable === "windDir") === isDirection).map(({ number }) => number),
    ) as [number[], number[]];
    const found = [
      ...(await stepRows(database, quantities, step, grid)),
      ...(await directionRows(database, directions, step, { range, timezone })),
    ];
    const rows = Map.groupBy(found, ({ sensor }) => sensor);
    for (const sensor of together) points.set(sensor, fillGrid(grid, rows.get(sensor.number) ?? [], sensor));
  }
  return sensors.map((sensor) => points.get(sensor) as Points);
}

function fillGrid(grid: Grid, rows: readonly StepRow[], sensor: SeriesSensor): Points {
  const empty = () => new Array<number | null>(grid.at.length).fill(null);
  const points = { at: grid.at, mean: empty(), min: empty(), max: empty(), sum: empty() };
  for (const { bucket, count, sum, min, max } of rows) {
    const index = grid.indexOf(bucket);
    if (index === undefined) continue;
    points.mean[index] = round(sum / count, DECIMALS);
    points.min[index] = min === null ? null : round(min, DECIMALS);
    points.max[index] = max === null ? null : round(max, DECIMALS);
    points.sum[index] = round(sum * (amountPerReading(sensor) ?? 0), DECIMALS);
  }
  return withoutNeedlessSum(points, sensor.variable);
}

async function rawPoints(database: Database, sensors: readonly SeriesSensor[], range: TimeRange): Promise<Points[]> {
  const numbers = sensors.map(({ number }) => number);
  const rows = await countedReadings(database, numbers, range, SERIES_MAX_POINTS / 2 + 1);
  const bySensor = Map.groupBy(rows, ({ sensor }) => sensor);
  return sensors.map((sensor) => {
    const own = bySensor.get(sensor.number) ?? [];
    // Between any two readings there may be a gap, which is a point as well.
    if (own.length > SERIES_MAX_POINTS / 2) throw tooLong();
    return withGaps(own, sensor);
  });
}

function withGaps(rows: readonly ReadingRow[], sensor: SeriesSensor): Points {
  const intervalMs = sensor.intervalMin * 60_000;
  const at: number[] = [];
  const mean: (number | null)[] = [];
  for (const row of rows) {
    const last = at.at(-1);
    if (last !== undefined && row.at - last > GAP_INTERVALS * intervalMs) {
      at.push(last + intervalMs);
      mean.push(null);
    }
    at.push(row.at);
    mean.push(round(row.value, DECIMALS));
  }
  const amount = amountPerReading(sensor) ?? 0;
  const sum = mean.map((value) => (value === null ? null : round(value * amount, DECIMALS)));
  return withoutNeedlessSum({ at, mean, min: mean, max: mean, sum }, sensor.variable);
}

/**
 * What one reading adds to an amount: a rain gauge tells the mm since its last reading; a flow in m³/h stands for the
 * device's interval, in m³.
 */
function amountPerReading({ variable, intervalMin }: SeriesSensor): number | undefined {
  if (variable === "rain") return 1;
  return variable === "flow" ? intervalMin / 60 : undefined;
}

function withoutNeedlessSum({ sum, ...points }: Points, variable: Variable): Points {
  return (variable === "rain" || variable === "flow") && sum ? { ...points, sum } : points;
}

const tooLong = () =>
  problems.validation([
    { field: "step", id: "too-many-points", message: "Período longo demais para este intervalo. Escolha um maior." },
  ]);

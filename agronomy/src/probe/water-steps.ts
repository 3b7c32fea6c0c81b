import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
/** Soil water within a probe's reach in one hour. */
export interface StorageHour {
  /** ms since 1970 UTC, the start of the hour. */
  at: number;
  /** mm */
  storageMm: number;
  /** Soil temperature at the probe, °C, when measured. */
  tempC?: number | undefined;
}

/**
 * A known rain or irrigation, from its beginning to its end in ms since 1970 UTC, with the depth that it brings into
 * the soil.
 */
export interface KnownWater {
  startAt: number;
  endAt: number;
  /** mm; undefined for water of unknown depth. */
  mm?: number | undefined;
}

/** Water that a probe measured and that is not on record. */
interface WaterStep {
  /** When the soil became wetter. */
  at: number;
  /** Depth in the soil that no record explains, mm. */
  mm: number;
}

interface StepOptions {
  known: readonly KnownWater[];
  /** The crop's use of soil water, mm per hour, at a moment. */
  useMmHour: (at: number) => number;
  /** Steps are searched from this moment on; earlier hours only serve to learn the noise. */
  from: number;
}

/** Hours before and after a step that are averaged, and the hours between them in which the soil becomes wet. */
const MEAN_HOURS = 6;
const WETTING_HOURS = 2;
/** Smaller steps cannot be distinguished from rain that the canopy holds and from redistribution in the soil, mm. */
const MIN_MM = 2;
/** A step exceeds the probe's noise by this factor. */
const SIGMAS = 4.2;
/** Noise of a probe with too few readings, mm. */
const USUAL_NOISE_MM = 1;
/** Minimum steps to learn noise and temperature from: three days of hours. */
const LEARNT_HOURS = 72;
/** Minimum days to learn the usual step of an hour of the clock from. */
const LEARNT_DAYS = 5;
/** Recorded water may be more by this part, because gauges, panels and the spot of the probe differ. */
const KNOWN_MARGIN = 0.5;
/** Maximum time that water takes to reach the probe, ms. */
const REACHES_WITHIN_MS = 8 * HOUR_MS;
/** A wetting is one step, however long it lasts. */
const ONE_STEP_MS = 12 * HOUR_MS;

/**
 * Steps of the soil water that no record explains, found in the residual of the balance: the change of the storage
 * within hours, minus the crop's use, the effect of temperature on the probe and the recorded water. The effect of
 * temperature, the usual course of a day and the noise are learnt from the probe's own days. `hours` in order of time.
 */
export function findWaterSteps(hours: readonly StorageHour[], { known, useMmHour, from }: StepOptions): WaterStep[] {
  const steps = withoutDailyCourse(withoutTemperature(stepsOf(hours, useMmHour)));
  const threshold = Math.max(MIN_MM, SIGMAS * noiseOf(steps));
  const found: WaterStep[] = [];
  for (const { at, mm } of steps) {
    const unexplained = mm - explainedMm(known, at);
    if (at < from || unexplained < threshold) continue;
    const last = found.at(-1);
    if (last === undefined || at - last.at > ONE_STEP_MS) found.push({ at, mm: unexplained });
    else if (unexplained > last.mm) found[found.length - 1] = { at, mm: unexplained };
  }
  return found;
}

/** Change of the storage from the hours before a moment to those after it, mm, with the change of the temperature. */
interface Step {
  at: number;
  mm: number;
  /** °C; and six hours earlier, because heat reaches a depth with a delay. */
  tempC?: number;
  tempLateC?: number;
}

function stepsOf(hours: readonly StorageHour[], useMmHour: StepOptions["useMmHour"]): Step[] {
  const byAt = new Map(hours.map((hour) => [hour.at, hour] as const));
  const meanOf = (at: number, value: (hour: StorageHour) => number | undefined) => {
    const values = Array.from({ length: MEAN_HOURS }, (_, index) => byAt.get(at + index * HOUR_MS)).flatMap(
      (hour) => (hour && value(hour)) ?? [],
    );
    return values.length > MEAN_HOURS / 2 ? values.reduce((sum, one) => sum + one, 0) / values.length : undefined;
  };
  const changeAt = (at: number, value: (hour: StorageHour) => number | undefined) => {
    const [after, before] = [meanOf(at + WETTING_HOURS * HOUR_MS, value), meanOf(at - MEAN_HOURS * HOUR_MS, value)];
    return after === undefined || before === undefined ? undefined : after - before;
  };
  return hours.flatMap(({ at }) => {
    const stored = changeAt(at, ({ storageMm }) => storageMm);
    if (stored === undefined) return [];
    let used = 0;
    for (let hour = -MEAN_HOURS / 2; hour < WETTING_HOURS + MEAN_HOURS / 2; hour += 1)
      used += useMmHour(at + hour * HOUR_MS);
    const [tempC, tempLateC] = [at, at - 6 * HOUR_MS].map((moment) => changeAt(moment, (hour) => hour.tempC));
    return [
      { at, mm: stored + used, ...(tempC !== undefined && { tempC }), ...(tempLateC !== undefined && { tempLateC }) },
    ];
  });
}

/** Steps minus the usual step of their hour of the clock, because root uptake and sensors follow the time of day. */
function withoutDailyCourse(steps: readonly Step[]): Step[] {
  const byClock = Map.groupBy(steps, ({ at }) => at % DAY_MS);
  const usual = new Map(
    [...byClock].map(
      ([clock, ofClock]) => [clock, ofClock.length < LEARNT_DAYS ? 0 : medianOf(ofClock.map(({ mm }) => mm))] as const,
    ),
  );
  return steps.map((step) => ({ ...step, mm: step.mm - (usual.get(step.at % DAY_MS) ?? 0) }));
}

/** Steps minus a least-squares fit on the temperature; the fit excludes steps that temperature does not explain. */
function withoutTemperature(steps: readonly Step[]): Step[] {
  const warm = steps.flatMap(({ mm, tempC, tempLateC }) =>
    tempC === undefined || tempLateC === undefined ? [] : [{ mm, x: tempC, y: tempLateC }],
  );
  if (warm.length < LEARNT_HOURS) return [...steps];
  let [a, b] = [0, 0];
  // Repeated without the outliers of the previous fit, which are steps made by water.
  for (let round = 0; round < 3; round += 1) {
    const rest = warm.map((one) => one.mm - a * one.x - b * one.y);
    const centre = medianOf(rest);
    const limit = 2.5 * spreadOf(rest, centre);
    const inliers = warm.filter((_, index) => Math.abs((rest[index] ?? 0) - centre) <= limit);
    const sum = (value: (one: (typeof inliers)[number]) => number) =>
      inliers.reduce((total, one) => total + value(one), 0);
    const [mx, my, mm] = [sum((one) => one.x), sum((one) => one.y), sum((one) => one.mm)].map(
      (all) => all / inliers.length,
    );
    const [xx, xy, yy] = [
      sum((one) => (one.x - (mx ?? 0)) ** 2),
      sum((one) => (one.x - (mx ?? 0)) * (one.y - (my ?? 0))),
      sum((one) => (one.y - (my ?? 0)) ** 2),
    ];
    const [xm, ym] = [
      sum((one) => (one.x - (mx ?? 0)) * (one.mm - (mm ?? 0))),
      sum((one) => (one.y - (my ?? 0)) * (one.mm - (mm ?? 0))),
    ];
    const determinant = xx * yy - xy * xy;
    if (determinant < 1e-6) return [...steps];
    a = (xm * yy - ym * xy) / determinant;
    b = (ym * xx - xm * xy) / determinant;
  }
  return steps.map((step) => ({ ...step, mm: step.mm - a * (step.tempC ?? 0) - b * (step.tempLateC ?? 0) }));
}

/** Spread of the steps, robust against the few that water made: 1.4826 times the median deviation. */
function noiseOf(steps: readonly Step[]): number {
  if (steps.length < LEARNT_HOURS) return USUAL_NOISE_MM;
  const values = steps.map(({ mm }) => mm);
  return spreadOf(values, medianOf(values));
}

const spreadOf = (values: readonly number[], centre: number) =>
  1.4826 * medianOf(values.map((value) => Math.abs(value - centre)));

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Recorded water that may appear in a step, mm, with the margin of its measurement. */
function explainedMm(records: readonly KnownWater[], at: number): number {
  const [start, end] = [at - MEAN_HOURS * HOUR_MS - REACHES_WITHIN_MS, at + (WETTING_HOURS + MEAN_HOURS) * HOUR_MS];
  return records
    .filter((one) => one.startAt < end && one.endAt > start)
    .reduce((sum, { mm }) => sum + (mm === undefined ? Number.POSITIVE_INFINITY : (1 + KNOWN_MARGIN) * mm), 0);
}

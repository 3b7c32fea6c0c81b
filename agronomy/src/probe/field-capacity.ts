import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";

/** Mean water content of an hour, % by volume; `at` in ms since 1970 UTC. */
interface MoistureHour {
  at: number;
  pct: number;
}

/** A field capacity derived from a sensor's own wettings. */
interface LearntCapacity {
  /** % by volume. */
  fcPct: number;
  /** Half the spread of the plateaus, points. */
  spreadPct: number;
  /** Number of wettings used. */
  wettings: number;
}

/** A rise of this many points within a day is a wetting. */
const RISE_POINTS = 2;
/** Water that drains within the first day shows that the soil was above its capacity, points. */
const DRAINED_POINTS = 0.4;
/** Hours of the plateau after a wetting (Veihmeyer and Hendrickson 1949: two to three days; FAO-56 chapter 8). */
const PLATEAU_HOURS = [24, 48] as const;
/** On the plateau the soil dries by at most this, points per day: roots take up water, but drainage has ended. */
const PLATEAU_SLOPE = 1.5;
/** Minimum hours with readings on the plateau. */
const ENOUGH_HOURS = 18;
/** Minimum wettings for a suggestion. */
const ENOUGH_WETTINGS = 2;

export function learnFieldCapacity(hours: readonly MoistureHour[]): LearntCapacity | undefined {
  const plateaus = peaksOf(hours).flatMap((peak) => plateauAfter(hours, peak) ?? []);
  if (plateaus.length < ENOUGH_WETTINGS) return undefined;
  const sorted = plateaus.toSorted((one, other) => one - other);
  const spreadPct = ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / 2;
  return { fcPct: median(sorted), spreadPct, wettings: plateaus.length };
}

/** The highest hours after a rise. */
function peaksOf(hours: readonly MoistureHour[]): MoistureHour[] {
  const peaks: MoistureHour[] = [];
  for (const [index, hour] of hours.entries()) {
    const before = hours.slice(Math.max(0, index - 24), index).filter(({ at }) => at >= hour.at - DAY_MS);
    const after = hours.slice(index + 1, index + 25).filter(({ at }) => at <= hour.at + DAY_MS);
    const low = Math.min(...before.map(({ pct }) => pct));
    if (hour.pct - low < RISE_POINTS || after.some(({ pct }) => pct > hour.pct)) continue;
    if ((peaks.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < hour.at - DAY_MS) peaks.push(hour);
  }
  return peaks;
}

function plateauAfter(hours: readonly MoistureHour[], peak: MoistureHour): number | undefined {
  const [from, to] = PLATEAU_HOURS.map((hour) => peak.at + hour * HOUR_MS) as [number, number];
  const plateau = hours.filter(({ at }) => at >= from && at < to);
  const [first, last] = [plateau[0], plateau.at(-1)];
  if (plateau.length < ENOUGH_HOURS || first === undefined || last === undefined) return undefined;
  const slope = ((first.pct - last.pct) * DAY_MS) / Math.max(HOUR_MS, last.at - first.at);
  const mean = plateau.reduce((sum, { pct }) => sum + pct, 0) / plateau.length;
  const isPlateau = slope <= PLATEAU_SLOPE && slope >= -RISE_POINTS / 4;
  return isPlateau && peak.pct - first.pct >= DRAINED_POINTS ? mean : undefined;
}

function median(sorted: readonly number[]): number {
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? 0];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

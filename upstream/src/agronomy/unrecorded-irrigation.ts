/** A mean water content of a monitored sector. */
export interface MoistureReading {
  /** ms since 1970 UTC. */
  at: number;
  /** % by volume, weighted over the depths. */
  meanPct: number;
}

/** A recorded rain or irrigation, from its beginning to its end, ms since 1970 UTC. */
export interface WaterEvent {
  startAt: number;
  endAt: number;
}

/** Water that nobody recorded, for the user to confirm or dismiss. */
export interface UnrecordedIrrigation {
  source: "probe" | "telemetry";
  startAt: number;
  endAt: number;
  /** Estimated depth in the soil, mm. */
  estimatedMm: number;
}

const DAY_MS = 86_400_000;

/** A rise of this many points within a day asks for an explanation. */
export const RISE_POINTS = 3;

/** Water takes this long to reach the probe: a rain or irrigation so much earlier still explains a rise, ms. */
const EXPLAINS_FOR_MS = 12 * 3_600_000;

const explained = (events: readonly WaterEvent[], startAt: number, endAt: number) =>
  events.some((event) => event.startAt <= endAt && event.endAt >= startAt - EXPLAINS_FOR_MS);

/**
 * Rises of the mean water content by 3 points or more within a day that no recorded rain or irrigation explains.
 * `readings` in order of time; `depthMm` is the depth of soil that the mean stands for.
 */
export function detectFromProbe(
  readings: readonly MoistureReading[],
  events: readonly WaterEvent[],
  depthMm: number,
): UnrecordedIrrigation[] {
  const found: UnrecordedIrrigation[] = [];
  let first = 0;
  for (let index = 0; index < readings.length; index += 1) {
    const reading = readings[index];
    if (!reading) break;
    while ((readings[first]?.at ?? reading.at) < reading.at - DAY_MS) first += 1;
    const low = lowest(readings.slice(first, index + 1));
    const next = readings[index + 1];
    const stillRising = next !== undefined && next.meanPct > reading.meanPct && next.at - (low?.at ?? 0) <= DAY_MS;
    if (!low || stillRising || reading.meanPct - low.meanPct < RISE_POINTS) continue;
    if (!explained(events, low.at, reading.at)) {
      const estimatedMm = ((reading.meanPct - low.meanPct) / 100) * depthMm;
      found.push({ source: "probe", startAt: low.at, endAt: reading.at, estimatedMm });
    }
    first = index;
  }
  return found;
}

/** The last of the lowest readings: where the rise begins. */
function lowest(readings: readonly MoistureReading[]): MoistureReading | undefined {
  return readings.reduce<MoistureReading | undefined>(
    (low, reading) => (low && low.meanPct < reading.meanPct ? low : reading),
    undefined,
  );
}

/** A state that a pivot reported. */
export interface PivotReport {
  /** ms since 1970 UTC. */
  at: number;
  running: boolean;
  wet: boolean;
  /** Panel setting, %. */
  percent: number;
}

/** Reports further apart than this are not joined: the machine may have done anything in between, ms. */
const LONGEST_GAP_MS = 2 * 3_600_000;

/** Wet runs shorter than this are a test or a flush, ms. */
const SHORTEST_RUN_MS = 30 * 60_000;

/**
 * Wet runs in a pivot's telemetry without a watering on record. `reports` in order of time; the depth in mm is the net one
 * of the panel settings it ran with, weighted by time, from the gross depth at 100 % in mm and the efficiency in %.
 */
export function detectFromTelemetry(
  reports: readonly PivotReport[],
  waterings: readonly WaterEvent[],
  depth100Mm: number,
  efficiencyPct: number,
): UnrecordedIrrigation[] {
  return wetRuns(reports)
    .filter(({ startAt, endAt }) => endAt - startAt >= SHORTEST_RUN_MS)
    .filter(({ startAt, endAt }) => !waterings.some((event) => event.startAt < endAt && event.endAt > startAt))
    .map(({ startAt, endAt, percentTime }) => {
      const percent = percentTime / (endAt - startAt);
      return {
        source: "telemetry",
        startAt,
        endAt,
        estimatedMm: ((100 * depth100Mm) / percent) * (efficiencyPct / 100),
      };
    });
}

function wetRuns(reports: readonly PivotReport[]): { startAt: number; endAt: number; percentTime: number }[] {
  const runs: { startAt: number; endAt: number; percentTime: number }[] = [];
  for (const [index, report] of reports.entries()) {
    const next = reports[index + 1];
    if (!next || !report.running || !report.wet || report.percent <= 0 || next.at - report.at > LONGEST_GAP_MS)
      continue;
    const length = next.at - report.at;
    const last = runs.at(-1);
    if (last && last.endAt === report.at) {
      last.endAt = next.at;
      last.percentTime += length * report.percent;
    } else runs.push({ startAt: report.at, endAt: next.at, percentTime: length * report.percent });
  }
  return runs;
}

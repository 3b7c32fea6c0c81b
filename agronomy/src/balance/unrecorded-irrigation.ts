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

/** Water that a probe saw and nobody recorded, for the user to confirm or dismiss. */
export interface UnrecordedIrrigation {
  startAt: number;
  endAt: number;
  /** Estimated depth in the soil, mm. */
  estimatedMm: number;
}

const DAY_MS = 86_400_000;

/** A rise of this many points within a day asks for an explanation. */
const RISE_POINTS = 3;

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
      found.push({ startAt: low.at, endAt: reading.at, estimatedMm });
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

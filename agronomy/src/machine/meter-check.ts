/** Water of a run by its panel or record, m³, and its time, ms since 1970 UTC. */
interface PanelRun {
  startAt: number;
  endAt: number;
  m3: number;
}

/** Volumes of the same hours, m³. */
export interface MeterVolumes {
  meterM3: number;
  panelM3: number;
}

const HOUR_MS = 3_600_000;
/** A smaller difference is within the accuracy of a meter and a panel (†). */
const TOLERATED = 0.1;
/** Fewer hours of pumping say little about a week (†). */
const MIN_HOURS = 6;

/**
 * The water of the runs of a system by its flow meter and by its panel: of runs whose hours all have a mean flow, m³/h.
 * The pump runs only during a run, so the meter's hours at its ends count as a whole. Undefined for too few hours.
 * @param flowOf mean flow of the hour that begins at a moment; undefined without readings
 */
export function meterAndPanel(
  runs: readonly PanelRun[],
  flowOf: (hourAt: number) => number | undefined,
): MeterVolumes | undefined {
  const hours = new Map<number, number>();
  let panelM3 = 0;
  let runMs = 0;
  for (const { startAt, endAt, m3 } of runs) {
    const metered = hoursOf(startAt, endAt).map((at) => [at, flowOf(at)] as const);
    if (metered.some(([, flow]) => flow === undefined)) continue;
    for (const [at, flow = 0] of metered) hours.set(at, flow);
    panelM3 += m3;
    runMs += endAt - startAt;
  }
  if (runMs < MIN_HOURS * HOUR_MS) return undefined;
  return { meterM3: [...hours.values()].reduce((sum, flow) => sum + flow, 0), panelM3 };
}

function hoursOf(startAt: number, endAt: number): number[] {
  const first = Math.floor(startAt / HOUR_MS);
  return Array.from({ length: Math.ceil(endAt / HOUR_MS) - first }, (_, index) => (first + index) * HOUR_MS);
}

/** Whether a meter and a panel differ by more than their accuracy. */
export function disagree({ meterM3, panelM3 }: MeterVolumes): boolean {
  return panelM3 > 0 && Math.abs(meterM3 / panelM3 - 1) > TOLERATED;
}

import { DAY_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { PivotTelemetry, TelemetryBatch } from "@lamina/shared/records/readings";
import type { Happening, Pace, Simulation, SimulationState } from "./simulation.ts";
import type { KnownApplication } from "./world/farm-world.ts";

/** Before its last days the past has hourly messages, afterwards every quarter of an hour. */
const RECENT_DAYS = 7;
const COARSE: Pace = { minutes: () => 60, isSparse: true };
const FINE: Pace = { minutes: () => 15, isSparse: false };
/** At the end every device sends a message. */
const LAST: Pace = { minutes: () => 0, isSparse: false };
const COARSE_STEP_MS = 30 * MINUTE_MS;
const FINE_STEP_MS = 15 * MINUTE_MS;
/** Days per chapter. */
const CHAPTER_DAYS = 8;

/** Messages and applications of some days, in order of time; one batch per device. */
interface Chapter {
  batches: TelemetryBatch[];
  statuses: PivotTelemetry[];
  applications: KnownApplication[];
  /** Days since the beginning. */
  day: number;
}

/** Simulates the past up to a moment, in chapters. Steps end on quarters of an hour, except the last one. */
export function* simulatePast(simulation: Simulation, state: SimulationState, to: number): Generator<Chapter> {
  const from = Math.min(...Object.values(state.farms).map(({ at }) => at));
  const recent = to - RECENT_DAYS * DAY_MS;
  let happenings: Happening[] = [];
  let at = from;
  let end = from + CHAPTER_DAYS * DAY_MS;
  while (at < to) {
    const step = at < recent ? COARSE_STEP_MS : FINE_STEP_MS;
    at = Math.min(to, Math.floor(at / step) * step + step);
    happenings.push(simulation.step(state, at, at === to ? LAST : at < recent ? COARSE : FINE));
    if (at < end && at < to) continue;
    yield { ...bound(happenings), day: (at - from) / DAY_MS };
    happenings = [];
    end += CHAPTER_DAYS * DAY_MS;
  }
}

/** Readings of a device in one batch, like messages stored during a network outage. */
function bound(happenings: readonly Happening[]): Omit<Chapter, "day"> {
  const bySerial = new Map<string, TelemetryBatch>();
  for (const batch of happenings.flatMap(({ batches }) => batches)) {
    const previous = bySerial.get(batch.serial);
    const readings = previous?.readings ?? [];
    readings.push(...batch.readings);
    bySerial.set(batch.serial, { ...batch, readings });
  }
  return {
    batches: [...bySerial.values()],
    statuses: happenings.flatMap(({ statuses }) => statuses),
    applications: happenings.flatMap(({ applications }) => applications),
  };
}

import { BROKER_RECONNECT_PERIOD_MS } from "@lamina/shared/core/limits";

/** The first attempt to reconnect comes after about this long. */
const FIRST_PAUSE_MS = 500;

/**
 * Pause before attempt `attempt` (from 0), doubling up to the reconnect period of §9. Half of it is chance (`random` in
 * 0..1), so that a server that comes back is not met by all at once.
 */
export function reconnectPause(attempt: number, random: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempt, BROKER_RECONNECT_PERIOD_MS);
  return pause / 2 + (pause / 2) * random;
}

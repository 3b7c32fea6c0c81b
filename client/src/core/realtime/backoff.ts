import { BROKER_RECONNECT_PERIOD_MS } from "@lamina/shared/core/limits";

/** The first attempt to reconnect follows after about this time. */
const FIRST_PAUSE_MS = 500;

/**
 * Pause in ms before attempt `attempt` (from 0). Doubles up to the reconnect period of §9. Half of it is random
 * (`random` in 0..1), so that not all clients reconnect to a restarted server at once.
 */
export function reconnectPause(attempt: number, random: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempt, BROKER_RECONNECT_PERIOD_MS);
  return pause / 2 + (pause / 2) * random;
}

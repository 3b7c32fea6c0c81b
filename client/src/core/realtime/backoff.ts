/** The first attempt to reconnect follows after about this time. */
const FIRST_PAUSE_MS = 500;
/** A record leaves within seconds of the connection's return, which the browser does not report on a bad line. */
const LONGEST_PAUSE_MS = 5_000;

/**
 * Pause in ms before attempt `attempt` (from 0). Half of it is random (`random` in 0..1), so that not all clients
 * reconnect to a restarted server at once.
 */
export function reconnectPause(attempt: number, random: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
  return pause / 2 + (pause / 2) * random;
}

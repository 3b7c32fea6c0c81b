/** The first attempt to reconnect follows after about this time. */
const FIRST_PAUSE_MS = 500;
/**
 * A record leaves within 5 s of the connection's return, which the browser does not report on a bad line: the rest of
 * them is for the connection and the request.
 */
const LONGEST_PAUSE_MS = 3_500;

/**
 * Pause in ms before attempt `attempt` (from 0). Half of it is random (`random` in 0..1), so that not all clients
 * reconnect to a restarted server at once.
 */
export function reconnectPause(attempt: number, random: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
  return pause / 2 + (pause / 2) * random;
}

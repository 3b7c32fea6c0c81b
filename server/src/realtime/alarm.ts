/** Longest delay of a Node timer; with a longer one it fires at once. */
export const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Calls `ring` at a moment, in milliseconds since the epoch, however distant. Returns a function that cancels it.
 *
 * The timer is not unreferenced, because Node stores a list for each delay and deletes the list of a cleared
 * unreferenced timer only after its delay: hours for each closed socket.
 */
export function setAlarm(at: number, now: () => number, ring: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    const remainingMs = at - now();
    timer =
      remainingMs <= 0
        ? setTimeout(ring, 0)
        : setTimeout(remainingMs > MAX_DELAY_MS ? wait : arrive, Math.min(remainingMs, MAX_DELAY_MS));
  };
  // A timer may fire a millisecond early.
  const arrive = () => (at - now() > 0 ? wait() : ring());
  wait();
  return () => clearTimeout(timer);
}

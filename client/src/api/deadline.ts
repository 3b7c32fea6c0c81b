/** A signal that aborts after a time or with another signal. */
interface Deadline {
  signal: AbortSignal;
  /** True when the time ran out. */
  expired(): boolean;
  /** Stops the timer and removes the listener from the other signal. */
  release(): void;
}

/** `AbortSignal.any` and `AbortSignal.timeout` are too new for the phones that the build targets. */
export function deadline(milliseconds: number, other?: AbortSignal): Deadline {
  const controller = new AbortController();
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    controller.abort();
  }, milliseconds);
  const follow = () => controller.abort(other?.reason);
  if (other?.aborted) follow();
  else other?.addEventListener("abort", follow);
  return {
    signal: controller.signal,
    expired: () => expired,
    release() {
      clearTimeout(timer);
      other?.removeEventListener("abort", follow);
    },
  };
}

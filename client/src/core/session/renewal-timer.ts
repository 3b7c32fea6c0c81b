import { RENEWAL_LEAD_MS } from "@lamina/shared/core/limits";

/** Shortest pause before the renewal is tried again when the API was not reached. */
const MIN_PAUSE_MS = 15_000;
/** Timers longer than 24.8 days fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface RenewalTimer {
  /** Watches a token that expires at `expiresAt`. `fresh`: it was issued just now, not found in storage. */
  watch(expiresAt: number, fresh: boolean): void;
  /** Checks the clock now, because timers stop while the device sleeps. */
  check(): void;
  stop(): void;
}

/**
 * Calls `renew` for a silent renewal and `expired` when the token has expired (readings, 3). `renew` resolves to false
 * when the API was not reached; the renewal is then tried again after half of the remaining time.
 */
export function createRenewalTimer(deps: {
  now(): number;
  isOnline(): boolean;
  renew(): Promise<boolean>;
  expired(): void;
}): RenewalTimer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let expiresAt = 0;
  let dueAt = 0;
  let renewing = false;

  function arm(): void {
    clearTimeout(timer);
    const next = renewing || !deps.isOnline() ? expiresAt + 1 : Math.min(dueAt, expiresAt + 1);
    timer = setTimeout(check, Math.min(Math.max(next - deps.now(), 0), MAX_TIMER_MS));
  }

  async function renew(): Promise<void> {
    renewing = true;
    const watched = expiresAt;
    const reached = await deps.renew();
    renewing = false;
    // The session may have ended, or another token may have replaced this one.
    if (timer === undefined) return;
    if (!reached && watched === expiresAt) {
      dueAt = deps.now() + Math.max((expiresAt - deps.now()) / 2, MIN_PAUSE_MS);
    }
    arm();
  }

  function check(): void {
    if (timer === undefined) return;
    const now = deps.now();
    if (now > expiresAt) {
      stop();
      deps.expired();
      return;
    }
    if (now >= dueAt && !renewing && deps.isOnline()) void renew();
    arm();
  }

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  return {
    watch(expiry, fresh) {
      expiresAt = expiry;
      const life = expiry - deps.now();
      // A token that lives shorter than the lead would otherwise be renewed as soon as it arrives, without end.
      dueAt = fresh && life <= RENEWAL_LEAD_MS ? deps.now() + life / 2 : expiry - RENEWAL_LEAD_MS;
      arm();
    },
    check,
    stop,
  };
}

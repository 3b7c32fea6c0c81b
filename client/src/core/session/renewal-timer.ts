import { RENEWAL_LEAD_MS } from "@lamina/shared/core/limits";

/** The API was not reached: shortest pause before the renewal, which has not happened yet, is tried again. */
const MIN_PAUSE_MS = 15_000;
/** Timers beyond 24.8 days fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface RenewalTimer {
  /** Watches over a token that expires at `expiresAt`. `fresh`: it was issued just now, not found in storage. */
  watch(expiresAt: number, fresh: boolean): void;
  /** Looks at the clock now: timers sleep with the device. */
  check(): void;
  stop(): void;
}

/**
 * Says when to renew silently and when the token has expired (readings, 3). `renew` resolves to false when the API was
 * not reached, which counts as not having happened: it is due again when half of the remaining time has passed.
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
    // The session may have ended, or another token may be watched by now.
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
      // A token issued for less than the lead is not renewed as soon as it arrives, for ever.
      dueAt = fresh && life <= RENEWAL_LEAD_MS ? deps.now() + life / 2 : expiry - RENEWAL_LEAD_MS;
      arm();
    },
    check,
    stop,
  };
}

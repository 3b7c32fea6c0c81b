/**
 * The moment at which the product of the journeys starts, 13:40 on the farms: the simulated farm and with it Hoje depend
 * on the hour and the day, and a check must not. `journeys/hours.test.ts` visits other moments.
 */
export const MOMENT = "2026-11-26T16:40:00Z";

/** The module that Node loads before a program, so that it runs at another moment than the machine. */
export const SHIFTED_CLOCK = new URL("./shifted-clock.ts", import.meta.url).href;

/** How far the clock of this process is ahead of the machine's, ms. */
export const ownOffsetMs = () => Number(process.env.CLOCK_OFFSET_MS ?? 0);

/** How far the clock of a program must be ahead of the machine's that is at this moment now, ms. */
export const offsetAt = (moment: string) =>
  Math.round(Date.parse(moment) - (performance.timeOrigin + performance.now()));

/** Environment of a program whose clock is so far ahead of the machine's, and of one that `faketime` has set for the run. */
export function clockEnvironment(offsetMs = ownOffsetMs()): Record<string, string | undefined> {
  const faked = Object.entries(process.env).filter(([name]) => /^(LD_PRELOAD|FAKETIME.*)$/.test(name));
  return {
    ...Object.fromEntries(faked),
    ...(offsetMs !== 0 && { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, CLOCK_OFFSET_MS: String(offsetMs) }),
  };
}

declare global {
  /** Replaces the offset with which the clock of a program or of a page began. */
  var clockOffsetMs: number | undefined;
}

/**
 * Moves the clock of a program or of a page, which then runs on. Timers are not affected. A clock that a journey
 * replaces by Playwright's stays that one.
 */
export function shiftClock(offsetMs: number): void {
  const Real = Date;
  if (!Function.prototype.toString.call(Real).includes("[native code]")) return;
  const now = () => Real.now() + (globalThis.clockOffsetMs ?? offsetMs);
  globalThis.Date = new Proxy(Real, {
    apply: () => new Real(now()).toString(),
    construct: (target, parameters, newTarget) =>
      Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, newTarget),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  Real.prototype.constructor = globalThis.Date;
}

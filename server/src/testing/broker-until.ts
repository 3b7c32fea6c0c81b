import { vi } from "vitest";

/** Waits until a check passes, with a limit for a busy machine. Give the test itself more time than this. */
export function until<T>(check: () => T | Promise<T>, timeout = 15_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 5 });
}

/** Time limits for tests that wait with `until`, possibly several times. */
export const PATIENT = { testTimeout: 40_000, hookTimeout: 40_000 };

import { vi } from "vitest";

/** Waits until a check passes, however busy the machine is. Give the test itself more time than this. */
export function until<T>(check: () => T | Promise<T>, timeout = 15_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 5 });
}

/** For tests that wait with `until`, several times perhaps. */
export const PATIENT = { testTimeout: 40_000, hookTimeout: 40_000 };

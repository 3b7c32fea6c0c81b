import { vi } from "vitest";

/** Waits until a check passes. Polls often, because the tests of brokers and sockets wait hundreds of times. */
export function until<T>(check: () => T | Promise<T>, timeout = 30_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 5 });
}

import { vi } from "vitest";

/** How long tests wait for a condition: real databases, brokers and TLS share two cores in these tests. */
const PATIENCE_MS = 20_000;
/** Between two looks at a condition. Tests wait thousands of times, and the library's 50 ms leave a core idle. */
export const LOOK_MS = 10;

type Wait = { timeout?: number; interval?: number } | number | undefined;

/** The library's default of one second fails on a busy machine; speed is measured in bench/. */
const patient = (wait: Wait) => ({
  timeout: PATIENCE_MS,
  interval: LOOK_MS,
  ...(typeof wait === "number" ? { timeout: wait } : wait),
});

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

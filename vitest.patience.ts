import { vi } from "vitest";

/** How long tests wait for a condition: real databases, brokers and TLS share two cores in these tests. */
const PATIENCE_MS = 20_000;

const { waitFor, waitUntil } = vi;
// The library's default of one second fails on a busy machine; speed is measured in bench/.
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: PATIENCE_MS });
vi.waitUntil = (callback, options) => waitUntil(callback, options ?? { timeout: PATIENCE_MS });

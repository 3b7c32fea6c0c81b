import { vi } from "vitest";

/** Conditions are waited for this long: real databases, brokers and TLS share two cores in these tests. */
const PATIENCE_MS = 20_000;

const waitFor = vi.waitFor;
// The library's own second is a measure of speed on a busy machine, and speed is measured in bench/.
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: PATIENCE_MS });

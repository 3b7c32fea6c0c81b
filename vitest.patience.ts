import { vi } from "vitest";

/** How long tests wait for a condition: real databases, brokers and TLS share two cores in these tests. */
const PATIENCE_MS = 20_000;

type Wait = { timeout?: number; interval?: number } | number | undefined;

/** The library's default of one second fails on a busy machine; speed is measured in bench/. */
const patient = (given: Wait) => (typeof given === "number" ? given : { timeout: PATIENCE_MS, ...given });

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

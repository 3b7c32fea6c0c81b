import { defineConfig } from "vitest/config";
import { isLong } from "../scripts/testing/long.ts";
import { MOMENT, offsetAt, SHIFTED_CLOCK } from "./product/clock.ts";

/** Journeys of the long run, whose pieces have tests of their own in the workspaces. */
const LONG_JOURNEYS = ["processes", "client-switch", "time-zones", "hours", "mobile"];

// The journeys, their browsers and the programs that they start live at one moment. E2E_AT names another one.
process.env.CLOCK_OFFSET_MS ??= String(offsetAt(process.env.E2E_AT ?? MOMENT));

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["journeys/**/*.test.ts"],
    exclude: isLong ? [] : LONG_JOURNEYS.map((name) => `journeys/${name}.test.ts`),
    globalSetup: "./global-setup.ts",
    // Each worker drives a separate browser. Two at once are the most that two cores can run without slowing each other
    // down.
    maxWorkers: 2,
    execArgv: [`--import=${SHIFTED_CLOCK}`],
    // The files of a worker share its browser.
    isolate: false,
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

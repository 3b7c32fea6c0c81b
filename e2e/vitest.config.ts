import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["journeys/**/*.test.ts"],
    globalSetup: "./global-setup.ts",
    // Each worker drives a separate browser. Two at once are the most that two cores can run without slowing each other
    // down.
    maxWorkers: 2,
    // The files of a worker share its browser.
    isolate: false,
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

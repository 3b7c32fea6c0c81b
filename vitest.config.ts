import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Longest wait for a condition, not a measure of speed: real databases, brokers and TLS share two cores in these tests.
const limits = {
  // All cores: the library would leave one of them idle.
  maxWorkers: "100%",
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: [fileURLToPath(new URL("vitest.patience.ts", import.meta.url))],
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "node",
          environment: "node",
          ...limits,
          include: ["{shared,server,upstream}/**/*.test.ts", "scripts/**/*.test.mjs"],
        },
      },
      {
        extends: "./client/vite.config.ts",
        root: "./client",
        test: {
          name: "client",
          environment: "jsdom",
          // Half of the time went into loading jsdom anew for each file; this pool loads it once and keeps files apart.
          pool: "vmThreads",
          ...limits,
          include: ["src/**/*.test.{ts,tsx}"],
        },
      },
    ],
  },
});

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

// Longest wait for a condition, not a measure of speed: real databases, brokers and TLS share two cores in these tests.
const limits = {
  // All cores: the library would leave one of them idle.
  maxWorkers: "100%",
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: [fileURLToPath(new URL("vitest.patience.ts", import.meta.url))],
};

// What the agronomy is held against is not ours to copy: it lies beside the repository. CI must have it.
const lacksReference = !process.env.CI && !existsSync(new URL("../shared/reference", import.meta.url));
if (lacksReference) console.warn("../shared/reference is not there: the tests that compare with it are skipped.");

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "node",
          environment: "node",
          ...limits,
          include: ["{shared,agronomy,server,upstream}/**/*.test.ts", "{scripts,deploy}/**/*.test.mjs"],
          exclude: [...configDefaults.exclude, ...(lacksReference ? ["**/*.reference.test.ts"] : [])],
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

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

// Limits for waiting, not measures of speed: real databases, brokers and TLS share two cores in these tests.
const limits = {
  // All cores, because vitest would leave one idle.
  maxWorkers: "100%",
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: [fileURLToPath(new URL("vitest.patience.ts", import.meta.url))],
};

/** Its processes have time limits like in production, so it runs after the others and not beside them. */
const ALONE = "server/src/chaos.test.ts";

// The reference data of the agronomy may not be copied, so it is stored beside the repository. CI must have it.
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
          exclude: [...configDefaults.exclude, ALONE, ...(lacksReference ? ["**/*.reference.test.ts"] : [])],
        },
      },
      {
        test: { name: "alone", environment: "node", ...limits, include: [ALONE], sequence: { groupOrder: 1 } },
      },
      {
        extends: "./client/vite.config.ts",
        root: "./client",
        test: {
          name: "client",
          environment: "jsdom",
          // Loads jsdom once and keeps files apart. Loading it for each file took half of the time.
          pool: "vmThreads",
          ...limits,
          include: ["{src,gallery}/**/*.test.{ts,tsx}"],
        },
      },
    ],
  },
});

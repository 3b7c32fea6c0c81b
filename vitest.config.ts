import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { isLongFor } from "./scripts/testing/long.ts";
import { LOOK_MS } from "./vitest.patience.ts";
import { pure } from "./vitest.pure.config.ts";

// Limits for waiting, not measures of speed: real databases, brokers and TLS share two cores in these tests.
const limits = {
  // All cores, because vitest would leave one idle.
  maxWorkers: "100%",
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000, interval: LOOK_MS } },
  setupFiles: [fileURLToPath(new URL("vitest.patience.ts", import.meta.url))],
};

/** Their processes have time limits and durations like in production, so each runs after the others and not beside them. */
const ALONE = ["server/src/chaos.test.ts", "server/src/strangers.test.ts"];

/** Tests of many starts, of load and of failing dependencies: of the long run, and of each run after a change in a folder. */
const LONG_TESTS: Record<string, string[]> = {
  "server/src/{soak,fuzz}.test.ts": ["server/src/"],
  "deploy/{rolling,outage,faults}.test.mjs": ["deploy/"],
  "deploy/containers.test.mjs": [
    "deploy/",
    "docker-compose",
    "Dockerfile",
    "server/src/config",
    "reference/api/core/config",
  ],
  "reference/api/core/database/{migrate,released}.test.ts": [
    "reference/api/core/database/",
    "reference/testing/released/",
  ],
  "reference/api/app/replicas.test.ts": [
    "reference/api/app/",
    "reference/api/core/database/",
    "docker-compose.replicas",
  ],
  "reference/api/commands/chaos.test.ts": ["reference/api/commands/"],
  "reference/api/app/backup/{backup,interrupted,rows}.test.ts": ["reference/api/app/backup/", "reference/backup.ts"],
  "reference/api/records/deleted/killed.test.ts": ["reference/api/records/deleted/"],
  "reference/own-files.test.ts": [
    "reference/api/core/secret-file",
    "reference/api/core/tls/",
    "reference/api/app/secrets",
  ],
  "reference/demo/farm/fleet.test.ts": ["reference/demo/farm/"],
};
const left = Object.entries(LONG_TESTS).flatMap(([tests, folders]) => (isLongFor(...folders) ? [] : tests));
/** Not of the shared processes. */
const elsewhere = [...ALONE, ...left];

const NODE_TESTS = ["{shared,agronomy,server,tools,reference}/**/*.test.ts", "{scripts,deploy}/**/*.test.mjs"];
/** Replaces a module or the clock, or reads the heap: another file of its process would take part in it. */
const OWN_PROCESS = /vi\.mock\(|useFakeTimers|queryObjects|memoryUsage/;
/** What a test in a page names. */
const PAGE =
  /vi\.mock\(|useFakeTimers|fake-indexeddb|@testing-library|api-server|\b(document|window|localStorage|sessionStorage|navigator|matchMedia|DOMParser)\b/;
/** Tests of what these folders draw and write, though some import a part of the page. */
const models = globSync("client/src/{features/{charts,irrigameter,maps,report},ui/{chart,styles}}/**/*.test.ts").filter(
  (file) => !PAGE.test(readFileSync(file, "utf8")),
);
/** Files of the client that need no page. */
const pageless = [...new Set([...pure.filter((file) => file.startsWith("client/")), ...models])];
const own = globSync(NODE_TESTS, { exclude: ["**/node_modules/**", ...elsewhere] }).filter((file) =>
  OWN_PROCESS.test(readFileSync(file, "utf8")),
);

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
          // The files share two processes: to load the API and PGlite for each file took two fifths of the time.
          isolate: false,
          ...limits,
          globalSetup: "reference/testing/postgres.ts",
          include: [...NODE_TESTS, ...pageless],
          exclude: [
            ...configDefaults.exclude,
            ...elsewhere,
            ...own,
            ...(lacksReference ? ["**/*.reference.test.ts"] : []),
          ],
        },
      },
      { test: { name: "own process", environment: "node", ...limits, include: own } },
      ...(isLongFor("server/src/")
        ? [
            {
              test: {
                name: "alone",
                environment: "node",
                ...{ ...limits, maxWorkers: 1 },
                include: ALONE,
                sequence: { groupOrder: 1 },
              },
            },
          ]
        : []),
      {
        extends: "./client/vite.config.ts",
        root: "./client",
        test: {
          name: "client",
          environment: "jsdom",
          // Loads jsdom once and keeps files apart. Loading it for each file took half of the time.
          pool: "vmThreads",
          ...limits,
          include: ["{src,worker,gallery}/**/*.test.{ts,tsx}"],
          exclude: [...configDefaults.exclude, ...pageless.map((file) => file.replace("client/", ""))],
        },
      },
    ],
  },
});

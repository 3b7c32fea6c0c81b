import { defineConfig } from "vitest/config";
import { isLongFor } from "../scripts/testing/long.ts";
import { MOMENT, offsetAt, SHIFTED_CLOCK } from "./product/clock.ts";

/** Journeys of the long run, whose pieces have tests of their own, and the folders whose change brings one into each run. */
const LONG_JOURNEYS: Record<string, string[]> = {
  ...{ processes: [], "client-switch": [], "time-zones": [], hours: [], mobile: [] },
  apart: ["reference/api/broker/", "server/src/realtime/"],
  "first-day": ["client/src/features/setup/", "client/src/ui/import/", "client/src/ui/map-file/", "shared/src/doors/"],
  "bad-line": ["client/src/core/realtime/", "e2e/product/line"],
  engines: ["client/src/platform/", "e2e/browser/"],
  machine: [
    ...["client/src/core/commands/", "client/src/features/irrigameter/commands/", "reference/api/commands/"],
    ...["reference/api/irrigation/decisions/plan/"],
  ],
  mails: ["client/src/core/mails/", "client/src/features/unsubscribe/", "reference/api/mail/"],
  "kept-records": ["client/src/core/outbox/"],
  "open-hour": ["client/src/api/query-client"],
  "plain-api": ["client/src/api/"],
  reloads: ["client/src/api/snapshot", "client/src/platform/store/"],
  "silent-store": ["client/src/platform/store/", "client/src/app/signed-in"],
  "setup-forms": ["client/src/features/setup/", "client/src/ui/form/"],
};
const left = Object.keys(LONG_JOURNEYS).filter((name) => !isLongFor(...(LONG_JOURNEYS[name] ?? [])));

// The journeys, their browsers and the programs that they start live at one moment. E2E_AT names another one.
process.env.CLOCK_OFFSET_MS ??= String(offsetAt(process.env.E2E_AT ?? MOMENT));

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["journeys/**/*.test.ts"],
    exclude: left.map((name) => `journeys/${name}.test.ts`),
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

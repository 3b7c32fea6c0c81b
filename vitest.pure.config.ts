import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/**
 * A test file without any of these opens no database, socket, process, file or page. A replaced module (`vi.mock`) needs
 * an own process, because another test may have loaded the module before.
 */
const OPENS =
  /testing\/|vi\.mock\(|openDatabase|PGlite|node:(net|http|https|tls|fs|os|child_process|dns|worker)|"(fastify|ws|mqtt|undici|vite|jsdom|idb-keyval)"|fake-indexeddb|@testing-library|\b(document|window|localStorage|sessionStorage|navigator|indexedDB)\b|\.tsx"/;
/** Tests that import a part of the page indirectly, or measure time. */
const IN_THE_PAGE = [
  "client/src/api/address.test.ts",
  "client/src/api/snapshot.test.ts",
  "client/src/core/outbox/sealed-archive.test.ts",
  "client/src/core/menu/use-section.test.ts",
  "client/src/core/realtime/changes.test.ts",
  "client/src/features/setup/first-steps/steps.test.ts",
  "client/src/features/setup/devices/reading-reader.test.ts",
  "client/src/features/setup/farms/maps/maps.test.ts",
  "client/src/features/setup/importing/records/round-trip.test.ts",
  "client/src/features/setup/farms/past-weather-reader.test.ts",
  "client/src/platform/print-page.test.ts",
  "client/src/platform/share-file.test.ts",
  "client/src/ui/export/save-file.test.ts",
];

export const pure = globSync("{shared/src,agronomy/src,server/src,client/src,reference,tools}/**/*.test.ts").filter(
  (file) => !IN_THE_PAGE.includes(file) && !OPENS.test(readFileSync(file, "utf8")),
);

/** `npm run unit:pure`: the tests of pure computation, in one process, for quick runs while writing. */
export default defineConfig({
  test: { include: pure, environment: "node", isolate: false, pool: "threads", maxWorkers: 1, testTimeout: 20_000 },
});

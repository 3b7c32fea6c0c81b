/// <reference types="vitest/config" />
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { OLDEST } from "./browsers.ts";
import { limitFirstScript } from "./vite-first-script-limit.ts";
import { notices } from "./vite-notices.ts";
import { precompress } from "./vite-precompress.ts";
import { serviceWorker } from "./vite-service-worker.ts";
import { shellPolicy } from "./vite-shell-policy.ts";

// A build is always for production, even from a test run, which sets its own NODE_ENV.
if (process.argv.includes("build")) process.env.NODE_ENV = "production";

/** Address of the BFF for `npm run dev`. */
const bff = process.env.BFF_URL ?? "http://localhost:8080";

export default defineConfig({
  plugins: [
    react(),
    serviceWorker(),
    limitFirstScript(),
    notices(),
    shellPolicy(process.env.VITE_BFF_URL),
    precompress(),
  ],
  // Readers of workbooks and archives are loaded when needed, also in a worker.
  worker: { format: "es" },
  build: {
    // The users' phones are old (Vite's own default is Chrome 111).
    target: Object.entries(OLDEST).map(([engine, version]) => `${engine}${version}`),
    // A font as a data: URL would break the content security policy.
    assetsInlineLimit: (file) => (file.endsWith(".woff2") ? false : undefined),
    // The charts are one chunk of this size, loaded when one is drawn; limitFirstScript() limits what the first page loads.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // A prefetch imports what a page in the same chunk imports too.
      checks: { ineffectiveDynamicImport: false },
      output: {
        codeSplitting: {
          groups: [
            {
              name: "vendor",
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\/|vite\/preload-helper/,
              priority: 20,
            },
            // One chunk, so that Zod is configured before the first schema is built.
            { name: "zod", test: /node_modules\/zod\/|src\/api\/zod-setup/, priority: 20 },
            { name: "query", test: /node_modules\/(@tanstack|idb-keyval)\//, priority: 20 },
            // Only what the login page needs.
            { name: "first", tags: ["$initial"], priority: 15 },
            // The shell of every page is one file, because on a slow line a request costs more than a few kilobytes.
            { name: "signed-in", test: /client\/src\/(api|app|core|platform)\//, priority: 10 },
            // What screens share is one file too, because a page links each of its files on the main thread when it starts.
            {
              name: "shared",
              test: /client\/src\/ui\/(?!chart\/|map\/|data-table\/)|\/(shared|agronomy)\/src\//,
              minShareCount: 2,
              priority: 5,
            },
          ],
        },
      },
    },
  },
  test: { setupFiles: ["src/testing/setup.ts"] },
  server: {
    proxy: {
      "/api": bff,
      "/config.json": bff,
      "/push": bff,
      "/realtime": { target: bff, ws: true },
    },
  },
});

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import { OLDEST } from "./browsers.ts";

/** What the app needs offline. */
const STORED = /\.(js|css|html|svg|png|woff2|webmanifest)$/;
/** Files whose name has the hash of their content. */
const HASHED = /^assets\//;
/** An icon that only iOS reads. */
const NOT_STORED = "apple-touch-icon.png";

/** Writes `sw.js`, which stores the built files on the device; the library decides how (`worker/service-worker.ts`). */
export function serviceWorker(): Plugin {
  let outDir = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      handler: async () => {
        const stored = await storedFiles(outDir);
        await buildWorker(outDir, stored);
        console.log(`sw.js stores ${stored.length} files for offline use`);
      },
    },
  };
}

async function storedFiles(outDir: string): Promise<{ url: string; revision: string | null }[]> {
  const names = (await readdir(outDir, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  const stored = names.filter((name) => STORED.test(name) && name !== NOT_STORED).toSorted();
  return Promise.all(
    stored.map(async (url) => ({
      url,
      revision: HASHED.test(url)
        ? null
        : createHash("sha256")
            .update(await readFile(join(outDir, url)))
            .digest("hex"),
    })),
  );
}

/** The worker is one classic script, because browsers of the users' phones run no module workers. */
async function buildWorker(outDir: string, stored: object): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: { PRECACHE: JSON.stringify(stored), "process.env.NODE_ENV": '"production"' },
    build: {
      outDir,
      emptyOutDir: false,
      target: `chrome${OLDEST.chrome}`,
      lib: {
        entry: fileURLToPath(new URL("worker/service-worker.ts", import.meta.url)),
        formats: ["iife"],
        name: "worker",
        fileName: () => "sw.js",
      },
    },
  });
}

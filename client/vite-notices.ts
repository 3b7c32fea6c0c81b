import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { licencesOf } from "../deploy/image/licences.ts";

const FILE = "third-party-notices.txt";

/** The packages of the service worker, which is written after the build. */
const OF_SERVICE_WORKER = ["core", "precaching", "routing", "strategies"].map((name) => `workbox-${name}/package.json`);

/** Ships the licences of all packages in the build, its fonts and its service worker, because most of them require it. */
export function notices(): Plugin {
  let root = "";
  return {
    name: "third-party-notices",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((file) =>
        file.type === "chunk" ? file.moduleIds : file.originalFileNames.map((name) => resolve(root, name)),
      );
      const workers = OF_SERVICE_WORKER.map((name) => fileURLToPath(import.meta.resolve(name)));
      const folders = new Set([...files, ...workers].flatMap((file) => packageFolder(file) ?? []));
      const texts = [...folders].toSorted().map(notice);
      this.emitFile({ type: "asset", fileName: FILE, source: `${texts.join("\n\n")}\n` });
    },
  };
}

/** The folder of a module's package; undefined for the product's own modules. */
function packageFolder(id: string): string | undefined {
  return /^(?:\0)?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
}

function notice(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, unknown>;
  const texts = licencesOf(folder).map(({ text }) => text.trim());
  return [`${"=".repeat(80)}\n${manifest.name} ${manifest.version} (${manifest.license})`, ...texts].join("\n\n");
}

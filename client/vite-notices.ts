import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const FILE = "third-party-notices.txt";
const LICENCE = /^(licen[cs]e|notice|copying)/i;

/** Ships the licences of all packages in the build, because most of them require it. */
export function notices(): Plugin {
  return {
    name: "third-party-notices",
    apply: "build",
    generateBundle(_options, bundle) {
      const folders = new Set<string>();
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        for (const id of file.moduleIds) {
          const folder = packageFolder(id);
          if (folder) folders.add(folder);
        }
      }
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
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile() && LICENCE.test(file.name));
  const texts = files.map(({ name }) => readFileSync(join(folder, name), "utf8").trim());
  return [`${"=".repeat(80)}\n${manifest.name} ${manifest.version} (${manifest.license})`, ...texts].join("\n\n");
}

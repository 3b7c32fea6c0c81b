import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

/** Maximum JavaScript of the login page, gzipped, because a slow line delays the page with each kilobyte. */
const LIMIT_BYTES = 130_000;
/** Packages that must not be in the first scripts. They are loaded with the screens that use them. */
const LATER = /node_modules\/(leaflet|hucre)\//;

/** Fails a build whose login page loads too much JavaScript, or a map library. */
export function limitFirstScript(): Plugin {
  return {
    name: "limit-first-script",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      // The login page is in the entry chunk.
      const first = withImports(
        chunks.filter(({ isEntry }) => isEntry),
        chunks,
      );
      const early = first.flatMap(({ moduleIds }) => moduleIds).filter((id) => LATER.test(id));
      if (early.length > 0) this.error(`The login page loads ${early.join(", ")}`);
      const bytes = first.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
      const words = `The login page loads ${(bytes / 1000).toFixed(1)} kB of JavaScript, gzipped`;
      if (bytes > LIMIT_BYTES) this.error(`${words}: more than ${LIMIT_BYTES / 1000}`);
      this.info(words);
    },
  };
}

/** The chunks and all of their static imports. */
function withImports(from: Rolldown.OutputChunk[], all: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set(from);
  for (const chunk of found) {
    for (const name of chunk.imports) {
      const imported = all.find(({ fileName }) => fileName === name);
      if (imported) found.add(imported);
    }
  }
  return [...found];
}

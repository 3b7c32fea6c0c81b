import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** For smaller files the headers cost more than the compression saves. */
const MIN_BYTES = 1024;
/** The page is left out, because the server sends it from many addresses, and it is small. */
const COMPRESSIBLE = new Set([".js", ".css", ".svg", ".json", ".webmanifest", ".txt"]);

const encoders = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Writes `file.br` and `file.gz` beside each built file, for a server that sends them unchanged. */
export function precompress(): Plugin {
  let directory = "";
  return {
    name: "precompress",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      directory = config.build.outDir;
    },
    // Runs after the service worker is written, which also happens when the bundle closes.
    closeBundle: { sequential: true, order: "post", handler: () => compressDirectory(directory) },
  };
}

async function compressDirectory(directory: string): Promise<void> {
  for (const name of await readdir(directory, { recursive: true })) {
    const file = join(directory, name);
    if (!COMPRESSIBLE.has(extname(file)) || (await stat(file)).size < MIN_BYTES) continue;
    const content = await readFile(file);
    for (const [extension, encode] of Object.entries(encoders)) {
      await writeFile(`${file}.${extension}`, await encode(content));
    }
  }
}

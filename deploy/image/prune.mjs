// Deletes from node_modules what a running program never reads: source maps, types, sources beside their build, documents.
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const UNUSED_FILE =
  /\.(map|d\.[cm]?ts|ts|tsx|md|markdown|flow|yml|yaml|coffee)$|^(\.npmignore|\.eslintrc.*|tsconfig.*\.json)$/i;
/** Licences travel with the code that they cover. */
const KEPT_FILE = /^(licen[cs]e|notice|copying)/i;
const UNUSED_FOLDER = new Set([
  "test",
  "tests",
  "__tests__",
  "example",
  "examples",
  "benchmark",
  "benchmarks",
  ".github",
]);
/** Whole parts of a package that nothing here imports. */
const UNUSED_PARTS = [
  "zod/src",
  "mqtt/dist/mqtt.js",
  "mqtt/dist/mqtt.min.js",
  "mqtt/dist/mqtt.esm.js",
  ".package-lock.json",
];

let removed = 0;
for (const part of UNUSED_PARTS) remove(join(folder, part));
walk(folder, 0);
console.log(`removed ${(removed / 1e6).toFixed(1)} MB that a running program does not read`);

function walk(path, depth) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const full = join(path, entry.name);
    if (entry.isSymbolicLink()) continue;
    if (!entry.isDirectory()) {
      if (UNUSED_FILE.test(entry.name) && !KEPT_FILE.test(entry.name)) remove(full);
    } else if (depth > 0 && UNUSED_FOLDER.has(entry.name) && !path.endsWith("dist") && !path.endsWith("lib"))
      remove(full);
    else walk(full, depth + 1);
  }
}

function remove(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  removed += stat.isDirectory() ? sizeOf(path) : stat.size;
  rmSync(path, { recursive: true });
}

function sizeOf(folderPath) {
  return readdirSync(folderPath, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

// `node prune.mjs server shared`: deletes from node_modules all that these workspaces do not need to run. Deletes
// packages that only their tests use, because `npm ci --omit=dev -w …` keeps them when another workspace needs them. Of
// the other packages it deletes source maps, types, sources beside their build, and documents.
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { licencesOf } from "./licences.ts";

const workspaces = process.argv.slice(2);
const folder = "node_modules";
const UNUSED_FILE =
  /\.(map|d\.[cm]?ts|ts|tsx|md|markdown|flow|yml|yaml|coffee)$|^(\.npmignore|\.eslintrc.*|tsconfig.*\.json)$/i;
/** Licences must be distributed with the code that they cover. */
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
/** Parts of a package that the project does not import. */
const UNUSED_PARTS = [
  "zod/src",
  "mqtt/dist/mqtt.js",
  "mqtt/dist/mqtt.min.js",
  "mqtt/dist/mqtt.esm.js",
  ".package-lock.json",
];

let removed = 0;
const needed = new Set();
for (const workspace of workspaces) need(workspace);
for (const path of packagesIn(folder)) if (!needed.has(path)) remove(path);
for (const part of UNUSED_PARTS) remove(join(folder, part));
walk(folder, 0);
// The workspaces of this project are links.
for (const path of packagesIn(folder)) {
  if (lstatSync(path).isSymbolicLink()) continue;
  for (const { name, text } of licencesOf(path)) writeFileSync(join(path, name), text);
}
console.log(`removed ${(removed / 1e6).toFixed(1)} MB that a running program does not read`);

/** Marks the package at `path`, and recursively those that it needs to run. */
function need(path) {
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(path, "package.json"), "utf8"),
  );
  for (const name of Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })) {
    const found = find(name, path);
    if (!found || needed.has(found)) continue;
    needed.add(found);
    need(found);
  }
}

/** The folder of a package as Node resolves it from `from`. */
function find(name, from) {
  for (let at = from; ; at = dirname(at)) {
    const path = join(at, folder, name);
    if (existsSync(path)) return path;
    if (at === ".") return undefined;
  }
}

/** Top-level packages; nested ones are kept or deleted with their parent. */
function packagesIn(path) {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith(".")) return [];
    const full = join(path, entry.name);
    return entry.name.startsWith("@") ? packagesIn(full) : [full];
  });
}

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

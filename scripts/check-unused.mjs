// `npm run check:unused`: refuses an export that no other file imports, and one that only tests import and its own file
// does not use. Reads the files with Vite's parser, because its binaries are in the lockfile.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync } from "vite";
import { root } from "./run.mjs";

const SOURCE = /\.(ts|tsx|mjs)$/;
const TEST = /(\.(test|contract)\.\w+$)|(^|\/)testing\/|^e2e\//;
/** Configuration files, and the tables that the migration tool reads. */
const READ_BY_NAME = /(^|\/)[\w.-]*config\.(ts|mjs)$|\.dependency-cruiser\.mjs$|\.d\.ts$|^reference\/api\/schema\//;
/** Formulas of FAO-56 that tests compare with the publication, also when the product does not use them. */
const FORMULAS = /^agronomy\/src\//;
/** `import("x")`, also as a type; its names are searched in the text of the file. */
const WHOLE_MODULE = /\bimport\(\s*"([^"]+)"\s*\)/g;

/** The file that an import resolves to, for relative paths and the project's own packages. */
function fileOf(from, specifier) {
  const own = /^@lamina\/(\w+)\/(.+)$/.exec(specifier);
  if (own) return `${own[1]}/src/${own[2]}.ts`;
  return specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier.replace(/\?.*$/, "")) : undefined;
}

/** The exports and imports of a file. An import without names uses the whole module. */
function read(path, text) {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const exported = [];
  const imported = [];
  for (const { entries } of module.staticExports)
    for (const { exportName, importName, moduleRequest, start } of entries) {
      if (moduleRequest) imported.push({ specifier: moduleRequest.value, name: importName.name ?? undefined });
      if (exportName.name) exported.push({ name: exportName.name, line: text.slice(0, start).split("\n").length });
    }
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName } of entries)
      imported.push({ specifier: moduleRequest.value, name: importName.kind === "Name" ? importName.name : undefined });
  for (const [, specifier] of text.matchAll(WHOLE_MODULE)) imported.push({ specifier, name: undefined });
  return { exported, imported };
}

/** How often a name occurs in a text, other than as a property. */
const count = (text, word) =>
  text.match(new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${RegExp.escape(word)}(?![\\w$])`, "g"))?.length ?? 0;

/**
 * The unused exports.
 * @param {ReadonlyMap<string, string>} sources text by path, all paths from the same folder
 * @returns {{ path: string, line: number, name: string, problem: string }[]}
 */
export function unusedExports(sources) {
  const files = new Map([...sources].map(([path, text]) => [path, read(path, text)]));
  const users = new Map();
  for (const [path, { imported }] of files)
    for (const { specifier, name } of imported) {
      const target = fileOf(path, specifier);
      if (!target || !files.has(target)) continue;
      const names = name ? [name] : files.get(target).exported.map((one) => one.name);
      for (const one of names.filter((word) => name || new RegExp(`\\b${word}\\b`).test(sources.get(path) ?? "")))
        users.set(`${target} ${one}`, [...(users.get(`${target} ${one}`) ?? []), path]);
    }
  return [...files].flatMap(([path, { exported }]) =>
    READ_BY_NAME.test(path)
      ? []
      : exported.flatMap(({ name, line }) => {
          const importers = users.get(`${path} ${name}`) ?? [];
          if (importers.length === 0) return [{ path, line, name, problem: "no other file imports it" }];
          const isForTests = !TEST.test(path) && !FORMULAS.test(path) && importers.every((file) => TEST.test(file));
          const isUsedHere = count(sources.get(path) ?? "", name) > 1;
          return isForTests && !isUsedHere ? [{ path, line, name, problem: "only tests import it" }] : [];
        }),
  );
}

if (import.meta.main) {
  process.chdir(root);
  const paths = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" }).split("\n");
  const sources = new Map(paths.filter((path) => SOURCE.test(path)).map((path) => [path, readFileSync(path, "utf8")]));
  const found = unusedExports(sources);
  for (const { path, line, name, problem } of found) console.error(`${path}:${line} ${name}: ${problem}`);
  console.log(`${sources.size} files, ${found.length} exports that nothing needs`);
  process.exitCode = found.length === 0 ? 0 : 1;
}

import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { screenPaths } from "../shared/src/screens/screens.ts";
import { OLDEST } from "./native-projects.mjs";
import { root } from "./run.mjs";

const read = (path) => readFileSync(root + path, "utf8");

test("the README's table names exactly the variables that the BFF reads", () => {
  const section = read("README.md").split("## Configuration of the BFF")[1];
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const documented = rows.flatMap((row) => [...row.split("|")[1].matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  const known = [...read("server/src/config-variables.ts").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual(known.toSorted());
});

test("the README promises the browsers that the build is made for", () => {
  const [, section] = read("README.md").split("## Browsers\n");
  const oldest = [...section.split("\n## ", 1)[0].matchAll(/^\| \w[^|]*\| (\d+)/gm)].map(([, version]) =>
    Number(version),
  );
  expect(oldest).toEqual([OLDEST.chrome, OLDEST.safari, OLDEST.firefox]);
});

/** The names in code in the first column of a section's table. */
function tableOf(section) {
  const [, text] = read("docs/reference.md").split(`## ${section}\n`);
  const rows = text
    .split("\n## ", 1)[0]
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) => [...row.split("|")[1].matchAll(/`(\w+)`/g)].map(([, name]) => name)).toSorted();
}

test("docs/reference.md names exactly the variables that the reference API reads", () => {
  const source = read("reference/api/core/config/environment.ts");
  const [, schema] = /const Environment = z\.object\(\{\n([\s\S]*?)\n\}\);/.exec(source);
  const [, files] = /const FROM_FILES = \[([\s\S]*?)\]/.exec(source);
  const known = [...schema.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
  const alsoFiles = [...files.matchAll(/"([A-Z_]+)"/g)].map(([, name]) => `${name}_FILE`);
  expect(tableOf("Variables of the reference API")).toEqual([...known, ...alsoFiles].toSorted());
});

test.each([
  ["Metrics of the BFF", "server/src", "bff_"],
  ["Metrics of the reference API", "reference", "api_"],
])("docs/reference.md, %s: exactly those that the program exports", (section, program, prefix) => {
  const paths = globSync(`${program}/**/*.ts`, { cwd: root, exclude: (name) => name.endsWith(".test.ts") });
  const names = new RegExp(`\\bname: "(${prefix}\\w+)"`, "g");
  const known = paths.flatMap((path) => [...read(path).matchAll(names)].map(([, name]) => name));
  expect(tableOf(section)).toEqual(known.toSorted());
});

test("docs/screens.md shows every screen of the app in both sizes, with existing pictures", () => {
  const page = read("docs/screens.md");
  const shown = [...page.matchAll(/src="screens\/([\w-]+\.webp)"/g)].map(([, name]) => name);
  expect(shown.toSorted()).toEqual(readdirSync(`${root}docs/screens`).toSorted());
  expect(screenPaths.length).toBeGreaterThan(20);
  for (const path of screenPaths)
    for (const size of ["desktop", "phone"]) expect(shown).toContain(`${path.slice(1).replace("/", "-")}-${size}.webp`);
});

test("CONTRIBUTING names only existing npm scripts, and together with the other documents all of them", () => {
  const scriptsOf = (path) => JSON.parse(read(path)).scripts;
  const scripts = { ...scriptsOf("package.json"), ...scriptsOf("reference/package.json") };
  const named = [...read("CONTRIBUTING.md").matchAll(/`npm (?:run )?([a-z0-9:-]+)/g)].map(([, name]) => name);
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
  const documents = [
    "README.md",
    "CONTRIBUTING.md",
    "bench/README.md",
    "reference/docs/debugging.md",
    "docs/operations.md",
    "docs/your-api.md",
  ]
    .map(read)
    .join("\n");
  for (const name of Object.keys(scripts)) expect(documents).toMatch(new RegExp(`\\b${name}\\b`));
});

const DOCUMENTS = [
  ...["README.md", "CONTRIBUTING.md"],
  ...globSync("{shared,agronomy,reference,tools,server,client,e2e,bench,scripts,deploy}/README.md", { cwd: root }),
  ...globSync("docs/**/*.md", { cwd: root }),
];
const FOLDERS = /^(shared|agronomy|reference|tools|server|client|e2e|bench|scripts|docs|deploy|\.ci)\/[\w./@*{},-]+$/;
/** Made by a program or during set-up. */
const MADE = ["client/dist", "client/android", "client/ios", "deploy/secrets"];

test.each(DOCUMENTS)("every path in %s exists", (document) => {
  const text = read(document);
  const named = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path]) => path);
  // A folder's README names its files relative to the folder.
  const own = (path) => path.startsWith("src/") && join(dirname(document), path);
  const paths = named.map((path) => own(path) || path).filter((path) => FOLDERS.test(path));
  for (const path of paths) {
    if (MADE.some((made) => path.startsWith(made)) || path.includes(".data/")) continue;
    expect([path, globSync(path.replace(/\/$/, ""), { cwd: root }).length > 0]).toEqual([path, true]);
  }
  for (const [, target] of text.matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g))
    expect([target, existsSync(join(root, dirname(document), target))]).toEqual([target, true]);
});

test("CONTRIBUTING answers each of its questions with at most three files, which have the names given", () => {
  const section = read("CONTRIBUTING.md").split("## Where is it?")[1].split("\n## ")[0];
  const rows = section.split("\n").filter((line) => /^\| .+\?/.test(line));
  expect(rows.length).toBe(16);
  for (const row of rows) {
    const answer = row.split("|")[2] ?? "";
    const files = [...answer.matchAll(/`((?:\w[\w-]*\/)+[\w.-]*)`(?: \(`#?(\w+)`)?/g)];
    expect(files.length, row).toBeGreaterThan(0);
    expect(files.length, row).toBeLessThanOrEqual(3);
    for (const [, path, name] of files) {
      expect([path, existsSync(root + path)]).toEqual([path, true]);
      if (name !== undefined) expect([path, read(path)]).toEqual([path, expect.stringMatching(`\\b${name}\\b`)]);
    }
  }
});

test("every room has a README, and every folder of a room is named in one", () => {
  const rooms = globSync("{shared/src,agronomy/src,server/src,client/src,reference/api,reference,tools}/*/", {
    cwd: root,
  });
  const tops = [
    "shared",
    "agronomy",
    "reference",
    "tools",
    "server",
    "client",
    "e2e",
    "bench",
    "scripts",
    "deploy",
    "docs",
  ];
  const files = (place) => globSync(`${place}/**/*.{ts,tsx,css,mjs}`, { cwd: root });
  const own = [...tops, ...rooms.filter((room) => files(room).length > 0)].map((place) => join(place, "README.md"));
  expect(own.filter((path) => !existsSync(root + path))).toEqual([]);
  const folders = globSync("{client/src,reference/api,reference}/*/*/", { cwd: root }).filter(
    (folder) => basename(folder) !== "testing" && files(folder).length > 0,
  );
  const isNamed = (folder) =>
    existsSync(`${root}${folder}/README.md`) ||
    new RegExp(`\\b${basename(folder)}\\b`).test(read(join(dirname(folder), "README.md")));
  expect(folders.filter((folder) => !isNamed(folder))).toEqual([]);
});

const RECORDS = readdirSync(`${root}docs/decisions`)
  .filter((name) => name !== "README.md")
  .toSorted();

test("decisions are numbered without gaps, and the index lists each with its status", () => {
  expect(RECORDS.map((name) => name.slice(0, 5))).toEqual(
    RECORDS.map((_, index) => `${String(index + 1).padStart(4, "0")}-`),
  );
  const rows = read("docs/decisions/README.md").matchAll(/^\| \[(\d{4})\]\((\1-\S+)\) \| .+ \| accepted \|$/gm);
  expect(Array.from(rows, ([, , name]) => name)).toEqual(RECORDS);
});

test.each(RECORDS)("%s has number, date, status, context and decision", (name) => {
  expect(read(`docs/decisions/${name}`)).toMatch(
    new RegExp(
      `^# ${name.slice(0, 4)} – .+\\n\\nDate: \\d{4}-\\d{2}-\\d{2} · Status: accepted\\n\\n## Context\\n[^]*\\n## Decision`,
    ),
  );
});

test("docs/security.md names an existing test for each threat", () => {
  const rows = read("docs/security.md")
    .split("\n")
    .filter((line) => /^\| (?!threat|-)/.test(line));
  expect(rows.length).toBeGreaterThan(40);
  for (const row of rows) {
    const named = [...(row.split("|")[3] ?? "").matchAll(/`([^`]+)`/g)].map(([, path]) => path);
    expect(named, row).not.toEqual([]);
    const places = named.map((path) =>
      /^((client|shared|server)\/src|client\/worker|reference|tools|deploy)\//.test(path) ? path : `server/src/${path}`,
    );
    expect(
      places.filter((path) => !existsSync(root + path)),
      row,
    ).toEqual([]);
  }
});

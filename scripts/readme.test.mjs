import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "./run.mjs";

const read = (path) => readFileSync(root + path, "utf8");

test("the README's table names exactly the variables that the BFF reads", () => {
  const section = read("README.md").split("## Configuration of the BFF")[1];
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const documented = rows.flatMap((row) => [...row.split("|")[1].matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  const known = [...read("server/src/config-variables.ts").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual(known.toSorted());
});

test("docs/screens.md shows every screen of the app at both sizes, by pictures that are there", () => {
  const page = read("docs/screens.md");
  const shown = [...page.matchAll(/src="screens\/([\w-]+\.webp)"/g)].map(([, name]) => name);
  expect(shown.toSorted()).toEqual(readdirSync(`${root}docs/screens`).toSorted());
  const sections = read("client/src/core/navigation/sections.ts").matchAll(/^ {2}(\w+): \[(.+)\],$/gm);
  for (const [, section, children] of sections) {
    for (const [, child] of children.matchAll(/"([\w-]+)"/g)) {
      for (const size of ["desktop", "phone"]) expect(shown).toContain(`${section}-${child}-${size}.webp`);
    }
  }
});

test("CONTRIBUTING names only npm scripts that exist, and with the other documents all of them", () => {
  const scriptsOf = (path) => JSON.parse(read(path)).scripts;
  const scripts = { ...scriptsOf("package.json"), ...scriptsOf("upstream/package.json") };
  const named = [...read("CONTRIBUTING.md").matchAll(/`npm (?:run )?([a-z0-9:-]+)/g)].map(([, name]) => name);
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
  const documents = ["README.md", "CONTRIBUTING.md", "bench/README.md", "docs/operations.md", "docs/your-api.md"]
    .map(read)
    .join("\n");
  for (const name of Object.keys(scripts)) expect(documents).toMatch(new RegExp(`\\b${name}\\b`));
});

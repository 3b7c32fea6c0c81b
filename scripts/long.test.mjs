import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "./run.mjs";

const read = (file) => readFileSync(root + file, "utf8");
const textsIn = (code = "") => [...code.matchAll(/"([^"]+)"/g)].map(([, text]) => text);
const isThere = (beginning) => globSync(`${beginning}*`, { cwd: root }).length > 0;

test("each check of the long run names tests and folders that exist", () => {
  const own = /const (LONG_\w+): Record<string, string\[\]> = \{([\s\S]*?)\n\};/;
  const tests = own.exec(read("vitest.config.ts"))?.[2];
  const journeys = own.exec(read("e2e/vitest.config.ts"))?.[2];
  const files = globSync("{scripts,deploy,shared,agronomy,server,client,reference,tools,e2e}/**/*.test.{ts,tsx,mjs}", {
    cwd: root,
    exclude: ["**/node_modules/**"],
  });
  const calls = files.flatMap((file) => [...read(file).matchAll(/isLongFor\(([^)]*)\)/g)].map(([, given]) => given));
  expect(calls.length).toBeGreaterThan(10);
  const named = [tests, journeys, ...calls].flatMap(textsIn);
  const places = named.filter((text) => text.includes("/") || text.startsWith("Docker") || text.startsWith("docker"));
  expect(places.filter((place) => !isThere(place))).toEqual([]);
  const names = [...(journeys ?? "").matchAll(/(?:"([\w-]+)"|(\w+)):/g)].map(([, quoted, plain]) => quoted ?? plain);
  expect(names).toContain("setup-forms");
  expect(names.filter((name) => !isThere(`e2e/journeys/${name}.test.ts`))).toEqual([]);
});

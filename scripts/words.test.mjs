import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { root } from "./run.mjs";

/** Files of words, tests, and records that are named in Portuguese. */
const WORDS = /text\.tsx?$|\.(test|contract)\.tsx?$|\/testing\//;
const NAMED_RECORDS =
  /^reference\/(demo\/|bench\/|main\.ts$|api\/app\/first-start\.ts$|api\/access\/identity\/groups\.ts$|api\/telemetry\/sensor-types\/catalogue\.ts$)/;
/** Names of two reports in the documentation of calls, and two units. */
const OTHERS = /^shared\/src\/(calls\/views\/(irrigation|reports)|records\/farm)\.ts$/;
const ACCENTED = /\p{L}*[áàéíóúãõçâêô]\p{L}*/giu;

/** The accented words of a file, without its comments and the product's name. */
function portugueseIn(path) {
  const text = readFileSync(root + path, "utf8");
  const { comments } = parseSync(path, text);
  const code = comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  return (code.match(ACCENTED) ?? []).filter((word) => word !== "Lâmina");
}

test("Portuguese is in text files, and in the names of records that the product makes", () => {
  const files = globSync("{client/src,shared/src,reference}/**/*.{ts,tsx}", { cwd: root }).filter(
    (path) => ![WORDS, NAMED_RECORDS, OTHERS].some((pattern) => pattern.test(path)),
  );
  expect(files.length).toBeGreaterThan(900);
  const found = files.map((path) => [path, portugueseIn(path)]).filter(([, words]) => words.length > 0);
  expect(found).toEqual([]);
});

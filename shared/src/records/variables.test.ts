import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { variableNames, variableRow, variablesAt } from "./variables.ts";

const DOCUMENT = readFileSync(new URL("../../../reference/docs/telemetry.md", import.meta.url), "utf8");
/** Rows of the document's table of variables, by the name or names in its first column. */
const rows = DOCUMENT.split("\n").filter((line) => /^\| `\w+`/.test(line));
const written = (number: number) => String(number).replace("-", "−");

it.each(variableNames)("documents %s with its unit and range", (name) => {
  const { unit, range } = variableRow(name);
  const row = rows.find((line) => line.split("|")[1]?.includes(`\`${name}\``));
  expect(row).toContain(unit);
  expect(row).toContain(`${written(range[0])} to ${written(range[1])}`);
});

it("separates the variables of soil water from the other variables of the soil", () => {
  expect(variablesAt("soil-water")).toEqual(["soilMoist", "soilTension"]);
  expect(variablesAt("soil")).toEqual(["soilTemp", "ec"]);
});

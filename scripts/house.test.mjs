import { globSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { circles, layers } from "./graph.mjs";
import { root } from "./run.mjs";

const PLACES = ["farms", "records", "schema", "views"];

test("places that import each other form one cycle, and without one no arrow points up", () => {
  const down = [
    ["views", "farms"],
    ["farms", "records"],
    ["records", "schema"],
    ["views", "schema"],
  ];
  expect(circles(PLACES, down)).toEqual([]);
  expect(layers(PLACES, down)).toEqual({ floors: 4, back: 0 });
  const up = [...down, ["schema", "farms"]];
  expect(circles(PLACES, up).map((circle) => circle.toSorted())).toEqual([["farms", "records", "schema"]]);
  expect(layers(PLACES, up)).toEqual({ floors: 4, back: 1 });
});

test("independent places share a floor", () => {
  expect(layers(PLACES, [["views", "schema"]])).toEqual({ floors: 2, back: 0 });
  expect(layers([], [])).toEqual({ floors: 0, back: 0 });
});

test("no folder has more than 20 product files", () => {
  const files = globSync("{shared/src,agronomy/src,server/src,client/src,reference,tools}/**/*.{ts,tsx}", {
    cwd: root,
  }).filter((path) => !/node_modules|\.(test|contract)\.tsx?$|\/testing\//.test(path));
  expect(files.length).toBeGreaterThan(1000);
  const counts = Object.entries(Object.groupBy(files, dirname)).map(([folder, inside]) => [folder, inside.length]);
  expect(counts.filter(([, count]) => count > 20)).toEqual([]);
});

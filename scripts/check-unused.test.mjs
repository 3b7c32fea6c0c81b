import { expect, test } from "vitest";
import { unusedExports } from "./check-unused.mjs";

const found = (sources) => unusedExports(new Map(Object.entries(sources))).map(({ path, name }) => `${path} ${name}`);

test("refuses an export that no other file imports, types included", () => {
  const sources = {
    "server/src/a.ts": "export const used = 1; export const own = 2; export interface Shape { own: number }",
    "server/src/b.ts": 'import { used } from "./a.ts"; console.info(used);',
  };
  expect(found(sources)).toEqual(["server/src/a.ts own", "server/src/a.ts Shape"]);
});

test("refuses an export that only tests import, unless its own file uses it", () => {
  const sources = {
    "server/src/a.ts": "export const dead = 1; export const inner = 2; export const sum = () => [...[inner]];",
    "server/src/a.test.ts": 'import { dead, inner } from "./a.ts";',
    "server/src/main.ts": 'import { sum } from "./a.ts";',
  };
  expect(found(sources)).toEqual(["server/src/a.ts dead"]);
});

test("handles packages of the project, re-exports, whole modules and dynamic imports", () => {
  const sources = {
    "shared/src/core/a.ts": "export const one = 1;",
    "client/src/pass.ts": 'export { one } from "@lamina/shared/core/a";',
    "client/src/page.tsx": "export function Component() { return <p />; } export const loader = 1;",
    "client/src/store.ts": "export const read = 1; export const write = 2;",
    "client/src/main.ts":
      'import { one } from "./pass.ts"; import * as store from "./store.ts"; store.read(one); ({ Component: () => import("./page.tsx") });',
  };
  expect(found(sources)).toEqual(["client/src/page.tsx loader", "client/src/store.ts write"]);
});

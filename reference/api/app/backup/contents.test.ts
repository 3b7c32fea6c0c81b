import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KEPT_FILES } from "./contents.ts";

test("a backup has each secret that the start makes, because without one the data that it seals are lost", () => {
  const start = readFileSync(new URL("../start.ts", import.meta.url), "utf8");
  const secrets = [...start.matchAll(/passwordSecret\(\s*"([\w-]+)"/g)].map(([, name]) => name);
  expect(secrets.length).toBeGreaterThan(2);
  expect(KEPT_FILES).toEqual(expect.arrayContaining(secrets));
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { workedExamples } from "./worked-examples.ts";

it("the page of worked examples matches the engine", () => {
  const page = readFileSync(new URL("../../../docs/worked-examples.md", import.meta.url), "utf8");
  expect(page).toBe(workedExamples());
});

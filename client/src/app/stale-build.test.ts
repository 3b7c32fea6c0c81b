import { expect, it } from "vitest";
import { isStaleBuild } from "./stale-build.ts";

it.each([
  ["Failed to fetch dynamically imported module: https://x/assets/page-1.js", true],
  ["error loading dynamically imported module: https://x/assets/page-1.js", true],
  ["Importing a module script failed.", true],
  ["Unable to preload CSS for /assets/page-1.css", true],
  ["Cannot read properties of undefined", false],
])("%s: %s", (message, stale) => {
  expect(isStaleBuild(new TypeError(message))).toBe(stale);
});

// @vitest-environment node
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";

const SCRIPT = readFileSync(new URL("../../public/old-browser.js", import.meta.url), "utf8");

const BROWSERS = readFileSync(new URL("../../browsers.ts", import.meta.url), "utf8");
const oldest = (engine: string) => new RegExp(`${engine}: (\\d+)`).exec(BROWSERS)?.[1];

/** What a page shows after the script has run in a browser without the named features. */
function shownWithout(missing: readonly string[], isStarted = false): string {
  const root = { firstChild: isStarted ? {} : null, textContent: "" };
  const has = (name: string) => !missing.includes(name);
  const window = {
    ...(has("css") && { CSS: { supports: (condition: string) => has(condition) } }),
    ...(has("dialog") && { HTMLDialogElement: { prototype: has("showModal") ? { showModal() {} } : {} } }),
    ...(has("streams") && { TransformStream: {} }),
  };
  const document = {
    createElement: () => (has("modules") ? { noModule: false } : {}),
    getElementById: () => root,
  };
  runInNewContext(SCRIPT, { window, document });
  return root.textContent;
}

it("says nothing in a browser that the app promises to run in", () => {
  expect(shownWithout([])).toBe("");
});

it.each([
  "modules",
  "css",
  "selector(::file-selector-button)",
  "overscroll-behavior: none",
  "dialog",
  "showModal",
  "streams",
])("a browser without %s shows a sentence with the oldest versions instead of a blank page", (missing) => {
  const words = shownWithout([missing]);
  for (const wanted of [
    `Chrome ${oldest("chrome")}`,
    `Safari ${oldest("safari")}`,
    `iOS ${oldest("safari")}`,
    `Firefox ${oldest("firefox")}`,
  ])
    expect(words).toContain(wanted);
  expect(shownWithout([missing], true), "an app that has started").toBe("");
});

it("is written in ES5", () => {
  expect(SCRIPT).not.toMatch(/=>|`|\b(let|const|class)\b|\?\.|\.\.\.|,\s*\)/);
});

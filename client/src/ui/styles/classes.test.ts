import { globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";

const SOURCES = resolve(import.meta.dirname, "../..");
const read = (pattern: string) =>
  new Map(globSync(pattern, { cwd: SOURCES }).map((path) => [path, readFileSync(join(SOURCES, path), "utf8")]));
const sheets = new Map([...read("**/*.css")].map(([path, css]) => [path, css.replace(/\/\*.*?\*\//gs, "")]));
const code = read("**/*.{ts,tsx}");

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, word = ""]) => word);

/** Each import of a CSS module: the module, the names its file reads, and whether the file also reads names by key. */
const uses = [...code].flatMap(([path, text]) =>
  [...text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)].map(([, name = "", specifier = ""]) => ({
    path,
    sheet: join(dirname(path), specifier),
    names: matches(text, new RegExp(`(?<![\\w./-])${name}\\.(\\w+)`, "g")),
    isByKey: text.includes(`${name}[`),
  })),
);

function classesOf(css: string): Set<string> {
  return new Set(matches(css.replace(/:global\([^)]*\)/g, ""), /\.([a-zA-Z_][\w-]*)(?=[^{};]*\{)/g));
}

it("each class that the code reads is in its module", () => {
  const missing = uses.flatMap(({ path, sheet, names }) => {
    const classes = classesOf(sheets.get(sheet) ?? "");
    return names.filter((name) => !classes.has(name)).map((name) => `${path}: ${name}`);
  });
  expect(missing).toEqual([]);
});

it("each class of a module is used", () => {
  const unused = [...sheets].flatMap(([sheet, css]) => {
    const users = uses.filter((use) => use.sheet === sheet);
    if (!sheet.endsWith(".module.css") || users.some(({ isByKey }) => isByKey)) return [];
    const used = new Set([...users.flatMap(({ names }) => names), ...matches(css, /composes:\s*([\w-]+);/g)]);
    return [...classesOf(css)].filter((name) => !used.has(name)).map((name) => `${sheet}: ${name}`);
  });
  expect(unused).toEqual([]);
});

it("each shared class is used, and each one that a module composes exists", () => {
  const shared = classesOf(sheets.get("ui/styles/utilities.css") ?? "");
  const composed = new Set(
    [...sheets.values()].flatMap((css) =>
      matches(css, /composes: ([\w -]+) from global/g).flatMap((one) => one.split(" ")),
    ),
  );
  expect([...composed].filter((name) => !shared.has(name))).toEqual([]);
  const texts = [...code.values()].join("\n");
  const unused = [...shared].filter((name) => !composed.has(name) && !new RegExp(`["\` ]${name}["\` ]`).test(texts));
  // The tones are read by key.
  expect(unused.filter((name) => !name.startsWith("tone-"))).toEqual([]);
});

it("each custom property that a rule reads is set", () => {
  const set = new Set([...sheets.values()].flatMap((css) => matches(css, /(--[\w-]+)\s*:/g)));
  const texts = [...code.values()].join("\n");
  const unset = [...sheets].flatMap(([sheet, css]) =>
    matches(css, /var\((--[\w-]+)/g)
      .filter((name) => !set.has(name) && !texts.includes(`"${name}"`))
      .map((name) => `${sheet}: ${name}`),
  );
  expect(unset).toEqual([]);
});

/** Rules with a condition, which a shared class cannot have for one of its users only. */
const CONDITIONAL = /@(media|supports)[^{]*\{([^{}]*\{[^{}]*\})*[^{}]*\}/g;

it("no rule of five or more declarations is written twice", () => {
  const rules = [...sheets].flatMap(([sheet, css]) =>
    [...css.replace(CONDITIONAL, "").matchAll(/([^{};]+)\{([^{}]+)\}/g)].map(([, selector = "", body = ""]) => {
      const declarations = body.split(";").map((one) => one.trim());
      return { name: `${sheet}: ${selector.trim()}`, declarations: declarations.filter(Boolean).toSorted() };
    }),
  );
  const long = rules.filter(({ declarations }) => declarations.length >= 5);
  const equal = [...Map.groupBy(long, ({ declarations }) => declarations.join("; ")).values()];
  expect(equal.filter((group) => group.length > 1).map((group) => group.map(({ name }) => name))).toEqual([]);
});

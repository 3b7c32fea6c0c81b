import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "./run.mjs";

const read = (path) => readFileSync(root + path, "utf8");
const all = (pattern) => globSync(pattern, { cwd: root }).filter((path) => !path.includes(".test."));

const glossary = read("docs/glossary.md");
/** A symbol or abbreviation of the field: `ETc`, `Kcb`, `θc`, `CAD`. */
const SYMBOL = /(?<![\p{L}\d/-])(?:ET[a-z0]|K[a-z]{1,2}|θ\p{L}+|Dr|Ea|[A-Z]{2,4})(?![\p{L}\d/])/gu;
/** Abbreviations of files, networks, standards, law, places and directions, which are not of the field. */
const GENERAL = new Set(
  "ABNT API ASAE ASCE BOM BR CNPJ CPF CRLF CSV DWG DXF EWRI FAO GPX II IP ISO IX JPEG JSON KML KMZ LGPD MAPA MB MG MQTT NE NBR NFD NO PDF PNG SE SMS SO TLS TOB UF UTC UTF UTM VI VII WGS WMO XLSX".split(
    " ",
  ),
);
const symbolsOf = (text) => new Set(text.match(SYMBOL));
const known = symbolsOf(glossary).union(GENERAL);
const missingIn = (text) => [...symbolsOf(text).difference(known)];

test("the glossary has every symbol on the screens", () => {
  const texts = all("{client/src,shared/src,reference}/**/*text.ts").map(read).join("\n");
  const strings = [...texts.matchAll(/"[^"\n]*"|`[^`]*`/g)].map(([text]) => text.replace(/\$\{[^}]*\}/g, " "));
  expect(missingIn(strings.join("\n"))).toEqual([]);
});

test("the glossary has every symbol of docs/agronomy.md", () => {
  const prose = read("docs/agronomy.md")
    .replace(/```[\s\S]*?```/g, "")
    .replace(/`[^`]*`/g, "");
  expect(missingIn(prose)).toEqual([]);
});

test("every name of the glossary is in the code", () => {
  const code = all("{shared/src,agronomy/src,reference,client/src}/**/*.ts").map(read).join("\n");
  const words = new Set(code.match(/\w+/g));
  const named = glossary
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .flatMap((line) => [...line.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((name) => !words.has(name))).toEqual([]);
});

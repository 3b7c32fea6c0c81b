import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const css = readFileSync(join(import.meta.dirname, "themes.css"), "utf8");

/** WCAG 2.2, 1.4.3 and 1.4.11. The theme sol is for outdoors and must meet 1.4.6. */
const TEXT = 4.5;
const TEXT_IN_THE_SUN = 7;
const CONTROL = 3;

const statuses = ["excess", "ok", "irrigate", "stress", "nodata", "fallow"];
const texts: readonly (readonly [string, string])[] = [
  ["text", "ground"],
  ["text", "surface"],
  ["text", "brand-soft"],
  ["text-muted", "ground"],
  ["text-muted", "surface"],
  ["text-muted", "surface-sunken"],
  ["brand-text", "ground"],
  ["brand-text", "surface"],
  ["brand-text", "brand-soft"],
  ["text-on-brand", "brand"],
  ["text-on-brand", "brand-strong"],
  ["nav-text", "nav-ground"],
  ["nav-text", "nav-hover"],
  ["nav-current-text", "nav-current"],
  ["text-on-brand", "danger"],
  ["surface", "danger-text"],
  ["danger-text", "surface"],
  ["danger-text", "danger-soft"],
  ["warning-text", "warning-soft"],
  ...statuses.flatMap((status) => [
    [`status-${status}-on`, `status-${status}`] as const,
    // The colour of fallow is never used for text.
    ...(status === "fallow"
      ? []
      : [[`status-${status}-text`, "surface"] as const, [`status-${status}-text`, "ground"] as const]),
  ]),
  ["status-nodata-on", "status-nodata-stripe"],
];
const controls = ["line-strong", "focus"].flatMap((line) => [[line, "surface"] as const, [line, "ground"] as const]);

function tokens(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  const rule = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries(
    [...rule.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it.each([
  ["claro", {}, TEXT],
  ["escuro", tokens(':root[data-theme="escuro"]'), TEXT],
  ["sol", tokens(':root[data-theme="sol"]'), TEXT_IN_THE_SUN],
])("%s can be read", (_, theme, least) => {
  const colours: Record<string, string> = { ...tokens(":root"), ...theme };
  const weak = (pairs: typeof texts, limit: number) =>
    pairs.filter(([front, ground]) => !(contrast(colours[front] ?? "", colours[ground] ?? "") >= limit));
  expect(weak(texts, least)).toEqual([]);
  expect(weak(controls, CONTROL)).toEqual([]);
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onThemeChange, readPalette, readPaperPalette } from "./palette.ts";

const root = document.documentElement;
let sheet: HTMLStyleElement;

beforeEach(() => {
  sheet = document.createElement("style");
  sheet.textContent = ":root { --text: black; --chart-rain: blue } :root[data-theme=escuro] { --text: white }";
  document.head.append(sheet);
  root.dataset.theme = "escuro";
});
afterEach(() => {
  sheet.remove();
  delete root.dataset.theme;
});

it("reads the active theme", () => {
  const palette = readPalette(root);
  expect([palette.text, palette.tones.rain]).toEqual(["white", "blue"]);
});

it("reads the light theme for paper, and restores the active theme", () => {
  expect(readPaperPalette().text).toBe("black");
  expect(root.dataset.theme).toBe("escuro");
  delete root.dataset.theme;
  readPaperPalette();
  expect(root.dataset.theme).toBeUndefined();
});

it("reports changes until it is stopped", async () => {
  const changed = vi.fn();
  const stop = onThemeChange(changed);
  root.dataset.theme = "sol";
  await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce());
  readPaperPalette();
  await Promise.resolve();
  expect(changed).toHaveBeenCalledOnce();
  stop();
  root.dataset.theme = "claro";
  await Promise.resolve();
  expect(changed).toHaveBeenCalledOnce();
});

import type { ChartMark, Tone } from "./model.ts";

const TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6, "rain", "irrigation", "muted", "strong"];
const MARK_TONES: Readonly<Record<ChartMark["tone"], string>> = {
  excess: "--status-excess",
  ok: "--status-ok",
  irrigate: "--status-irrigate",
  stress: "--status-stress",
  nodata: "--status-nodata",
  fallow: "--status-fallow",
  neutral: "--line-strong",
  warning: "--warning-line",
  danger: "--danger",
};

/** The theme's colours and font for a canvas. */
export interface Palette {
  font: string;
  surface: string;
  text: string;
  muted: string;
  line: string;
  tones: Readonly<Record<Tone, string>>;
  marks: Readonly<Record<ChartMark["tone"], string>>;
}

/** Reads the tokens of the theme that applies at `element`. */
export function readPalette(element: Element): Palette {
  const tokens = getComputedStyle(element);
  const token = (name: string) => tokens.getPropertyValue(name).trim();
  return {
    font: tokens.fontFamily,
    surface: token("--surface"),
    text: token("--text"),
    muted: token("--text-muted"),
    line: token("--chart-grid"),
    tones: Object.fromEntries(TONES.map((tone) => [tone, token(`--chart-${tone}`)])) as Record<Tone, string>,
    marks: Object.fromEntries(
      Object.entries(MARK_TONES).map(([tone, name]) => [tone, token(name)]),
    ) as Palette["marks"],
  };
}

/** The colours of the light theme for any active theme. Reads them at once, before the next paint. */
export function readPaperPalette(): Palette {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset.theme = "claro";
  const palette = readPalette(document.documentElement);
  if (theme === undefined) delete dataset.theme;
  else dataset.theme = theme;
  return palette;
}

/** Calls `listener` when the theme changes. Returns a stop function. */
export function onThemeChange(listener: () => void): () => void {
  const { dataset } = document.documentElement;
  let { theme } = dataset;
  const observer = new MutationObserver(() => {
    // Reading the colours for paper changes the theme and restores it.
    if (dataset.theme === theme) return;
    theme = dataset.theme;
    listener();
  });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

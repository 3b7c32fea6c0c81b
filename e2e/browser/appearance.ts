import type { Page } from "playwright-core";
import type { Size, Visitor } from "./visitor.ts";

export const THEMES = ["claro", "escuro", "sol"] as const;
export type Theme = (typeof THEMES)[number];

/** Puts the page into a theme. Colours that are on their way from one theme to the other are of neither. */
export function setTheme(page: Page, theme: Theme): Promise<void> {
  return page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name;
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changing.map(({ finished }) => finished));
  }, theme);
}

/** Gives the page a size, and what is drawn anew for it two frames. */
export async function setSize(page: Page, { width, height }: Size): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** True when the page has to be scrolled sideways to be read. */
function isWiderThanScreen(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** What can be seen, but not read, in a theme other than the one that axe sees everything in. */
const COLOURS = ["color-contrast"];

/**
 * What is wrong with a page, or a part of it, as it stands: in the first theme by all of axe's rules, in the others by
 * those of colours, which are all that a theme changes.
 */
export async function problemsOf(
  visitor: Visitor,
  { themes, within }: { themes: readonly Theme[]; within?: string },
): Promise<string[]> {
  const problems = (await isWiderThanScreen(visitor.page)) ? ["wider than the screen"] : [];
  for (const [index, theme] of themes.entries()) {
    await setTheme(visitor.page, theme);
    const found = await visitor.accessibilityProblems(within, index === 0 ? undefined : COLOURS);
    problems.push(...found.map((problem) => `${theme}: ${problem}`));
  }
  const width = visitor.page.viewportSize()?.width;
  return problems.map((problem) => `at ${width} px, ${problem}`);
}

import type { Page } from "playwright-core";
import type { Size, Visitor } from "./visitor.ts";

export const THEMES = ["claro", "escuro", "sol"] as const;
export type Theme = (typeof THEMES)[number];

/** Sets the theme of the page, and waits until the colour transitions end. */
export function setTheme(page: Page, theme: Theme): Promise<void> {
  return page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name;
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changing.map(({ finished }) => finished));
  }, theme);
}

/** Sets the size of the page, and waits two frames for the new layout. */
export async function setSize(page: Page, { width, height }: Size): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** True when the page can be scrolled sideways. */
function isWiderThanScreen(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** Rules of axe for colours, for the second theme and later ones. */
const COLOURS = ["color-contrast"];

/**
 * Problems of a page or of a part of it. Checks the first theme by all of axe's rules, and the others by its colour
 * rules only, because a theme changes only colours.
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

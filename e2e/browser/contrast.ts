import type { Page } from "playwright-core";

/**
 * The lowest contrast (WCAG 2.2, 1.4.3) of each of some words in `main`, from the browser's computed colours of the
 * text and of the nearest painted background behind it.
 */
export function contrastOf(page: Page, words: readonly string[]): Promise<Record<string, number>> {
  return page.evaluate((selectors) => {
    const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    // A striped background has several colours, and each of them may be behind a letter.
    const groundsOf = (element: Element | null): number[][] => {
      if (!element) return [[255, 255, 255]];
      const { backgroundImage, backgroundColor } = getComputedStyle(element);
      const painted = [...(backgroundImage.match(/rgba?\([^)]*\)/g) ?? []), backgroundColor].map(channels);
      const grounds = painted.filter(([, , , alpha = 1]) => alpha > 0);
      return grounds.length > 0 ? grounds : groundsOf(element.parentElement);
    };
    const luminance = (colour: readonly number[]) => {
      const [r = 0, g = 0, b = 0] = colour.map((value) => {
        const channel = value / 255;
        return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const least: Record<string, number> = {};
    for (const element of document.querySelectorAll("main *")) {
      const ownTexts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const word = ownTexts
        .map((node) => node.textContent ?? "")
        .join("")
        .trim();
      // 1.4.3 does not apply to disabled controls.
      if (!selectors.includes(word) || !element.checkVisibility() || element.closest(":disabled, svg")) continue;
      const front = luminance(channels(getComputedStyle(element).color));
      for (const ground of groundsOf(element).map(luminance)) {
        const contrast = (Math.max(front, ground) + 0.05) / (Math.min(front, ground) + 0.05);
        least[word] = Math.min(least[word] ?? Number.POSITIVE_INFINITY, contrast);
      }
    }
    return least;
  }, words);
}

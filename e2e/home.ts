import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Sizes of the window, and of the text in % of the usual. */
export const VIEWS = [
  { width: 1440, height: 900, text: 100 },
  { width: 390, height: 844, text: 100 },
  { width: 844, height: 390, text: 100 },
  { width: 1440, height: 900, text: 200 },
  { width: 844, height: 390, text: 200 },
  { width: 390, height: 844, text: 200 },
];

/** The first figure of the home or of a pivot's page: its box, the height that no bar covers, and the width of the content. */
export function firstFigure(page: Page) {
  return page.evaluate(() => {
    const figure = document.querySelector("main article strong, main section[aria-label] strong, main p strong");
    const { left, right, top, bottom } = figure?.getBoundingClientRect() ?? { left: 0, right: 0, top: 0, bottom: 0 };
    const covered = figure ? document.elementFromPoint((left + right) / 2, (top + bottom) / 2) : null;
    return {
      words: figure?.textContent ?? "",
      isSeen: figure !== null && covered !== null && (figure.contains(covered) || covered.contains(figure)),
      isWithin: top >= 0 && bottom <= window.innerHeight && left >= 0 && right <= window.innerWidth,
      scrolled: window.scrollY,
      tooWide: document.documentElement.scrollWidth - window.innerWidth,
    };
  });
}

/** Expects the first machine's figure in each size, without scrolling, and no part of the page beside the window. */
export async function expectFirstFigure(page: Page): Promise<void> {
  for (const { width, height, text } of VIEWS) {
    await page.setViewportSize({ width, height });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
      window.scrollTo(0, 0);
    }, text);
    const name = `${width} × ${height}, ${text} %`;
    await expect
      .poll(() => firstFigure(page), { message: name, timeout: 10_000 })
      .toMatchObject({
        isSeen: true,
        isWithin: true,
        scrolled: 0,
      });
    const { words, tooWide } = await firstFigure(page);
    expect(words, name).toMatch(/\d/);
    expect(tooWide, name).toBeLessThanOrEqual(0);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
}

/** Share of the card "Hoje" that its sentences, questions and time lines cover, in squares of 8 px. */
function coveredShare(card: Element): number {
  const STEP = 8;
  const parts = [
    ...card.querySelectorAll("article, section > ol > *, [class*=head], [class*=day] > *, [class*=weather]"),
  ].map((part) => part.getBoundingClientRect());
  const { left, right, top, bottom } = card.getBoundingClientRect();
  let [covered, all] = [0, 0];
  for (let x = left; x < right; x += STEP) {
    for (let y = top; y < bottom; y += STEP) {
      all++;
      if (parts.some((part) => x >= part.left && x <= part.right && y >= part.top && y <= part.bottom)) covered++;
    }
  }
  return covered / all;
}

/** Expects a card "Hoje" without an empty half, whose machines and, when they are few, the others are in the first screen. */
export async function expectFilledToday(page: Page): Promise<void> {
  for (const { width, height } of [
    { width: 1440, height: 900 },
    { width: 1920, height: 1080 },
  ]) {
    const size = `${width} × ${height}`;
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.scrollTo(0, 0));
    const list = page.getByRole("list", { name: "O que fazer hoje, na ordem" });
    const machines = list.getByRole("article");
    await machines.first().waitFor();
    const card = page.getByRole("main").locator("section").filter({ has: list }).first();
    expect(await card.evaluate(coveredShare), size).toBeGreaterThan(0.6);
    const bottoms = await machines.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(Math.max(...bottoms), size).toBeLessThanOrEqual(height);
    const others = page.getByRole("region", { name: "Setores" }).getByRole("article");
    const questions = page.getByRole("region", { name: "Confirme antes" }).getByRole("listitem");
    // Which machines need something depends on the hour; questions and time lines below the table fill a screen.
    if (bottoms.length > 1 || (await questions.count()) > 0 || (await others.count()) === 0) continue;
    const { top } = await others.first().evaluate((one) => one.getBoundingClientRect());
    expect(top, size).toBeLessThan(height);
  }
}

/** Largest height of a machine's lines on a phone, px. */
const MAX_LINE_PX = 120;

/** Expects the orders of four machines, or of all, in the first screen of a phone: name, state and hour of each. */
export async function expectOrdersInSight(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => window.scrollTo(0, 0));
  const lines = page.getByRole("list", { name: "O que fazer hoje, na ordem" }).getByRole("article");
  await lines.first().waitFor();
  const bar = await page.getByRole("navigation").last().boundingBox();
  for (const line of (await lines.all()).slice(0, 4)) {
    const { height = 0 } = (await line.boundingBox()) ?? {};
    // A warning is a line of its own, and a phone wraps a long state.
    expect(height, await line.innerText()).toBeLessThanOrEqual(MAX_LINE_PX);
    const state = await line.getByText(/^(LIGAR|REGANDO|PARAR|AGUARDAR|FALTAM DADOS|CONFERIR)/).boundingBox();
    expect((state?.y ?? Number.MAX_VALUE) + (state?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 844);
  }
}

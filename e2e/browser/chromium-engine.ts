import { existsSync } from "node:fs";
import type { Page } from "playwright-core";
import { chromiumFile, launchChromium } from "./chromium.ts";
import type { Engine, Tab } from "./engine.ts";

/** The Chromium of the oldest promised web view: `npm run old-chromium` puts it there. */
const OLD_FILE = new URL("../.data/chromium-89/chromium", import.meta.url).pathname;

export const missingChromium = chromiumFile === undefined ? "Chromium" : undefined;
export const missingOldChromium = existsSync(OLD_FILE) ? undefined : OLD_FILE;

function tabOf(page: Page): Tab {
  const read = <Value>(script: string): Promise<Value> => page.evaluate(`(async () => { ${script} })()`);
  const centre = (selector: string) =>
    read<{ x: number; y: number }>(`
      const one = document.querySelector(${JSON.stringify(selector)});
      one.scrollIntoView({ block: "center" });
      const { left, top, width, height } = one.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };`);
  // By the mouse and keys, because Playwright's own waiting uses functions that the old Chromium does not have.
  const click = async (selector: string) => {
    const { x, y } = await centre(selector);
    await page.mouse.click(x, y);
  };
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    read,
    click,
    async type(selector, text) {
      await click(selector);
      await page.keyboard.type(text);
    },
  };
}

async function open(file: string, env?: Record<string, string>): Promise<Engine> {
  const browser = await launchChromium(file, env);
  const context = await browser.newContext({ locale: "pt-BR", viewport: { width: 1440, height: 900 } });
  return {
    ...tabOf(await context.newPage()),
    openTab: async () => tabOf(await context.newPage()),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

export const openChromium = (): Promise<Engine> => open(chromiumFile ?? "");
export const openOldChromium = (): Promise<Engine> =>
  open(OLD_FILE, { LD_LIBRARY_PATH: new URL("lib", `file://${OLD_FILE}`).pathname });

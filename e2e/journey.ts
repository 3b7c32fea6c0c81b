import { mkdirSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { isLong } from "../scripts/testing/long.ts";
import { chromiumFile, launchChromium } from "./browser/chromium.ts";
import { SIZES, type Size, Visitor } from "./browser/visitor.ts";
import { ownOffsetMs, shiftClock } from "./product/clock.ts";

const SCREENSHOTS = new URL("./.data/", import.meta.url).pathname;

interface VisitOptions extends BrowserContextOptions {
  /** How far the browser's clock is ahead of the machine's, ms; that of the journeys if omitted. */
  clockOffsetMs?: number;
}

/** A visitor whose app is stored on the device by its service worker, as all are in the long run. */
export const INSTALLED: VisitOptions = { serviceWorkers: "allow" };

export type OpenVisitor = (url: string, size?: Size, options?: VisitOptions) => Promise<Visitor>;

/** Keeps a started resource until the visitors are closed, and then disposes of it, the last one first. */
export type Keep = <Resource extends AsyncDisposable>(starting: Promise<Resource>) => Promise<Resource>;

/** A test with one browser for all files of its worker, because starting one takes longer than many journeys. */
const inBrowser = test
  .extend("executablePath", { scope: "worker" }, () => chromiumFile)
  .extend("browser", { scope: "worker" }, async ({ executablePath }, { onCleanup }) => {
    const browser = executablePath === undefined ? undefined : await launchChromium(executablePath);
    onCleanup(async () => browser?.close());
    return browser;
  });

/**
 * A test with `visit`, which opens the product in a browser with separate storage, and `keep`. An undeclared console
 * error fails it. A failed journey saves a picture of each page in `e2e/.data`.
 */
export const journey = inBrowser.extend<{ kept: AsyncDisposableStack; keep: Keep; visit: OpenVisitor }>({
  kept: async ({ task: _task }, use) => use(new AsyncDisposableStack()),
  keep: async ({ kept }, use) => use(async (starting) => kept.use(await starting)),
  visit: async ({ browser, kept, task, skip }, use) => {
    const visitors: Visitor[] = [];
    await use(async (url, size = SIZES[1], { clockOffsetMs = ownOffsetMs(), ...options } = {}) => {
      if (!browser) return skip("Chromium is not installed");
      const context = await browser.newContext({
        baseURL: url,
        viewport: { width: size.width, height: size.height },
        hasTouch: size.size === "phone",
        locale: "pt-BR",
        timezoneId: "America/Sao_Paulo",
        reducedMotion: "reduce",
        // The worker fetches and stores all files of the app, which takes longer than most pages.
        serviceWorkers: isLong ? "allow" : "block",
        ...options,
      });
      context.setDefaultTimeout(15_000);
      await context.addInitScript(shiftClock, clockOffsetMs);
      const visitor = new Visitor(url, await context.newPage());
      visitors.push(visitor);
      return visitor;
    });
    const surprises = visitors.flatMap((visitor) => visitor.surprises);
    const failed = task.result?.state === "fail" || surprises.length > 0;
    for (const [index, { context }] of visitors.entries()) {
      if (failed) await takePictures(context.pages(), `${task.name}-${index}`);
      await context.close();
    }
    // After the pages are closed, because a server that stops under an open page causes errors, and before an assertion
    // can fail.
    await kept.disposeAsync();
    expect(surprises).toEqual([]);
  },
});

async function takePictures(pages: readonly Page[], name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  for (const [index, page] of pages.entries()) {
    const path = `${SCREENSHOTS}${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}-${index}.png`;
    await page.screenshot({ path }).catch((error: unknown) => console.warn(`no picture: ${String(error)}`));
  }
}

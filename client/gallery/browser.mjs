// Serves the gallery and opens it in Chromium. `close` ends both.
import { chromium } from "playwright-core";
import { createServer } from "vite";

/** Longest wait for a page. The first one waits for the bundling of the dependencies. */
const OPEN_MS = 120_000;

export async function openGallery() {
  const server = await createServer({ configFile: `${import.meta.dirname}/vite.config.ts`, server: { port: 0 } });
  await server.listen();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
  return {
    browser,
    url: () => server.resolvedUrls.local[0],
    /** Opens a page of the gallery and waits until it is drawn and its animations have ended. */
    async open(name, { theme = "claro", query = "", ...context } = {}) {
      const page = await browser.newPage(context);
      const problems = [];
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      page.on("pageerror", (error) => problems.push(String(error)));
      await page.goto(`${server.resolvedUrls.local[0]}?page=${name}&theme=${theme}${query}`, { timeout: OPEN_MS });
      await page.evaluate(() => document.fonts.ready);
      await page
        .locator("main")
        .waitFor()
        .catch((cause) => {
          throw new Error(`${name} is not drawn: ${problems.join("\n")}`, { cause });
        });
      await page.waitForFunction(() =>
        [...document.querySelectorAll("figure")].every((one) => one.querySelector("canvas")),
      );
      await page.waitForFunction(() =>
        document.getAnimations().every(
          // Infinite animations, such as the loading figure, never end.
          (one) =>
            one.timeline !== document.timeline ||
            one.playState !== "running" ||
            one.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
        ),
      );
      return { page, problems };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

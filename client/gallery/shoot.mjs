// Photographs the gallery: node client/gallery/shoot.mjs <folder> [page…]. Needs Chromium.
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { createServer } from "vite";

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };
const [folder = "gallery", ...pages] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const server = await createServer({ configFile: `${import.meta.dirname}/vite.config.ts`, server: { port: 0 } });
await server.listen();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
});
try {
  for (const name of pages.length > 0 ? pages : ["faces"]) {
    for (const theme of ["claro", "escuro", "sol"]) {
      for (const [size, viewport] of Object.entries(SIZES)) {
        const page = await browser.newPage({ viewport, deviceScaleFactor: size === "phone" ? 2 : 1 });
        page.on("console", (message) => message.type() === "error" && console.error(name, theme, message.text()));
        page.on("pageerror", (error) => console.error(name, theme, error));
        await page.goto(`${server.resolvedUrls.local[0]}?page=${name}&theme=${theme}`);
        await page.locator("main[data-ready], main:not([data-waits])").first().waitFor();
        await page.evaluate(() => document.fonts.ready);
        await page.waitForFunction(() =>
          document.getAnimations().every((animation) => animation.playState !== "running"),
        );
        await page.screenshot({ path: `${folder}/${name}-${theme}-${size}.png`, fullPage: true });
        await page.close();
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}

// Draws the PNG icons of client/public from icon.svg, with Chromium. Run again after changing the drawing:
//   npm exec -- node scripts/make-icons.mjs
import { readFile, writeFile } from "node:fs/promises";
import { chromium } from "playwright-core";

const folder = new URL("../client/public/", import.meta.url);
const drawing = await readFile(new URL("icon.svg", folder), "utf8");
// Whoever masks an icon cuts its corners by itself: the ground reaches the edge.
const square = drawing.replace('rx="15"', 'rx="0"');

/** A maskable icon keeps its figure within the middle 80 %, where any mask leaves it whole; this drawing does. */
const icons = [
  { file: "icon-192.png", side: 192, svg: drawing },
  { file: "icon-512.png", side: 512, svg: drawing },
  { file: "icon-maskable-512.png", side: 512, svg: square },
  { file: "apple-touch-icon.png", side: 180, svg: square },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const page = await browser.newPage();
  for (const { file, side, svg } of icons) {
    await page.setViewportSize({ width: side, height: side });
    await page.setContent(`<style>html,body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
    await writeFile(new URL(file, folder), await page.screenshot({ omitBackground: true }));
  }
} finally {
  await browser.close();
}

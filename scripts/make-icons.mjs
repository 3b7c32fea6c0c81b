// Draws the PNG icons of client/public and client/native from icon.svg, with Chromium. Run again after a change:
//   npm exec -- node scripts/make-icons.mjs
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { chromium } from "playwright-core";

const folder = new URL("../client/public/", import.meta.url);
const drawing = await readFile(new URL("icon.svg", folder), "utf8");
// The background extends to the edges, because systems mask the corners themselves.
const square = drawing.replace('rx="15"', 'rx="0"');

/** A maskable icon needs its figure within the middle 80 %, where no mask cuts it; this drawing has it there. */
const icons = [
  { file: "icon-192.png", side: 192, svg: drawing },
  { file: "icon-512.png", side: 512, svg: drawing },
  { file: "icon-maskable-512.png", side: 512, svg: square },
  { file: "apple-touch-icon.png", side: 180, svg: square },
];

/** The native projects: Android before 8 has no vector icons, and the App Store accepts no transparency. */
const DENSITIES = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 };
const round = drawing.replace('rx="15"', 'rx="32"');
for (const [density, side] of Object.entries(DENSITIES)) {
  const mipmap = `../native/android/app/src/main/res/mipmap-${density}`;
  icons.push(
    { file: `${mipmap}/ic_launcher.png`, side, svg: drawing },
    { file: `${mipmap}/ic_launcher_round.png`, side, svg: round },
  );
}
const assets = "../native/ios/App/App/Assets.xcassets";
icons.push({ file: `${assets}/AppIcon.appiconset/AppIcon-512@2x.png`, side: 1024, svg: square });
// The mark is one sixth of the background's width, so that it fits whatever part of the square a screen shows.
const ground = /<rect[^>]*>/.exec(square)[0];
const splash = square
  .replace(ground, "")
  .replace('viewBox="0 0 64 64"', 'viewBox="-160 -160 384 384" style="background:#0a5a61"');
for (const suffix of ["", "-1", "-2"]) {
  icons.push({ file: `${assets}/Splash.imageset/splash-2732x2732${suffix}.png`, side: 2732, svg: splash });
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const page = await browser.newPage();
  for (const { file, side, svg } of icons) {
    await page.setViewportSize({ width: side, height: side });
    await page.setContent(`<style>html,body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
    await mkdir(new URL(".", new URL(file, folder)), { recursive: true });
    await writeFile(new URL(file, folder), await page.screenshot({ omitBackground: true }));
  }
} finally {
  await browser.close();
}

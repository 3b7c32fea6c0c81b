// `npm run bench:table`: how smoothly a list of 5,000 records scrolls, unthrottled: the longest frame while a wheel
// turns through it, as a table and as the phone's cards. The records are the API's own, repeated.
import type { Browser, Page } from "playwright-core";
import { load, median } from "./figures.ts";
import { DESKTOP, launch, logIn, PHONE, settled, startProduct } from "./product.ts";

declare global {
  /** Of the page: the moments of its frames. */
  var times: number[];
}

const RECORDS = 5_000;
const ROUNDS = 5;
const TURNS = 120;
const TURN_PX = 240;

await using product = await startProduct();
const browser = await launch();
try {
  for (const viewport of [DESKTOP, PHONE]) await measureAt(browser, viewport);
} finally {
  await browser.close();
}

async function measureAt(on: Browser, viewport: { width: number; height: number }): Promise<void> {
  const context = await on.newContext({ baseURL: product.url, viewport, serviceWorkers: "block" });
  const page = await context.newPage();
  await page.route("**/api/Watering/GetPage?*", async (route) => {
    const answer = await route.fetch();
    const { items } = (await answer.json()) as { items: { _id: string }[] };
    const many = Array.from({ length: RECORDS }, (_, index) => ({ ...items[index % items.length], _id: `w${index}` }));
    await route.fulfill({ response: answer, json: { items: many, next: null } });
  });
  await logIn(page, "ana");
  await page.goto("/setup/watering");
  await settled(page);
  const frames: { longest: number; typical: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) frames.push(await scroll(page, round % 2 === 0 ? TURN_PX : -TURN_PX));
  const longest = frames.map((frame) => frame.longest.toFixed(0)).join(" ");
  const typical = median(frames.map((frame) => frame.typical)).toFixed(0);
  const nodes = await page.evaluate(() => document.querySelectorAll("main *").length);
  console.log(
    `${RECORDS} records at ${viewport.width}×${viewport.height}: longest frame ${longest} ms, typical ${typical} ms, ${nodes} elements, ${load()}`,
  );
  await context.close();
}

/** Turns the wheel over the list. Returns the times between frames, in milliseconds. */
async function scroll(page: Page, by: number): Promise<{ longest: number; typical: number }> {
  const { width, height } = page.viewportSize() ?? DESKTOP;
  await page.mouse.move(width / 2, height * 0.7);
  await page.evaluate(() => {
    const times: number[] = [];
    globalThis.times = times;
    const tick = (at: number) => {
      times.push(at);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  for (let turn = 0; turn < TURNS; turn++) {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(16);
  }
  const times = await page.evaluate(() => globalThis.times);
  const frames = times.slice(1).map((at, index) => at - (times[index] ?? at));
  return { longest: Math.max(...frames), typical: median(frames) };
}

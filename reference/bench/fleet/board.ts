import type { CDPSession, Page } from "playwright-core";
import { DESKTOP, launch, PHONE, settled } from "../../../bench/product.ts";
import { bffEnvironment, startBff } from "../../../e2e/product/bff.ts";
import type { MeasuredApi } from "./program.ts";

/** For a busy machine: a page also fetches the details of all sectors in the background. */
const SETTLE_TIMEOUT_MS = 300_000;
const SCROLL_MS = 4_000;
/** A quick turn of a wheel. */
const SCROLL_PX_PER_FRAME = 60;
const DEVICES = [
  { name: "board, desktop", viewport: DESKTOP, slowdown: 1 },
  { name: "board, phone at a quarter of the processor", viewport: PHONE, slowdown: 4 },
];

/**
 * The irrigâmetro's page with a client's board: elements, frames per second while it scrolls, the time from the login to
 * the first card in an empty browser (cold), and from a reload with the app and its data on the device (warm).
 */
export async function measureBoard(
  api: MeasuredApi,
  clientId: string,
  password: string,
  line: (name: string, text: string) => void,
): Promise<void> {
  await using bff = await startBff(bffEnvironment(api));
  const browser = await launch();
  try {
    for (const { name, viewport, slowdown } of DEVICES) {
      const page = await browser.newPage({ baseURL: bff.url, viewport });
      page.setDefaultTimeout(SETTLE_TIMEOUT_MS);
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
      await page.goto("/login");
      await page.evaluate((id) => localStorage.setItem("clientId", id), clientId);
      await page.getByLabel("Usuário", { exact: true }).fill("admin");
      await page.getByLabel("Senha", { exact: true }).fill(password);
      const cold = await seconds(async () => {
        await page.getByRole("button", { name: "Entrar", exact: true }).click();
        await page.waitForURL("**/irrigameter/*");
        await page.waitForSelector("main article");
      });
      await settled(page);
      await page.evaluate(async () => void (await navigator.serviceWorker?.ready));
      const warm = await seconds(async () => {
        await page.reload({ waitUntil: "commit" });
        await page.waitForSelector("main article");
      });
      await settled(page);
      const [elements, cards] = await page.evaluate(() => [
        document.querySelectorAll("*").length,
        document.querySelectorAll("main article").length,
      ]);
      const frames = (await scroll(page)) / (SCROLL_MS / 1000);
      // At full speed, because the throttling's own pauses count as processor time.
      await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
      await session.send("Performance.enable");
      const before = await threadMs(session);
      const drawn = await scroll(page);
      const frameMs = ((await threadMs(session)) - before) / drawn;
      await session.send("Performance.disable");
      await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
      // A separate measurement, because the counting costs frames.
      const passed = await page.evaluate(async (step) => {
        let [mostElements, bare, count] = [0, 0, 0];
        scrollTo(0, 0);
        while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
          scrollBy(0, step);
          await new Promise(requestAnimationFrame);
          mostElements = Math.max(mostElements, document.querySelectorAll("*").length);
          // An item that is not drawn has its name and no element.
          const seen = [...document.querySelectorAll("main article:not(:has(*))")].filter((article) => {
            const { top, bottom } = article.getBoundingClientRect();
            return bottom > 0 && top < innerHeight;
          });
          count++;
          if (seen.length > 0) bare++;
        }
        return { most: mostElements, bare, count };
      }, SCROLL_PX_PER_FRAME);
      line(
        name,
        `${elements} elements for ${cards} cards, at most ${passed.most} while scrolling, ${frames.toFixed(0)} frames per second, ${frameMs.toFixed(1)} ms of the main thread a frame at full speed, ${passed.bare} of ${passed.count} frames with a name alone, cold ${cold}, warm ${warm}`,
      );
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
}

/** Scrolls for a while and returns the number of frames. */
function scroll(page: Page): Promise<number> {
  return page.evaluate(
    async ([ms, step]) => {
      const startedAt = performance.now();
      let count = 0;
      while (performance.now() - startedAt < ms) {
        scrollBy(0, step);
        if (scrollY + innerHeight >= document.documentElement.scrollHeight - 1) scrollTo(0, 0);
        await new Promise(requestAnimationFrame);
        count++;
      }
      return count;
    },
    [SCROLL_MS, SCROLL_PX_PER_FRAME] as const,
  );
}

/** Processor time of a page's main thread, which other programs lengthen little. */
async function threadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "ThreadTime")?.value ?? Number.NaN);
}

async function seconds(work: () => Promise<void>): Promise<string> {
  const startedAt = performance.now();
  await work();
  return `${((performance.now() - startedAt) / 1000).toFixed(2)} s`;
}

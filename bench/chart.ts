// `npm run bench:chart`: how long the page of a chart needs, unthrottled, from the last byte of an answer with 35,000 points
// to their picture: parsed, checked, placed, drawn. The answer is the API's own, with its air temperature made so long.
import type { Page } from "playwright-core";
import { DESKTOP, figures, forgetData, launch, load, logIn, PHONE, settled, startProduct } from "./product.ts";

const POINTS = 35_000;
const ROUNDS = 7;
const ANSWER = "**/api/Chart/GetSeries?*";

await using product = await startProduct();
const browser = await launch();
try {
  for (const viewport of [DESKTOP, PHONE]) {
    const context = await browser.newContext({ baseURL: product.url, viewport, serviceWorkers: "block" });
    const page = await context.newPage();
    await logIn(page, "ana");
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await measure(page));
    console.log(
      `${POINTS} points at ${viewport.width}×${viewport.height}: ${figures(times)}, wanted < 0.3 s, ${load()}`,
    );
    await context.close();
  }
} finally {
  await browser.close();
}

/** Shows a short chart, so that the drawing library is there, and then a long one; in milliseconds. */
async function measure(page: Page): Promise<number> {
  // A chart that was seen before would be there before its answer.
  await forgetData(page);
  await page.goto("/charts/airtemperature");
  await settled(page);
  await page.locator("main canvas").waitFor();
  await page.route(ANSWER, async (route) => {
    const answer = await route.fetch();
    const { searchParams } = new URL(route.request().url());
    const [from, to] = ["from", "to"].map((name) => Date.parse(searchParams.get(name) ?? ""));
    await route.fulfill({ response: answer, json: lengthen(await answer.json(), from ?? 0, to ?? 0) });
  });
  const drawn = page.evaluate(timeDrawing);
  await page.getByText("24 h", { exact: true }).click();
  const time = await drawn;
  await page.unroute(ANSWER);
  return time;
}

interface Answer {
  series: { variable: string; at: number[]; mean: number[]; min: number[]; max: number[] }[];
}

function lengthen(answer: Answer, from: number, to: number): Answer {
  const at = Array.from({ length: POINTS }, (_, index) => Math.round(from + (index / POINTS) * (to - from)));
  const values = at.map((_, index) => 24 + 6 * Math.sin(index / 700) + Math.sin(index / 3));
  const long = { at, mean: values, min: values, max: values };
  return {
    ...answer,
    series: answer.series.map((series) => (series.variable === "airTemp" ? { ...series, ...long } : series)),
  };
}

/** In the page: from the end of the next answer to the first frame with a free main thread after its chart is in place. */
function timeDrawing(): Promise<number> {
  const answeredAt = new Promise<number>((resolve) => {
    new PerformanceObserver((list) => {
      const answers = list.getEntries() as PerformanceResourceTiming[];
      for (const { name, responseEnd } of answers) if (name.includes("/Chart/GetSeries")) resolve(responseEnd);
    }).observe({ type: "resource" });
  });
  const drawnAt = new Promise<number>((resolve) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector("main figure")?.getAttribute("aria-busy") !== "false") return;
      observer.disconnect();
      // What the commit leaves to be drawn is drawn before the next frame's own task.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    }).observe(document.querySelector("main") ?? document, { subtree: true, attributeFilter: ["aria-busy"] });
  });
  return Promise.all([answeredAt, drawnAt]).then(([answered, drawn]) => drawn - answered);
}

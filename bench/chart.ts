// `npm run bench:chart`: how long a chart's page takes, unthrottled, from the last byte of a response with 35,000
// points to the finished drawing: parsed, validated, placed, drawn. The response is the API's own, with its air
// temperature repeated to that length.
import type { Page } from "playwright-core";
import { figures, load } from "./figures.ts";
import { DESKTOP, forgetData, launch, logIn, PHONE, settled, startProduct } from "./product.ts";

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

/** Shows a short chart first, so that its scripts are loaded, and then a long one; in milliseconds. */
async function measure(page: Page): Promise<number> {
  // A cached chart would be drawn before its response.
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

interface ChartReply {
  series: { variable: string; at: number[]; mean: number[]; min: number[]; max: number[] }[];
}

function lengthen(answer: ChartReply, from: number, to: number): ChartReply {
  const at = Array.from({ length: POINTS }, (_, index) => Math.round(from + (index / POINTS) * (to - from)));
  const values = at.map((_, index) => 24 + 6 * Math.sin(index / 700) + Math.sin(index / 3));
  const long = { at, mean: values, min: values, max: values };
  return {
    ...answer,
    series: answer.series.map((series) => (series.variable === "airTemp" ? { ...series, ...long } : series)),
  };
}

/** Runs in the page: measures from the end of the next response to the last stroke of its chart. */
function timeDrawing(): Promise<number> {
  const QUIET_MS = 500;
  let lastStroke = 0;
  const pen = CanvasRenderingContext2D.prototype;
  for (const name of ["stroke", "fill", "fillText", "clearRect"] as const) {
    const draw = pen[name] as (...values: unknown[]) => void;
    Object.assign(pen, {
      [name](this: CanvasRenderingContext2D, ...values: unknown[]) {
        draw.apply(this, values);
        lastStroke = performance.now();
      },
    });
  }
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const answers = list.getEntries() as PerformanceResourceTiming[];
      const answered = answers.find(({ name }) => name.includes("/Chart/GetSeries"))?.responseEnd;
      if (answered === undefined) return;
      const look = setInterval(() => {
        const isBusy = document.querySelector("main figure")?.getAttribute("aria-busy") !== "false";
        if (isBusy || lastStroke < answered || performance.now() - lastStroke < QUIET_MS) return;
        clearInterval(look);
        resolve(lastStroke - answered);
      }, 50);
    }).observe({ type: "resource" });
  });
}

// `npm run bench:slow-phone`: the built product on an old phone: Chromium at a quarter of this processor's speed, on
// Slow 4G as in Chromium's own tools. Measures the time until the login page is usable, the time until the irrigâmetro
// of a returning user shows its first recommendation, and each screen's layout shift and number of requests.
import type { Browser, CDPSession, Page } from "playwright-core";
import { figures, load } from "./figures.ts";
import { DESKTOP, forgetData, launch, logIn, PHONE, settled, startProduct } from "./product.ts";
import { SCREENS } from "./screens.ts";

declare global {
  /** Of the page: its layout shifts. */
  var shifts: { value: number; startTime: number; causes: string[] }[];
}

const ROUNDS = 5;
const CPU_SLOWDOWN = 4;
/** Slow 4G: latency in milliseconds, throughput in bytes per second. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
/** Calls of the shell around every screen, on every page load. */
const SHELL_CALLS = ["/Client/GetAll", "/Menu/GetByClientID", "/User/Me", "/Notification/GetByClientID"];
/** Calls that a device makes once a session or a day, and again here because its data are deleted. */
const DEVICE_CALLS = ["/SensorType/GetAll", "/User/GetDeviceKey"];
const NOT_COUNTED = [...SHELL_CALLS, ...DEVICE_CALLS];
const MAX_SHIFT = 0.05;
const MAX_REQUESTS = 2;

await using product = await startProduct();
const browser = await launch();
try {
  console.log(`login page usable: ${shownText(await rounds(() => measureLogin(browser)))}, wanted < 3 s, ${load()}`);
  console.log(`irrigâmetro, warm: ${shownText(await measureWarm(browser))}, wanted < 1.5 s, ${load()}`);
  console.log(`\nlayout shift at 390×844 and 1440×900, requests beyond ${NOT_COUNTED.join(", ")}`);
  const [phone, desktop] = [await measureScreens(browser, PHONE), await measureScreens(browser, DESKTOP)];
  for (const [index, { path }] of SCREENS.entries()) {
    const [small, large] = [phone[index], desktop[index]];
    if (!small || !large) continue;
    const fails = Math.max(small.shift, large.shift) > MAX_SHIFT || small.requests.length > MAX_REQUESTS;
    const shifts = `${small.shift.toFixed(3)} ${large.shift.toFixed(3)}`;
    console.log(
      `${fails ? "✗" : "✓"} ${path.padEnd(30)} ${shifts}  ${small.requests.length} ${small.requests.join(" ")}`,
    );
    for (const cause of [...small.causes, ...large.causes]) console.log(`    ${cause}`);
  }
  console.log(`wanted: shift ≤ ${MAX_SHIFT}, requests ≤ ${MAX_REQUESTS}, ${load()}`);
} finally {
  await browser.close();
}

/** When a page was usable, and the CPU time of its main thread until then, both in milliseconds. */
interface Shown {
  at: number;
  busy: number;
}

function shownText(shown: readonly Shown[]): string {
  const busy = figures(shown.map((one) => one.busy));
  return `${figures(shown.map(({ at }) => at))}, of it main thread ${busy}`;
}

async function rounds(measure: () => Promise<Shown>): Promise<Shown[]> {
  const times: Shown[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await measure());
  return times;
}

/** From the navigation to a form that takes input, in a browser with empty caches. */
async function measureLogin(on: Browser): Promise<Shown> {
  const context = await on.newContext({ baseURL: product.url, viewport: PHONE, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const session = await slowDown(page);
  await watchFor(page, "form button[type=submit]");
  await page.goto("/login", { waitUntil: "commit" });
  const shown = await shownAt(page, session);
  await context.close();
  return shown;
}

/** From the navigation to the first recommendation, for a user whose app and data are on the device. */
async function measureWarm(on: Browser): Promise<Shown[]> {
  const context = await on.newContext({ baseURL: product.url, viewport: PHONE, isMobile: true, hasTouch: true });
  const first = await context.newPage();
  await logIn(first, "ana");
  await first.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await first.reload();
  await settled(first);
  await first.getByRole("button", { name: /^(Ao vivo|Conectando)/ }).click();
  await first.getByText("pronto sem sinal").waitFor();
  await first.close();
  const shown = await rounds(async () => {
    const page = await context.newPage();
    const session = await slowDown(page);
    await watchFor(page, "main article");
    await page.goto("/home", { waitUntil: "commit" });
    const one = await shownAt(page, session);
    await page.close();
    return one;
  });
  await context.close();
  return shown;
}

interface Measured {
  shift: number;
  /** Paths requested in addition to the shell's, with their number when more than one. */
  requests: string[];
  /** The elements that moved, when the shift is too large. */
  causes: string[];
}

/** Loads each screen slowly, with the app's files cached and its data deleted. */
async function measureScreens(on: Browser, viewport: { width: number; height: number }): Promise<Measured[]> {
  const context = await on.newContext({ baseURL: product.url, viewport, serviceWorkers: "block" });
  const page = await context.newPage();
  await logIn(page, "ana");
  // Once at full speed, to cache the files.
  for (const { path } of SCREENS) {
    await page.goto(path);
    await settled(page);
  }
  await slowDown(page);
  await page.addInitScript(collectShifts);
  const measured: Measured[] = [];
  for (const screen of SCREENS) measured.push(await measureScreen(page, screen));
  await context.close();
  return measured;
}

async function measureScreen(page: Page, { path, clientId }: (typeof SCREENS)[number]): Promise<Measured> {
  await forgetData(page);
  await page.evaluate((id) => localStorage.setItem("clientId", id), clientId);
  const callCounts = new Map<string, number>();
  const count = (url: string) => {
    const [, call] = /\/api(\/[^?]+)/.exec(url) ?? [];
    if (call && !NOT_COUNTED.includes(call)) callCounts.set(call, (callCounts.get(call) ?? 0) + 1);
  };
  const listener = (request: { url(): string }) => count(request.url());
  page.on("request", listener);
  await page.goto(path);
  await settled(page);
  // The data for use without a connection are requested once the screen is complete.
  page.off("request", listener);
  // Shifts caused by the last response happen in the frames after it.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300))));
  const { shift, causes } = await page.evaluate(readShifts);
  const requests = [...callCounts].flatMap(([call, times]) => Array.from({ length: times }, () => call));
  return { shift, requests, causes: shift > MAX_SHIFT ? causes : [] };
}

async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return session;
}

/** Records in the page when an element exists, is painted, and the main thread is free to handle a touch. */
async function watchFor(page: Page, selector: string): Promise<void> {
  await page.addInitScript((awaited: string) => {
    const look = () => {
      if (!document.querySelector(awaited)) return requestAnimationFrame(look);
      return requestAnimationFrame(() => setTimeout(() => performance.mark("usable")));
    };
    requestAnimationFrame(look);
  }, selector);
}

async function shownAt(page: Page, session: CDPSession): Promise<Shown> {
  await page.waitForFunction(() => performance.getEntriesByName("usable").length > 0);
  const { metrics } = await session.send("Performance.getMetrics");
  const seconds = metrics.find(({ name }) => name === "ThreadTime")?.value ?? Number.NaN;
  const at = await page.evaluate(() => performance.getEntriesByName("usable")[0]?.startTime ?? Number.NaN);
  return { at, busy: seconds * 1000 };
}

/** Runs in the page: records the layout shifts that no input caused. */
function collectShifts(): void {
  const shifts: typeof globalThis.shifts = [];
  globalThis.shifts = shifts;
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node | null }[] };
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      const causes = sources.map(({ node }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        return `${value.toFixed(3)} at ${startTime.toFixed(0)} ms: ${element?.tagName} ${element?.className} "${element?.textContent?.slice(0, 40)}"`;
      });
      shifts.push({ value, startTime, causes });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Runs in the page: the cumulative layout shift, the worst session window (gaps below 1 s, at most 5 s long). */
function readShifts(): { shift: number; causes: string[] } {
  const { shifts } = globalThis;
  let worst = 0;
  let current = { sum: 0, from: 0, last: Number.NEGATIVE_INFINITY };
  for (const { value, startTime } of shifts) {
    const joins = startTime - current.last < 1000 && startTime - current.from < 5000;
    current = joins
      ? { ...current, sum: current.sum + value, last: startTime }
      : { sum: value, from: startTime, last: startTime };
    worst = Math.max(worst, current.sum);
  }
  return { shift: worst, causes: shifts.flatMap(({ causes }) => causes) };
}

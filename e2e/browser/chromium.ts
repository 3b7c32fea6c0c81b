import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { ownOffsetMs, shiftClock } from "../product/clock.ts";
import { Program } from "../product/program.ts";
import type { Engine, Opening, Tab } from "./engine.ts";

const CANDIDATES = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Path of Chromium on this machine. Undefined: the journeys are skipped and say so. */
export const chromiumFile = CANDIDATES.find((file) => file !== undefined && existsSync(file));

/** With these flags the browser sends no requests of its own to the internet. */
export const CHROMIUM_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
}

function tabOf(page: Page): Tab {
  async function click(selector: string): Promise<void> {
    try {
      await page.click(selector);
    } catch (error) {
      // Chromium before 105.
      if (!String(error).includes("checkVisibility")) throw error;
      await page.evaluate((value) => {
        const element = document.querySelector<HTMLElement>(value);
        element?.focus();
        element?.click();
      }, selector);
    }
  }
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    read: (script) => page.evaluate(`(async () => { ${script} })()`),
    async type(selector, text) {
      await click(selector);
      await page.keyboard.type(text);
    },
    click,
    picture: (path) => page.screenshot({ path }).then(() => undefined),
  };
}

/** Chromium with what all engines have, on a profile that can outlive it. */
export async function openChromium({ profile, file = chromiumFile ?? "" }: Opening = {}): Promise<Engine> {
  await using started = new AsyncDisposableStack();
  const folder = profile ?? mkdtempSync(join(tmpdir(), "lamina-chromium-"));
  if (profile === undefined) started.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const program = started.use(
    new Program("Chromium", file, [
      ...CHROMIUM_ARGUMENTS,
      ...["--headless", "--remote-debugging-port=0", `--user-data-dir=${folder}`, "--no-default-browser-check"],
      ...["--lang=pt-BR", "--window-size=1440,900", "about:blank"],
    ]),
  );
  const address = await program.waitFor("address", () => /DevTools listening on (ws:\S+)/.exec(program.output)?.[1]);
  const browser = started.use(await chromium.connectOverCDP(address));
  const [context] = browser.contexts();
  if (!context) throw new Error("Chromium has no window");
  await context.addInitScript(shiftClock, ownOffsetMs());
  const page = context.pages()[0] ?? (await context.newPage());
  const tab = tabOf(page);
  const protocol = await context.newCDPSession(page);
  await protocol.send("Performance.enable");
  const running = started.move();
  return {
    ...tab,
    async size() {
      await protocol.send("HeapProfiler.collectGarbage");
      const { metrics } = await protocol.send("Performance.getMetrics");
      const of = (metric: string) => metrics.find((one) => one.name === metric)?.value ?? 0;
      return {
        nodes: of("Nodes"),
        listeners: of("JSEventListeners"),
        heapMb: Math.round(of("JSHeapUsedSize") / 1e5) / 10,
      };
    },
    openTab: async () => tabOf(await context.newPage()),
    kill: async () => void (await program.stop("SIGKILL")),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

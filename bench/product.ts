import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { DOCUMENTED_DEMO_PASSWORD } from "@lamina/shared/messages/runtime-config";
import { chromium, type Page } from "playwright-core";
import { CHROMIUM_ARGUMENTS, chromiumFile } from "../e2e/browser/chromium.ts";
import { startBff } from "../e2e/product/bff.ts";

const { URL: runningUrl } = process.env;
const START_TIMEOUT_MS = 300_000;

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/**
 * A product to measure, with a demo farm of 45 days in a folder of its own; or the running one that `URL` names. The
 * client has been built.
 */
export async function startProduct(): Promise<{ url: string } & AsyncDisposable> {
  if (runningUrl) return { url: runningUrl, async [Symbol.asyncDispose]() {} };
  const folder = mkdtempSync(join(tmpdir(), "lamina-bench-"));
  const bff = await startBff({
    API_PORT: "0",
    MQTT_PORT: "0",
    DATA_DIR: folder,
    DEMO_HISTORY_DAYS: "45",
    LOG_LEVEL: "warn",
    LOGIN_MAX_FAILURES: "1000",
  });
  await ready(bff.url);
  return {
    url: bff.url,
    async [Symbol.asyncDispose]() {
      await bff[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until the product's API answers. @throws Error after five minutes */
export async function ready(url: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await (await fetch(`${url}/readyz`)).text()).includes('"upstream":"up"')) {
    if (performance.now() > deadline) throw new Error(`${url} is not ready`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function options(further: readonly string[]) {
  if (!chromiumFile) throw new Error("Chromium is not installed");
  return { executablePath: chromiumFile, args: [...CHROMIUM_ARGUMENTS, ...further] };
}

/** Chromium, with further arguments. */
export function launch(...further: string[]) {
  return chromium.launch(options(further));
}

/** Chromium with a profile in `folder`: its one context is the one that a debugging port shows to other programs. */
export function launchWithProfile(folder: string, baseURL: string, ...further: string[]) {
  return chromium.launchPersistentContext(folder, { baseURL, ...options(further) });
}

/** Fills in the login page. */
export async function writeLogin(page: Page, user: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Usuário", { exact: true }).fill(user);
  await page.getByLabel("Senha", { exact: true }).fill(DOCUMENTED_DEMO_PASSWORD);
}

/** Logs in at the login page and waits for the first screen. */
export async function logIn(page: Page, user: string): Promise<void> {
  await writeLogin(page, user);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await page.waitForURL("**/irrigameter/*");
  await settled(page);
}

/** Waits until a screen has what it asked for: nothing under way on the line, no outline of what is to come. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(
    () => document.querySelector("main") && !document.querySelector("main [role=status] > div"),
  );
}

/** Deletes what the app keeps for offline, from a page of the same origin that is not the app. */
export async function forgetData(page: Page): Promise<void> {
  await page.goto("/robots.txt");
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      await new Promise((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase(name ?? "");
        deletion.onsuccess = resolve;
        deletion.onerror = reject;
      });
    }
  });
}

export function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Each figure and their median: `1.20 s (1.10 1.20 1.35)`. */
export function figures(milliseconds: readonly number[]): string {
  const seconds = milliseconds.map((ms) => (ms / 1000).toFixed(2));
  return `${(median(milliseconds) / 1000).toFixed(2)} s (${seconds.join(" ")})`;
}

/** The machine's load of the last minute, for a reader of the figures. */
export const load = () => `load ${loadavg()[0]?.toFixed(1)}`;

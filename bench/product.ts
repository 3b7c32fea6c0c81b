import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
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
 * Starts a product to measure, with a demo farm of 45 days in a temporary folder; or uses the running one that `URL`
 * names. The client must be built.
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

/** Waits until the product's API responds. @throws Error after five minutes */
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

/** Launches Chromium with additional arguments. */
export function launch(...further: string[]) {
  return chromium.launch(options(further));
}

/** Launches Chromium with a profile in `folder`. Other programs can use its one context through a debugging port. */
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

/** Waits until a screen is complete: no request is running and no placeholder is shown. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(
    () => document.querySelector("main") && !document.querySelector("main [role=status] > div"),
  );
}

/** Deletes the app's offline data, from a page of the same origin that is not the app. */
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

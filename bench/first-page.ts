// `npm run bench:first-page`: the time to the first page after `npm start`, and from the login to the first screen, after
// the time that typing takes and entered by a program at once. For an installed and built project; starts the product
// itself, with a new data folder and then with a used one.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser } from "playwright-core";
import { launch, ready, writeLogin } from "./product.ts";

const LOGINS = 5;
/** How long a person takes at least to type a name and a password. The page prepares the first screen meanwhile. */
const TYPING_MS = 1_500;

const folder = mkdtempSync(join(tmpdir(), "lamina-bench-"));
const browser = await launch();
try {
  for (const start of ["new data folder", "used data folder"]) console.log(`${start}: ${await measureStart(browser)}`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measureStart(browser: Browser): Promise<string> {
  const startedAt = performance.now();
  const since = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  const product = spawn("npm", ["start"], {
    env: { ...process.env, PORT: "0", API_PORT: "0", MQTT_PORT: "0", DATA_DIR: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => product.on("exit", resolve));
  try {
    const url = await printedUrl(createInterface(product.stdout));
    const page = await browser.newPage({ baseURL: url });
    await page.goto("/");
    await page.getByRole("button", { name: "Entrar" }).waitFor();
    const painted = since();
    await ready(url);
    const answered = since();
    await page.close();
    const atOnce = await measureLogins(browser, url, 0);
    const typed = await measureLogins(browser, url, TYPING_MS);
    return `first page ${painted}, API ready ${answered}, login to first screen ${typed}, entered at once ${atOnce}`;
  } finally {
    product.kill("SIGTERM");
    await ended;
  }
}

async function measureLogins(browser: Browser, url: string, typingMs: number): Promise<string> {
  const logins: number[] = [];
  for (let count = 0; count < LOGINS; count++) logins.push(await measureLogin(browser, url, typingMs));
  logins.sort((a, b) => a - b);
  return `${logins.map((ms) => ms.toFixed(0)).join(" / ")} ms`;
}

/** From the click on "Entrar" to the heading of the first screen, in milliseconds, in a browser with empty caches. */
async function measureLogin(browser: Browser, baseURL: string, typingMs: number): Promise<number> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await writeLogin(page, "bruno");
  await page.waitForTimeout(typingMs);
  const clickedAt = performance.now();
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await page.waitForURL("**/irrigameter/*");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  const duration = performance.now() - clickedAt;
  await context.close();
  return duration;
}

async function printedUrl(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const url = /http:\/\/localhost:\d+/.exec(line)?.[0];
    if (url) return url;
  }
  throw new Error("npm start ended without a URL");
}

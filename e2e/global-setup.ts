import { existsSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { freePort } from "../scripts/testing/free-port.ts";
import { chromiumFile } from "./browser/chromium.ts";
import { missingForFirefox } from "./browser/firefox.ts";
import { missingForWebKit } from "./browser/webkit.ts";
import { type ApiAddress, startApi } from "./product/api.ts";
import { bffEnvironment, startBff } from "./product/bff.ts";
import { mosquittoFile } from "./product/mosquitto.ts";
import { ROOT } from "./product/program.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The product that journeys share unless they break it: its URL, and the API behind it. */
    product: { url: string; api: ApiAddress };
  }
}

/**
 * Starts one product for all journeys. Journeys that stop or slow down a part start a separate BFF for the same API.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(`${ROOT}client/dist/index.html`)) throw new Error("The client is not built: npm run build");
  if (!chromiumFile) console.warn("Chromium is not installed (or name it with CHROMIUM): journeys in it are skipped.");
  if (missingForFirefox) console.warn(`${missingForFirefox} is not installed: the journeys in Firefox are skipped.`);
  if (missingForWebKit) console.warn(`${missingForWebKit} is not installed: the journey in WebKit is skipped.`);
  if (!mosquittoFile) console.warn("Mosquitto is not installed: the journeys with its pieces apart are skipped.");
  await using started = new AsyncDisposableStack();
  const port = String(await freePort());
  // The API has to know the page's address before the BFF can start.
  const api = started.use(await startApi({ PASSKEY_ORIGINS: `http://localhost:${port}` }));
  const bff = started.use(await startBff({ ...bffEnvironment(api), PORT: port }));
  const { url, caFile, broker, demo } = api;
  project.provide("product", { url: bff.url, api: { url, caFile, broker, demo } });
  const running = started.move();
  return () => running.disposeAsync();
}

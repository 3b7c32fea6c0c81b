// `npm run bench:lighthouse`: Lighthouse's scores of the login page, the irrigâmetro and a chart, on its mobile
// settings: the median of some runs each. Lighthouse is installed beside this script, in a separate folder.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import getPort from "get-port";
import { load, median } from "./figures.ts";
import { launchWithProfile, logIn, startProduct } from "./product.ts";

const ROUNDS = 5;
/** Lighthouse occasionally loses its page (NO_NAVSTART); such a run is repeated. */
const ATTEMPTS = 4;
const WANTED = 95;
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
const PUBLIC_PAGES = ["/login"];
const PAGES = ["/irrigameter/calculated-pivot", "/charts/airtemperature"];

/** The part of Lighthouse's result that is used here. */
interface Result {
  lhr: {
    runtimeError?: { code: string };
    categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>;
    audits: Record<string, { score: number | null; scoreDisplayMode: string; title: string; displayValue?: string }>;
  };
}

const folder = fileURLToPath(new URL("lighthouse/", import.meta.url));
execFileSync("npm", ["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
  stdio: "inherit",
});
const lighthouse = (await import(`${folder}node_modules/lighthouse/core/index.js`)).default as (
  url: string,
  flags: object,
) => Promise<Result>;

await using product = await startProduct();
const profile = mkdtempSync(join(tmpdir(), "lamina-lighthouse-"));
const port = await getPort();
const context = await launchWithProfile(profile, product.url, `--remote-debugging-port=${port}`);
try {
  for (const path of PUBLIC_PAGES) await measure(path);
  const page = await context.newPage();
  await logIn(page, "bruno");
  await page.close();
  for (const path of PAGES) await measure(path);
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}

async function measure(path: string): Promise<void> {
  const results: Result[] = [];
  for (let round = 0; round < ROUNDS; round++) results.push(await audit(path));
  report(path, results);
}

async function audit(path: string): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const result = await lighthouse(`${product.url}${path}`, {
      port,
      logLevel: "silent",
      onlyCategories: CATEGORIES,
      formFactor: "mobile",
      // Keeps the user logged in.
      disableStorageReset: true,
    });
    const code = result.lhr.runtimeError?.code;
    if (!code) return result;
    if (attempt === ATTEMPTS) throw new Error(`${path}: ${code}`);
  }
}

function report(path: string, results: readonly Result[]): void {
  const scores = CATEGORIES.map((category) => {
    const all = results.map(({ lhr }) => Math.round((lhr.categories[category]?.score ?? 0) * 100));
    return { category, all, score: median(all) };
  });
  const words = scores.map(({ category, all, score }) => `${category} ${score} (${all.join(" ")})`);
  console.log(`${path}: ${words.join(", ")}, wanted ≥ ${WANTED}, ${load()}`);
  const [last] = results.slice(-1);
  if (!last) return;
  for (const name of [
    "first-contentful-paint",
    "largest-contentful-paint",
    "total-blocking-time",
    "cumulative-layout-shift",
  ])
    console.log(`    ${last.lhr.audits[name]?.title}: ${last.lhr.audits[name]?.displayValue}`);
  for (const { category, score } of scores) {
    if (score >= WANTED && category === "performance") continue;
    for (const { id } of last.lhr.categories[category]?.auditRefs ?? []) {
      const found = last.lhr.audits[id];
      if (found?.scoreDisplayMode === "binary" && found.score !== null && found.score < 1)
        console.log(`    ✗ ${category}: ${found.title}`);
    }
  }
}

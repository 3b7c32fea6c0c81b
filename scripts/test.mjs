// `npm test`: installs what is missing, checks, runs every test, and ends with one line that sums them up.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildClient, install } from "./prepare.mjs";
import { bin, node24, npm, run } from "./run.mjs";

const reports = mkdtempSync(join(tmpdir(), "lamina-test-"));
const failedSteps = [];
const total = { passed: 0, failed: 0, skipped: 0 };
const skippedTests = [];

try {
  await install();
  if ((await npm(["run", "--silent", "check"])) !== 0) failedSteps.push("check");
  await vitest("unit", []);
  await buildClient();
  await vitest("e2e", ["--config", "e2e/vitest.config.ts"]);
} catch (error) {
  failedSteps.push(error.message);
} finally {
  rmSync(reports, { recursive: true });
}
report();

/** One run of vitest. Its report is read from a file, because a crash leaves none. */
async function vitest(name, args) {
  const file = join(reports, `${name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await run(node24(), [bin.vitest, "run", ...args, ...reporters]);
  if (code !== 0) failedSteps.push(name);
  if (existsSync(file)) count(name, JSON.parse(readFileSync(file, "utf8")));
}

function count(name, result) {
  total.passed += result.numPassedTests;
  total.failed += result.numFailedTests;
  total.skipped += result.numPendingTests + result.numTodoTests;
  for (const file of result.testResults) {
    for (const test of file.assertionResults) {
      if (test.status !== "passed" && test.status !== "failed") skippedTests.push(`${name}: ${test.fullName}`);
    }
  }
}

function report() {
  for (const test of skippedTests) console.log(`skipped – ${test}`);
  if (process.env.CI && total.skipped > 0) failedSteps.push("a skipped test is a failure where CI is set");
  for (const step of failedSteps) console.error(`failed – ${step}`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = failedSteps.length === 0 ? 0 : 1;
}

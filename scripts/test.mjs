// `npm test`: installs missing packages, checks, runs the tests, and ends with one line that summarizes them. `npm run
// test:long` adds what takes longer: both databases everywhere, load, failing dependencies and a year of the demo farm.
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { buildClient, install } from "./prepare.mjs";
import { bin, node24, npm, root, run } from "./run.mjs";

if (process.argv.includes("--long")) process.env.LONG = "1";
useMemoryForFiles();
const reports = mkdtempSync(join(tmpdir(), "lamina-test-"));
const failedSteps = [];
const total = { passed: 0, failed: 0, skipped: 0 };
const skippedTests = [];
const failedTests = [];
/** What a failed check printed. */
let checked = "";

try {
  await install();
  // Beside the unit tests, because these often wait and leave a core idle.
  const prepared = Promise.allSettled([buildClient().finally(check)]);
  await vitest("unit", []);
  const [{ reason }] = await prepared;
  if (reason) throw reason;
  await vitest("e2e", ["--config", "e2e/vitest.config.ts"]);
} catch (error) {
  failedSteps.push(error.message);
} finally {
  rmSync(reports, { recursive: true });
}
report();

/**
 * Puts temporary files in memory where the machine has room for them: the databases of the tests are thousands of small
 * files, and making them takes a seventh of the time on a disk.
 */
function useMemoryForFiles() {
  const memory = "/dev/shm";
  if (process.env.TMPDIR || !existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize > 8 * 2 ** 30) process.env.TMPDIR = memory;
}

/** The check, which prints what it finds when it has ended, so that the lines of the tests do not mix with it. */
async function check() {
  const file = join(reports, "check.txt");
  const output = openSync(file, "w");
  const code = await npm(["run", "--silent", "check"], undefined, { stdio: ["ignore", output, output] });
  closeSync(output);
  if (code === 0) return;
  failedSteps.push("check");
  checked = readFileSync(file, "utf8");
}

/** One run of vitest. The report is read from a file, because a crash leaves none. */
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
    const failed = file.assertionResults.filter((test) => test.status === "failed");
    for (const test of failed) failedTests.push(`${name}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
    // A file that fails outside of its tests, for example in a hook, lists no failed test.
    if (file.status === "failed" && failed.length === 0) {
      failedTests.push(`${name}: ${relative(root, file.name)}: ${firstLine(file.message)}`);
    }
    for (const test of file.assertionResults) {
      if (test.status !== "passed" && test.status !== "failed") skippedTests.push(`${name}: ${test.fullName}`);
    }
  }
}

function firstLine(message = "") {
  return message.split("\n", 1)[0];
}

/** The output ends with the names of all failures, because a long log is read from its end. */
function report() {
  for (const test of skippedTests) console.log(`skipped – ${test}`);
  if (process.env.CI && total.skipped > 0) failedSteps.push("a skipped test is a failure where CI is set");
  if (checked) console.error(checked);
  for (const test of failedTests) console.error(`failed – ${test}`);
  for (const step of failedSteps) console.error(`failed – ${step}`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = failedSteps.length === 0 ? 0 : 1;
}

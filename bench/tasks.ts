// `npm run bench:tasks`: taps and seconds of the tasks of users. Runs their journeys and prints them as a table. The
// client must be built.
import { spawnSync } from "node:child_process";
import { ROOT } from "../e2e/product/program.ts";
import { TASK_LINE } from "../e2e/product/task-line.ts";

const vitest = `${ROOT}node_modules/vitest/vitest.mjs`;
const { status, stdout } = spawnSync(
  process.execPath,
  [vitest, "run", "--config", `${ROOT}e2e/vitest.config.ts`, "e2e/journeys/tasks.test.ts"],
  { cwd: ROOT, env: { ...process.env, LONG: "1" }, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
);
const rows = stdout
  .split("\n")
  .filter((line) => line.includes(TASK_LINE))
  .map((line) => line.slice(line.indexOf(TASK_LINE) + TASK_LINE.length).split("|"));
const table = [
  "| task | taps | wanted | seconds |",
  "|---|---|---|---|",
  ...rows.map(([name, goal, taps, seconds]) => `| ${name} | ${taps} | ≤ ${goal} | ${seconds} |`),
];
console.log(table.join("\n"));
if (status !== 0) {
  console.error(stdout);
  process.exit(1);
}

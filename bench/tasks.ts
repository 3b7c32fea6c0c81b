// `npm run bench:tasks`: taps and seconds of the tasks of users, and the way from an empty client to its first
// recommendation. Runs their journeys and prints them as a table. The client must be built.
import { spawnSync } from "node:child_process";
import { ROOT } from "../e2e/product/program.ts";
import { FIRST_DAY_LINE, TASK_LINE } from "../e2e/product/task-line.ts";

const vitest = `${ROOT}node_modules/vitest/vitest.mjs`;
const journeys = ["e2e/journeys/tasks.test.ts", "e2e/journeys/first-day.test.ts"];
const { status, stdout } = spawnSync(
  process.execPath,
  [vitest, "run", "--config", `${ROOT}e2e/vitest.config.ts`, ...journeys],
  { cwd: ROOT, env: { ...process.env, LONG: "1" }, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
);
const linesOf = (mark: string) =>
  stdout
    .split("\n")
    .filter((line) => line.includes(mark))
    .map((line) => line.slice(line.indexOf(mark) + mark.length).split("|"));
const rows = linesOf(TASK_LINE);
const table = [
  "| task | taps | wanted | seconds |",
  "|---|---|---|---|",
  ...rows.map(([name, goal, taps, seconds]) => `| ${name} | ${taps} | ≤ ${goal} | ${seconds} |`),
];
console.log(table.join("\n"));
for (const [screens, values, files] of linesOf(FIRST_DAY_LINE))
  console.log(`\nFirst recommendation of an empty client: ${screens} screens, ${values} values, ${files} files`);
if (status !== 0) {
  console.error(stdout);
  process.exit(1);
}

import { spawnSync } from "node:child_process";

/** Whether this is the long run, which repeats what `npm test` shows once. */
export const isLong = process.env.LONG === "1";

// The config asks once, and the processes of the tests inherit the answer.
process.env.LONG_CHANGED ??= isLong ? "" : changedFiles();
const changed = process.env.LONG_CHANGED.split("\n");

/** Whether a check of the long run is made: also where a file in one of its folders differs from the branch `main`. */
export const isLongFor = (...folders: readonly string[]) =>
  isLong || changed.some((file) => folders.some((folder) => file.startsWith(folder)));

/** Cases of the long run; `npm test` has none of them. */
export const inLongRun = <Case>(...cases: Case[]): Case[] => (isLong ? cases : []);

/** The changed files, one a line; none without Git or its branch. */
function changedFiles(): string {
  const { stdout } = spawnSync("git", ["diff", "--merge-base", "main", "--name-only"], { encoding: "utf8" });
  return stdout ?? "";
}

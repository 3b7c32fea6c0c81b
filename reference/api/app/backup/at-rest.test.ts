import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { copyEmptyDatabase } from "../../../testing/pglite.ts";
import { runProgram } from "../../../testing/program.ts";

/** What `npm run backup` or `npm run restore` printed, without the time that it took. */
async function run(dataDir: string, ...args: string[]): Promise<string> {
  const { exit, output } = runProgram("backup.ts", { DATA_DIR: dataDir }, args);
  expect({ code: await exit, output: output() }).toEqual({ code: 0, output: expect.stringMatching(/ s\)\n$/) });
  return output().split(" (")[0] ?? "";
}

it("a data folder that no process uses is backed up and restored", async () => {
  const work = mkdtempSync(join(tmpdir(), "at-rest-"));
  onTestFinished(() => rmSync(work, { recursive: true, force: true }));
  const [source, target] = [join(work, "source"), join(work, "target")];
  await copyEmptyDatabase(join(source, "database"));
  writeFileSync(join(source, "broker-password"), "b".repeat(32));
  const backup = await run(source, "backup", join(work, "backups"));
  expect(await run(target, "restore", backup)).toMatch(`Restored to ${target}`);
  expect(readdirSync(target).sort()).toEqual(["broker-password", "database"]);
});

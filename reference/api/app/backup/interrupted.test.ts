import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { copyEmptyDatabase } from "../../../testing/pglite.ts";
import { runProgram } from "../../../testing/program.ts";

const work = mkdtempSync(join(tmpdir(), "interrupted-"));
const source = join(work, "source");
let backup: string;

beforeAll(async () => {
  await copyEmptyDatabase(join(source, "database"));
  writeFileSync(join(source, "broker-password"), "b".repeat(32));
  const { exit, output } = runProgram("backup.ts", { DATA_DIR: source }, ["backup", join(work, "backups")]);
  expect({ code: await exit, output: output() }).toEqual({
    code: 0,
    output: expect.stringMatching(/^.*backup-.* s\)\n$/),
  });
  backup = output().split(" (")[0] ?? "";
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

async function run(file: string, environment: Record<string, string>, ...args: string[]) {
  const { exit, output } = runProgram(file, environment, args);
  return { code: await exit, output: output() };
}

/** Names of the files and folders that a data folder holds at its top. */
const names = (dataDir: string) => readdirSync(dataDir).sort();

it("a restore that was killed leaves a folder that no program starts on, and that is restored again", async () => {
  const DATA_DIR = join(work, "killed");
  const tools = join(work, "tools");
  mkdirSync(tools);
  // Ends the restore when it unpacks the database.
  writeFileSync(join(tools, "tar"), "#!/bin/sh\nkill -9 $PPID\n");
  chmodSync(join(tools, "tar"), 0o755);
  const killed = await run("backup.ts", { DATA_DIR, PATH: `${tools}:${process.env.PATH}` }, "restore", backup);
  expect(killed).toEqual({ code: null, output: "" });
  expect(names(DATA_DIR)).toEqual(["process.pid", "restore.unfinished"]);
  const refused = {
    code: 1,
    output: `The restore into DATA_DIR ${DATA_DIR} was not finished: run npm run restore again, or name another DATA_DIR.\n`,
  };
  expect(await run("main.ts", { DATA_DIR })).toEqual(refused);
  expect(await run("ask.ts", { DATA_DIR }, "select 1")).toEqual(refused);
  expect((await run("backup.ts", { DATA_DIR }, "restore", backup)).output).toMatch(`Restored to ${DATA_DIR}`);
  expect(names(DATA_DIR)).toEqual(["broker-password", "database"]);
  expect(await run("ask.ts", { DATA_DIR }, "select 1 as one")).toMatchObject({ code: 0 });
});

it.each([
  { format: 2, version: "9.0.0" },
  { format: 1, version: "1.0.0", createdAt: "", database: "another", files: {} },
])("a backup of a newer or unknown form is refused with a sentence: %o", async (manifest) => {
  const folder = join(work, `form-${manifest.version}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  const DATA_DIR = join(work, "of-another-form");
  const output = `${folder} was made by another version: its manifest.json is unknown.\n`;
  expect(await run("backup.ts", { DATA_DIR }, "restore", folder)).toEqual({ code: 1, output });
  expect(existsSync(DATA_DIR)).toBe(false);
});

it("a restore that fails leaves nothing", async () => {
  const DATA_DIR = join(work, "failed");
  const tools = join(work, "failing-tools");
  mkdirSync(tools);
  writeFileSync(join(tools, "tar"), "#!/bin/sh\necho no room >&2\nexit 1\n");
  chmodSync(join(tools, "tar"), 0o755);
  const failed = await run("backup.ts", { DATA_DIR, PATH: `${tools}:${process.env.PATH}` }, "restore", backup);
  expect(failed).toEqual({ code: 1, output: "tar failed: no room\n" });
  expect(existsSync(DATA_DIR)).toBe(false);
});

/** A program that is not of this product. */
function startStranger() {
  const stranger = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  onTestFinished(() => void stranger.kill("SIGKILL"));
  return stranger;
}

it.runIf(process.platform === "linux")(
  "a backup says that process.pid is stale, and signals no other program",
  async () => {
    const stranger = startStranger();
    const file = join(source, "process.pid");
    writeFileSync(file, `${stranger.pid} 12345`);
    const { code, output } = await run("backup.ts", { DATA_DIR: source }, "backup", join(work, "beside-a-stranger"));
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(
        `^${file} is stale: process ${stranger.pid} ended without removing it.*\n.*backup-`,
      ),
    });
    expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
  },
);

it("a backup is refused where process.pid does not say which process took the folder", async () => {
  const stranger = startStranger();
  const file = join(source, "process.pid");
  writeFileSync(file, String(stranger.pid));
  onTestFinished(() => rmSync(file));
  expect(await run("backup.ts", { DATA_DIR: source }, "backup", join(work, "refused"))).toEqual({
    code: 1,
    output: `${source} is in use by process ${stranger.pid}: stop it, or give another DATA_DIR (if that process is another program, delete ${file})\n`,
  });
  expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
});

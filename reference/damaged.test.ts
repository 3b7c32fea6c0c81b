import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomOf } from "@lamina/shared/core/random";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { isLongFor } from "../scripts/testing/long.ts";
import { openDatabase } from "./api/core/database/open.ts";
import { copyEmptyDatabase } from "./testing/pglite.ts";
import { runProgram } from "./testing/program.ts";

const longMs = Number(process.env.LONG_MINUTES ?? 0) * MINUTE_MS;
/** Every run has one damage. */
const isEach = isLongFor("reference/api/core/database/", "reference/damaged.test.ts");
let whole: string;
/** Files of a database by their part in it. */
let files: Record<string, string>;

beforeAll(async () => {
  whole = mkdtempSync(join(tmpdir(), "whole-"));
  const directory = join(whole, "database");
  await copyEmptyDatabase(directory);
  const { database, close } = await openDatabase({ directory });
  const { rows } = await database.execute<{ table: string; key: string }>(
    `select pg_relation_filepath('users') as table, pg_relation_filepath('users_pkey') as key`,
  );
  await close();
  const [{ table, key } = { table: "", key: "" }] = rows;
  files = { table, key, control: "global/pg_control", version: "PG_VERSION", log: `pg_wal/${walOf(directory)}` };
  return () => rmSync(whole, { recursive: true });
});

const walOf = (directory: string) => readdirSync(join(directory, "pg_wal")).find((name) => /^[\dA-F]{24}$/.test(name));

const breakages = {
  missing: (path: string) => rmSync(path),
  empty: (path: string) => truncateSync(path),
  "cut in the middle": (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2) - 1),
  "full of zeros": (path: string) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
  flipped: (path: string) =>
    writeFileSync(
      path,
      readFileSync(path).map((byte) => byte ^ 0xff),
    ),
};
type Breakage = keyof typeof breakages;

function copyOfWhole(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "damaged-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  cpSync(whole, dataDir, { recursive: true });
  return dataDir;
}

/** Starts the program, and ends it if it serves. */
async function start(dataDir: string): Promise<{ serves: boolean; code: number | null; output: string }> {
  const { child, says, exit, output } = runProgram("main.ts", { DATA_DIR: dataDir });
  onTestFinished(() => void child.kill("SIGKILL"));
  await says(/configured as/);
  const serves = output().includes("configured as");
  if (serves) child.kill("SIGTERM");
  return { serves, code: await exit, output: output() };
}

const sentence = (dataDir: string) =>
  new RegExp(
    `^The database in DATA_DIR ${dataDir} is damaged or incomplete \\(.+\\): restore a backup into an empty DATA_DIR \\(npm run restore\\), or name another DATA_DIR\\.\n$`,
  );

const DAMAGES: [string, Breakage][] = [
  ["control", "empty"],
  ["table", "missing"],
  ["version", "missing"],
  ["version", "full of zeros"],
  ["log", "missing"],
  ["key", "cut in the middle"],
];

it.each(isEach ? DAMAGES : DAMAGES.slice(0, 1))(
  "a database whose %s file is %s ends the start with one sentence",
  async (file, breakage) => {
    const dataDir = copyOfWhole();
    breakages[breakage](join(dataDir, "database", files[file] ?? ""));
    expect(await start(dataDir)).toEqual({ serves: false, code: 1, output: expect.stringMatching(sentence(dataDir)) });
  },
);

// Not skipped elsewhere, because a skipped test is a failure in CI.
if (isEach)
  it("half of the files of a database end the start with one sentence", async () => {
    const dataDir = copyOfWhole();
    const directory = join(dataDir, "database");
    for (const [index, path] of filesOf(directory).entries()) if (index % 2) rmSync(path);
    expect(await start(dataDir)).toEqual({ serves: false, code: 1, output: expect.stringMatching(sentence(dataDir)) });
  });

/** Holds up the thread of a program when it opens the control file of a database. */
const HANG = `
import fs, { writeSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const open = fs.openSync;
fs.openSync = (path, ...given) => {
  if (String(path).endsWith("pg_control")) {
    writeSync(2, "hangs");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  return open(path, ...given);
};
syncBuiltinESMExports();
`;

if (isEach)
  it.skipIf(process.platform === "win32")(
    "a signal ends the program while the opening of the database hangs",
    async () => {
      const DATA_DIR = copyOfWhole();
      const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(HANG)}`;
      const { child, says, exit, output } = runProgram("main.ts", { DATA_DIR, NODE_OPTIONS });
      onTestFinished(() => void child.kill("SIGKILL"));
      await says(/hangs/);
      child.kill("SIGTERM");
      await exit;
      expect([output(), child.signalCode]).toEqual(["hangs", "SIGTERM"]);
    },
  );

function filesOf(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

if (longMs > 0) {
  it(
    "any broken files let the program serve, or end it with one sentence",
    async () => {
      const random = randomOf(Number(process.env.LONG_SEED ?? 13));
      const kinds = Object.keys(breakages) as Breakage[];
      for (const end = performance.now() + longMs; performance.now() < end; ) {
        const dataDir = copyOfWhole();
        const all = filesOf(join(dataDir, "database")).filter((path) => statSync(path).size > 0);
        const breakage = kinds[Math.floor(random() * kinds.length)] as Breakage;
        const share = random() ** 4;
        const broken = all.filter((_path, index) => random() < share || index === Math.floor(random() * all.length));
        for (const path of broken) breakages[breakage](path);
        const { serves, code, output } = await start(dataDir);
        const what = `${breakage}: ${broken.join(" ")}`;
        if (serves) expect(code, what).toBeLessThanOrEqual(1);
        else expect({ code, output }, what).toEqual({ code: 1, output: expect.stringMatching(sentence(dataDir)) });
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
    longMs + 5 * MINUTE_MS,
  );
}

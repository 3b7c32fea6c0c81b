import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lockDirectory } from "./lock.ts";

const directory = () => mkdtemp(join(tmpdir(), "lock-"));
const file = (path: string) => join(path, "process.pid");

it("is given free", async () => {
  const path = join(await directory(), "new");
  const release = await lockDirectory(path);
  expect(existsSync(file(path))).toBe(true);
  await release();
  expect(existsSync(file(path))).toBe(false);
});

it("keeps others out while its holder lives", async () => {
  const path = await directory();
  await writeFile(file(path), String(process.ppid));
  await expect(lockDirectory(path)).rejects.toThrow(`in use by process ${process.ppid}`);
});

it("is taken over from a process that died", async () => {
  const path = await directory();
  const { pid } = spawnSync(process.execPath, ["--version"]);
  await writeFile(file(path), String(pid));
  await lockDirectory(path);
});

it("is taken over where the machine went off before the holder's number was written", async () => {
  const path = await directory();
  await writeFile(file(path), "");
  await lockDirectory(path);
});

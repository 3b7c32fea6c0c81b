import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { lockDirectory } from "./lock.ts";

const directory = () => mkdtemp(join(tmpdir(), "lock-"));
const file = (path: string) => join(path, "process.pid");

it("is released", async () => {
  const path = join(await directory(), "new");
  const release = await lockDirectory(path);
  expect(existsSync(file(path))).toBe(true);
  await release();
  expect(existsSync(file(path))).toBe(false);
});

it("excludes others while its holder lives", async () => {
  const path = await directory();
  await writeFile(file(path), String(process.ppid));
  await expect(lockDirectory(path)).rejects.toThrow(`in use by process ${process.ppid}`);
});

it("excludes others while the process that took it lives", async () => {
  const path = await directory();
  const lock = new URL("./lock.ts", import.meta.url).href;
  const script = `await (await import(${JSON.stringify(lock)})).lockDirectory(${JSON.stringify(path)}); console.log("held"); setInterval(() => {}, 1000)`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  await once(child.stdout, "data");
  await expect(lockDirectory(path)).rejects.toThrow(`in use by process ${child.pid}`);
});

it.runIf(process.platform === "linux")(
  "is taken over where another process bears the holder's number now",
  async () => {
    const path = await directory();
    await writeFile(file(path), `${process.ppid} 1`);
    await lockDirectory(path);
  },
);

it("is taken over from a dead process", async () => {
  const path = await directory();
  const { pid } = spawnSync(process.execPath, ["--version"]);
  await writeFile(file(path), String(pid));
  await lockDirectory(path);
});

it("is taken over when the machine stopped before the process id was written", async () => {
  const path = await directory();
  await writeFile(file(path), "");
  await lockDirectory(path);
});

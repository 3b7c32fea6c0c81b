import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { lockDirectory, readHolder } from "./lock.ts";

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
    expect(await readHolder(path)).toMatchObject({ pid: process.pid });
  },
);

it.runIf(process.platform === "linux")("tells its holder from a process of another boot", async () => {
  const path = await directory();
  const release = await lockDirectory(path);
  const [pid, began, boot] = (await readFile(file(path), "utf8")).split(" ");
  await release();
  expect(pid).toBe(String(process.pid));
  // The identity of the parent, which lives, with the boot that this process recorded and with another one.
  const stat = await readFile(`/proc/${process.ppid}/stat`, "utf8");
  const parentBegan = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  expect(began).not.toBe(parentBegan);
  for (const [recorded, isProven] of [
    [`${process.ppid} ${parentBegan} ${boot}`, true],
    [`${process.ppid} ${parentBegan}`, true],
    [`${process.ppid} ${parentBegan} 00000000-0000-4000-8000-000000000000`, false],
  ] as const) {
    await writeFile(file(path), recorded);
    expect(await readHolder(path)).toEqual({ pid: process.ppid, isAlive: isProven, isProven });
  }
});

it("is taken over from a dead process", async () => {
  const path = await directory();
  const { pid } = spawnSync(process.execPath, ["--version"]);
  await writeFile(file(path), String(pid));
  await lockDirectory(path);
  expect(await readHolder(path)).toMatchObject({ pid: process.pid });
});

it("is taken over when the machine stopped before the process id was written", async () => {
  const path = await directory();
  await writeFile(file(path), "");
  await lockDirectory(path);
  expect(await readHolder(path)).toMatchObject({ pid: process.pid });
});

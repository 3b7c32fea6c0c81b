import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeFolder } from "./make-folder.ts";
import { StorageError } from "./storage-problem.ts";

/** Field of `/proc/<pid>/stat`, counted after the program's name: start time of the process, in ticks since boot. */
const BEGAN_FIELD = 19;
/** Folder in a data folder into which a restore writes until it is complete. */
export const UNFINISHED = "restore.unfinished";

export const lockFile = (directory: string) => join(directory, "process.pid");

/**
 * Locks a data directory, because two processes would corrupt its database.
 * @returns a function that releases the directory
 * @throws when a living process holds it; StorageError when a restore into it was not finished
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const release = await lockForRestore(directory);
  if (!existsSync(join(directory, UNFINISHED))) return release;
  await release();
  throw new StorageError(
    `The restore into DATA_DIR ${directory} was not finished: run npm run restore again, or name another DATA_DIR.`,
  );
}

/** Locks a data directory also after a restore that was not finished. */
export async function lockForRestore(directory: string): Promise<() => Promise<void>> {
  makeFolder(directory);
  const file = lockFile(directory);
  const identity = `${process.pid} ${(await identityOf(process.pid)) ?? ""}`.trim();
  const take = () => writeFile(file, identity, { flag: "wx", mode: 0o600 });
  try {
    await take();
  } catch (error) {
    // Any other error concerns the folder, not another process.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const holder = await readHolder(directory);
    if (holder?.isAlive)
      throw new Error(
        `${directory} is in use by process ${holder.pid}: stop it, or give another DATA_DIR${holder.isProven ? "" : ` (if that process is another program, delete ${file})`}`,
      );
    await rm(file, { force: true });
    await take();
  }
  return () => rm(file, { force: true });
}

/** The process that a data folder's `process.pid` names. */
interface Holder {
  pid: number;
  /** Whether the process with this id may be the one that took the folder. */
  isAlive: boolean;
  /** Whether it is proved. */
  isProven: boolean;
}

/**
 * The holder of a data folder; undefined without one. Process ids are reused, quickly in a container and after a boot:
 * the process with this id is the holder only if its start time matches too.
 */
export async function readHolder(directory: string): Promise<Holder | undefined> {
  const text = await readFile(lockFile(directory), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (text === undefined) return undefined;
  const [, digits, recorded] = /^(\d+)(?: (.+))?$/s.exec(text.trim()) ?? [];
  const pid = Number(digits ?? 0);
  // An empty file reads as 0, which would address a whole process group.
  if (!(pid > 0) || pid === process.pid || !exists(pid)) return { pid, isAlive: false, isProven: false };
  const present = await identityOf(pid);
  const isComparable = recorded !== undefined && present !== undefined;
  // Files of earlier versions have the start time without the boot.
  const isSame = isComparable && (recorded === present || recorded === present.split(" ")[0]);
  return { pid, isAlive: !isComparable || isSame, isProven: isSame };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** What distinguishes a process from others with its id: its start time and, on Linux, the boot. */
async function identityOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name in parentheses may contain blanks and parentheses.
  const began = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[BEGAN_FIELD];
  if (began !== undefined) {
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
    return `${began} ${boot}`.trim();
  }
  const { stdout } = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return stdout.trim().replaceAll(/\s+/g, "-") || undefined;
}

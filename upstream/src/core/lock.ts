import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "./make-folder.ts";

/** Field of `/proc/<pid>/stat`, counted after the program's name: start time of the process, in ticks since boot. */
const BEGAN_FIELD = 19;

/**
 * Locks a data directory, because two processes would corrupt its database.
 * @returns a function that releases the directory
 * @throws when a living process holds it
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  makeFolder(directory);
  const file = join(directory, "process.pid");
  const holder = `${process.pid} ${(await beganAt(process.pid)) ?? ""}`.trim();
  const take = () => writeFile(file, holder, { flag: "wx", mode: 0o600 });
  try {
    await take();
  } catch (error) {
    // Any other error concerns the folder, not another process.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const [pid, began] = (await readFile(file, "utf8")).split(" ");
    if (Number(pid) !== process.pid && (await isAlive(Number(pid), began)))
      throw new Error(`${directory} is in use by process ${pid}: stop it, or give another DATA_DIR`);
    await rm(file, { force: true });
    await take();
  }
  return () => rm(file, { force: true });
}

/**
 * Process ids are reused, quickly in a container with few of them. The current process with this id is the holder only
 * if its start time matches, where that is known.
 */
async function isAlive(pid: number, began: string | undefined): Promise<boolean> {
  // An empty file reads as 0, which would address a whole process group.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return began === undefined || (await beganAt(pid)) === began;
}

/** Start time of a process as Linux counts it; undefined on other systems and for a dead process. */
async function beganAt(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name in parentheses may contain blanks and parentheses.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[BEGAN_FIELD];
}

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** In `/proc/<pid>/stat`, counted from behind the program's name: when the process began, in ticks since the boot. */
const BEGAN_FIELD = 19;

/**
 * Keeps a second process out of a data directory: two of them would ruin its database.
 * @returns what gives the directory free
 * @throws when a living process holds it
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, "process.pid");
  const holder = `${process.pid} ${(await beganAt(process.pid)) ?? ""}`.trim();
  const take = () => writeFile(file, holder, { flag: "wx", mode: 0o600 });
  try {
    await take();
  } catch (error) {
    // Any other failure is the folder's, not another process's.
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
 * A number is given again, soonest in a container, where few are in use and threads have theirs too: the process that
 * bears it now counts as the holder only if it began when the holder did, where that is known.
 */
async function isAlive(pid: number, began: string | undefined): Promise<boolean> {
  // An empty file reads as 0, which stands for a whole group of processes.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return began === undefined || (await beganAt(pid)) === began;
}

/** When a process began, as Linux counts it; undefined elsewhere, and for one that is gone. */
async function beganAt(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name, in brackets, may hold blanks and brackets itself.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[BEGAN_FIELD];
}

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Keeps a second process out of a data directory: two of them would ruin its database.
 * @returns what gives the directory free
 * @throws when a living process holds it
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, "process.pid");
  const take = () => writeFile(file, String(process.pid), { flag: "wx", mode: 0o600 });
  try {
    await take();
  } catch {
    const holder = Number(await readFile(file, "utf8"));
    if (holder !== process.pid && isAlive(holder))
      throw new Error(`${directory} is in use by process ${holder}: stop it, or give another DATA_DIR`);
    await rm(file, { force: true });
    await take();
  }
  return () => rm(file, { force: true });
}

function isAlive(pid: number): boolean {
  // An empty file reads as 0, which stands for a whole group of processes.
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

import { copyFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";

/** A file that changed so shortly before a pass may change again without another time, so the next pass copies it again. */
const RACE_MS = 1_000;

/**
 * Copies the folder of an open PGlite while it serves: all files first, then those that changed meanwhile, and the rest
 * in a pause of the database, which writes its files only during queries.
 */
export async function copyOpenFolder(client: PGlite, from: string, to: string): Promise<void> {
  const copied = new Map<string, string>();
  await client.exec("checkpoint");
  await copyChanged(from, to, copied);
  await copyChanged(from, to, copied);
  // A transaction excludes all other queries, and this checkpoint writes what the earlier ones left in memory.
  await client.transaction(async (transaction) => {
    await transaction.exec("checkpoint");
    await copyChanged(from, to, copied);
  });
}

/** Copies what differs from the last pass, and removes deleted files. `copied` has each file's size and time. */
async function copyChanged(from: string, to: string, copied: Map<string, string>): Promise<void> {
  const began = Date.now();
  const gone = new Set(copied.keys());
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(from.length + 1);
    if (entry.isDirectory()) await mkdir(join(to, name), { recursive: true, mode: 0o700 });
    if (!entry.isFile()) continue;
    // A file may vanish between its listing and its copy.
    const { size, mtimeMs } = await stat(path).catch(() => ({ size: -1, mtimeMs: 0 }));
    if (size < 0) continue;
    gone.delete(name);
    const state = `${size} ${mtimeMs}`;
    if (copied.get(name) === state) continue;
    copied.set(name, mtimeMs > began - RACE_MS ? "" : state);
    await copyFile(path, join(to, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      gone.add(name);
    });
  }
  for (const name of gone) {
    copied.delete(name);
    await rm(join(to, name), { force: true });
  }
}

import { cpSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { type OpenDatabase, openDatabase } from "../api/core/database/open.ts";
import { openTasks } from "../api/core/tasks.ts";
import { madeOnce } from "./made-once.ts";

/**
 * Copies an empty, migrated PGlite to a new folder, because making a database takes seconds, and opening one a tenth of
 * that.
 */
export async function copyEmptyDatabase(directory: string): Promise<void> {
  const template = await madeOnce("database", async (folder) => {
    const { engine, close } = await openDatabase({ directory: folder });
    await (await openTasks(engine, { log: console })).close();
    await close();
  });
  cpSync(template, directory, { recursive: true });
}

/** Copies a PGlite without tables to a new folder. */
export async function copyBareDatabase(directory: string): Promise<void> {
  const template = await madeOnce("bare", async (folder) => (await PGlite.create({ dataDir: folder })).close());
  cpSync(template, directory, { recursive: true });
}

/** A separate empty, migrated PGlite; closing it deletes it. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "database-"));
  const directory = join(folder, "data");
  await copyEmptyDatabase(directory);
  const opened = await openDatabase({ directory });
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { createHash } from "node:crypto";
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type OpenDatabase, openDatabase } from "../core/database/open.ts";
import { openTasks } from "../core/tasks.ts";

const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/lamina/", import.meta.url));
const MIGRATIONS = fileURLToPath(new URL("../core/database/migrations/", import.meta.url));
const PGLITE = fileURLToPath(import.meta.resolve("@electric-sql/pglite"));

/**
 * Copies an empty, migrated PGlite to a new folder, because making a database takes seconds, and opening one a tenth of
 * that.
 */
export async function copyEmptyDatabase(directory: string): Promise<void> {
  cpSync(await template(), directory, { recursive: true });
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

const TASKS = fileURLToPath(import.meta.resolve("pg-boss"));

/** The folder to copy: made once for each state of the migrations, and shared by test runs. */
async function template(): Promise<string> {
  const made = join(CACHE, `database-${stateOfSchema()}`);
  if (existsSync(made)) return made;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, "draft-"));
  const { engine, close } = await openDatabase({ directory: join(draft, "data") });
  await (await openTasks(engine, { log: console })).close();
  await close();
  // Two workers may make it at once; the first one wins.
  await rename(join(draft, "data"), made).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
  await rm(draft, { recursive: true, force: true });
  return made;
}

function stateOfSchema(): string {
  const hash = createHash("sha256").update(readFileSync(join(dirname(PGLITE), "../package.json")));
  hash.update(readFileSync(join(dirname(TASKS), "../package.json")));
  for (const file of globSync("*.sql", { cwd: MIGRATIONS }).sort()) {
    hash.update(file).update(readFileSync(join(MIGRATIONS, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

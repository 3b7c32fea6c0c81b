import { join } from "node:path";
import { DrizzleQueryError, sql } from "drizzle-orm";
import { readConfig } from "./api/core/config.ts";
import { openDatabase } from "./api/core/database/open.ts";
import { lockDirectory } from "./api/core/lock.ts";

// `npm run ask -- "select …"`: a query to the reference API's database, with the API's own environment. PGlite serves
// one process, so stop the API first; otherwise the lock of the data folder rejects the query.
try {
  await ask();
} catch (error) {
  console.error(messageOf(error));
  // A PGlite that failed leaves timers, which would keep the process alive.
  process.exit(1);
}

async function ask(): Promise<void> {
  const [query] = process.argv.slice(2);
  if (query === undefined) throw new Error('npm run ask -- "select name from farms"');
  const { dataDir, databaseServer } = readConfig();
  const unlock = databaseServer === undefined ? await lockDirectory(dataDir) : undefined;
  try {
    const open = await openDatabase(databaseServer ?? { directory: join(dataDir, "database") });
    try {
      console.table((await open.database.execute(sql.raw(query))).rows);
    } finally {
      await open.close();
    }
  } finally {
    await unlock?.();
  }
}

/** The database's own message, which is the cause of Drizzle's. */
function messageOf(error: unknown): string {
  const { cause = error } = error instanceof DrizzleQueryError ? error : {};
  return cause instanceof Error ? cause.message : String(cause);
}

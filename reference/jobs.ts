import { join } from "node:path";
import { parseArgs } from "node:util";
import { clearDeadLetters, listDeadLetters, retryDeadLetters } from "./api/app/dead-letters.ts";
import { readConfig } from "./api/core/config.ts";
import { openDatabase } from "./api/core/database/open.ts";
import { lockDirectory } from "./api/core/lock.ts";
import { openTasks } from "./api/core/tasks.ts";

// `npm run jobs`: the jobs and the mails that failed every time. `-- --again` has the mails sent again, `-- --clear`
// removes all of them. A job with work left is added again by itself. For PostgreSQL the API can keep running; PGlite
// belongs to the process that has it open.
const { values } = parseArgs({ options: { again: { type: "boolean" }, clear: { type: "boolean" } } });
try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  // A PGlite that failed leaves timers, which would keep the process alive.
  process.exit(1);
}

async function run(): Promise<void> {
  const { databaseServer, dataDir } = readConfig();
  const unlock = databaseServer === undefined ? await lockDirectory(dataDir) : undefined;
  const opened = await openDatabase(databaseServer ?? { directory: join(dataDir, "database") });
  const tasks = await openTasks(opened.engine, { log: console });
  if (values.again) await retryDeadLetters(opened.database, new Date());
  if (values.clear) await clearDeadLetters(opened.database, tasks);
  const lines = await listDeadLetters(opened.database, tasks);
  console.log(lines.join("\n") || "no dead jobs, no mails given up");
  await tasks.close();
  await opened.close();
  await unlock?.();
}

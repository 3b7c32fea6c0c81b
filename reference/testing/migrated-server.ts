import { execFile } from "node:child_process";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { startPostgresServer } from "../../scripts/testing/postgres.ts";
import { openDatabase } from "../api/core/database/open.ts";
import { openTasks } from "../api/core/tasks.ts";
import { madeOnce } from "./made-once.ts";

const run = promisify(execFile);

/** The database of a started server that has the tables of today. */
export const MIGRATED = "migrated";

/** Starts a PostgreSQL with a migrated database, because migrating one takes longer than most suites. */
export async function startMigratedServer(programs: string) {
  const template = await madeOnce(`postgres-${basename(dirname(programs))}`, (folder) =>
    makeTemplate(programs, folder),
  );
  return startPostgresServer(programs, { template });
}

async function makeTemplate(programs: string, folder: string): Promise<void> {
  // With its owner, who must be the one of the server.
  const stopped = async (data: string) => void (await run("cp", ["-a", data, folder]));
  const { url, stop } = await startPostgresServer(programs, { stopped });
  await execute(url, `create database ${MIGRATED}`);
  const { engine, close } = await openDatabase({ url: urlOf(url, MIGRATED) });
  await (await openTasks(engine, { log: console })).close();
  await close();
  await stop();
}

/** The URL of a database of a server. */
export function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements on a server or database. */
export async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

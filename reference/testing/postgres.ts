import { execFile, execFileSync } from "node:child_process";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { postgresPrograms as programs, startPostgresServer } from "../../scripts/testing/postgres.ts";
import { openDatabase } from "../api/core/database/open.ts";
import { openTasks } from "../api/core/tasks.ts";
import { madeOnce } from "./made-once.ts";

const run = promisify(execFile);

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the run's PostgreSQL; undefined where it is not installed. */
    postgres: string | undefined;
  }
}

/** The databases of a suite on a PostgreSQL: that of `TEST_DATABASE_URL`, or one that all suites of a run share. */
export interface TestServer {
  /** Makes an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Makes an empty database with the tables of today, and returns its URL. */
  createMigratedDatabase(): Promise<string>;
  /** Ends all connections to a database and rejects new ones, or allows them again. */
  outage(url: string, isAway: boolean): Promise<void>;
  /** Ends a connection without a turn of the event loop. */
  terminate(pid: number): void;
  /** Deletes its databases. */
  stop(): Promise<void>;
}

const given = process.env.TEST_DATABASE_URL;
/** Whether a server is available. */
export const postgresAvailable = given !== undefined || programs !== undefined;

/**
 * Whether a suite of both databases runs on PGlite too. Every run has PostgreSQL, which installations use, and on PGlite
 * the suites of its dialect; the long run has both everywhere, and a machine without PostgreSQL has only PGlite.
 */
export const runsOnPglite = (isDialect: boolean) => isDialect || process.env.LONG === "1" || !postgresAvailable;

/** The migrated database of the template. */
const MIGRATED = "migrated";

/** A global setup: starts the PostgreSQL of the run, because a server for each suite took as long as the suite. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (given !== undefined || programs === undefined) return undefined;
  const own = programs;
  const template = await madeOnce(`postgres-${basename(dirname(own))}`, (folder) => makeTemplate(own, folder));
  const { url, stop } = await startPostgresServer(own, { template });
  project.provide("postgres", url);
  return stop;
}

export async function startPostgres(): Promise<TestServer> {
  if (given !== undefined) return databasesOf(given);
  const url = inject("postgres");
  if (url === undefined) throw new Error("PostgreSQL is not installed and TEST_DATABASE_URL is not set");
  return databasesOf(url, MIGRATED);
}

/** Makes a data folder with a migrated database, because that takes longer than most suites. */
async function makeTemplate(own: string, folder: string): Promise<void> {
  // With its owner, who must be the one of the server.
  const stopped = async (data: string) => void (await run("cp", ["-a", data, folder]));
  const { url, stop } = await startPostgresServer(own, { stopped });
  await execute(url, `create database ${MIGRATED}`);
  const { engine, close } = await openDatabase({ url: urlOf(url, MIGRATED) });
  await (await openTasks(engine, { log: console })).close();
  await close();
  await stop();
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements on a server or database. */
async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A server on which databases can be made. */
function databasesOf(url: string, migrated?: string): TestServer {
  const names: string[] = [];
  async function create(template?: string): Promise<string> {
    const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
    names.push(name);
    await execute(url, `create database ${name}${template ? ` template ${template}` : ""}`);
    return urlOf(url, name);
  }

  return {
    stop: () => execute(url, ...names.splice(0).map((name) => `drop database if exists ${name} with (force)`)),
    async outage(databaseUrl, isAway) {
      const name = new URL(databaseUrl).pathname.slice(1);
      await execute(
        url,
        `alter database ${name} with allow_connections ${!isAway}`,
        ...(isAway ? [`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`] : []),
      );
    },
    terminate(pid) {
      const script = `import pg from "pg";
        const client = new pg.Client(${JSON.stringify(url)});
        await client.connect();
        await client.query("select pg_terminate_backend(${pid}, 10000)");
        await client.end();`;
      execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: import.meta.dirname });
    },
    createDatabase: () => create(),
    // Elsewhere the program migrates an empty one when it opens it.
    createMigratedDatabase: () => create(migrated),
  };
}

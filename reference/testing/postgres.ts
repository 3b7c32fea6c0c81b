import { execFileSync } from "node:child_process";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { postgresPrograms as programs } from "../../scripts/testing/postgres.ts";
import { execute, MIGRATED, startMigratedServer, urlOf } from "./migrated-server.ts";

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

/** A global setup: starts the PostgreSQL of the run, because a server for each suite took as long as the suite. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (given !== undefined || programs === undefined) return undefined;
  const { url, stop } = await startMigratedServer(programs);
  project.provide("postgres", url);
  return stop;
}

export async function startPostgres(): Promise<TestServer> {
  if (given !== undefined) return databasesOf(given);
  const url = inject("postgres");
  if (url === undefined) throw new Error("PostgreSQL is not installed and TEST_DATABASE_URL is not set");
  return databasesOf(url, MIGRATED);
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

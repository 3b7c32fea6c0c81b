import { execFile, spawn } from "node:child_process";
import { chownSync, existsSync, globSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "../../../scripts/testing/free-port.ts";
import { openDatabase } from "../core/database/open.ts";
import { openTasks } from "../core/tasks.ts";
import { madeOnce } from "./made-once.ts";

const run = promisify(execFile);
/** The user id of `nobody` on Debian, because PostgreSQL refuses to run as root. */
const UNPRIVILEGED_ID = 65_534;

/** A PostgreSQL server for tests: the one of `TEST_DATABASE_URL`, or a temporary one. */
export interface TestServer {
  /** Makes an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Makes an empty database with the tables of today, and returns its URL. */
  createMigratedDatabase(): Promise<string>;
  /** Ends all connections to a database and rejects new ones, or allows them again. */
  outage(url: string, isAway: boolean): Promise<void>;
  stop(): Promise<void>;
}

const programs = globSync("/usr/lib/postgresql/*/bin").sort().at(-1);
const given = process.env.TEST_DATABASE_URL;
/** Whether a server is available. */
export const postgresAvailable = given !== undefined || programs !== undefined;

/** The migrated database of the template. */
const MIGRATED = "migrated";
const identity = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};

export async function startPostgres(): Promise<TestServer> {
  if (given !== undefined) return databasesOf(given, { stop: async () => {} });
  if (programs === undefined) throw new Error("PostgreSQL is not installed and TEST_DATABASE_URL is not set");
  const bin = programs;
  const template = await madeOnce(`postgres-${basename(dirname(bin))}`, (folder) => makeTemplate(bin, folder));
  const directory = makeDirectory();
  // With its owner, who must be the one of the server.
  await run("cp", ["-a", template, join(directory, "data")]);
  const { url, stop } = await startServer(bin, directory);
  return databasesOf(url, { stop, migrated: MIGRATED });
}

/** Makes a data folder with a migrated database, because that takes longer than most suites. */
async function makeTemplate(bin: string, folder: string): Promise<void> {
  const directory = makeDirectory();
  const data = join(directory, "data");
  const options = { ...identity, cwd: directory };
  await run(join(bin, "initdb"), ["-D", data, "-U", "test", "--auth=trust", "--no-sync", "-E", "UTF8"], options);
  const { url, stop } = await startServer(bin, directory, async () => void (await run("cp", ["-a", data, folder])));
  await execute(url, `create database ${MIGRATED}`);
  const { engine, close } = await openDatabase({ url: urlOf(url, MIGRATED) });
  await (await openTasks(engine, { log: console })).close();
  await close();
  await stop();
}

/** A server's folder, which belongs to its user. */
function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "postgres-"));
  if (identity.uid !== undefined) chownSync(directory, identity.uid, identity.gid);
  return directory;
}

/** Starts a server on the data in a folder; `stopped` is called before its stop deletes the folder. */
async function startServer(bin: string, directory: string, stopped = async () => {}) {
  const port = await freePort();
  // The data do not outlive the tests, so they need not reach the disk.
  const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses=127.0.0.1"];
  const args = ["-D", join(directory, "data"), "-p", String(port), "-k", directory];
  const server = spawn(join(bin, "postgres"), [...args, ...settings.flatMap((setting) => ["-c", setting])], {
    ...identity,
    cwd: directory,
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const url = `postgres://test@127.0.0.1:${port}/postgres`;
  await waitForServer(join(directory, `.s.PGSQL.${port}`), url);
  return {
    url,
    async stop() {
      server.kill("SIGINT");
      await ended;
      await stopped();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function databasesOf(url: string, { stop, migrated }: Pick<TestServer, "stop"> & { migrated?: string }): TestServer {
  async function create(template?: string): Promise<string> {
    const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
    await execute(url, `create database ${name}${template ? ` template ${template}` : ""}`);
    return urlOf(url, name);
  }

  return {
    stop,
    async outage(databaseUrl, isAway) {
      const name = new URL(databaseUrl).pathname.slice(1);
      await execute(
        url,
        `alter database ${name} with allow_connections ${!isAway}`,
        ...(isAway ? [`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`] : []),
      );
    },
    createDatabase: () => create(),
    // Elsewhere the program migrates an empty one when it opens it.
    createMigratedDatabase: () => create(migrated),
  };
}

async function waitForServer(socket: string, url: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const isUp =
      existsSync(socket) &&
      (await execute(url).then(
        () => true,
        () => false,
      ));
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("PostgreSQL did not start within a minute");
}

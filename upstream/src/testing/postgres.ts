import { execFile, spawn } from "node:child_process";
import { chownSync, existsSync, globSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import getPort from "get-port";
import pg from "pg";

const run = promisify(execFile);
/** The user id of `nobody` on Debian, because PostgreSQL refuses to run as root. */
const UNPRIVILEGED_ID = 65_534;

/** A PostgreSQL server for tests: the one of `TEST_DATABASE_URL`, or a temporary one. */
export interface TestServer {
  /** Makes an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Ends all connections to a database and rejects new ones, or allows them again. */
  outage(url: string, isAway: boolean): Promise<void>;
  stop(): Promise<void>;
}

const programs = globSync("/usr/lib/postgresql/*/bin").sort().at(-1);
const given = process.env.TEST_DATABASE_URL;
/** Whether a server is available. */
export const postgresAvailable = given !== undefined || programs !== undefined;

export async function startPostgres(): Promise<TestServer> {
  if (given !== undefined) return databasesOf(given, async () => {});
  if (programs === undefined) throw new Error("PostgreSQL is not installed and TEST_DATABASE_URL is not set");

  const identity = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};
  const directory = mkdtempSync(join(tmpdir(), "postgres-"));
  if (identity.uid !== undefined) chownSync(directory, identity.uid, identity.gid);
  const data = join(directory, "data");
  const options = { ...identity, cwd: directory };
  await run(join(programs, "initdb"), ["-D", data, "-U", "test", "--auth=trust", "--no-sync", "-E", "UTF8"], options);

  const port = await getPort();
  // The data do not outlive the tests, so they need not reach the disk.
  const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses=127.0.0.1"];
  const args = ["-D", data, "-p", String(port), "-k", directory, ...settings.flatMap((setting) => ["-c", setting])];
  const server = spawn(join(programs, "postgres"), args, { ...options, stdio: "ignore" });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  await waitForServer(join(directory, `.s.PGSQL.${port}`), port);

  return databasesOf(`postgres://test@127.0.0.1:${port}/postgres`, async () => {
    server.kill("SIGINT");
    await ended;
    await rm(directory, { recursive: true, force: true });
  });
}

function databasesOf(url: string, stop: () => Promise<void>): TestServer {
  async function run(...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  return {
    stop,
    async outage(databaseUrl, isAway) {
      const name = new URL(databaseUrl).pathname.slice(1);
      await run(
        `alter database ${name} with allow_connections ${!isAway}`,
        ...(isAway ? [`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`] : []),
      );
    },
    async createDatabase() {
      const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
      await run(`create database ${name}`);
      const created = new URL(url);
      created.pathname = `/${name}`;
      return created.href;
    },
  };
}

async function waitForServer(socket: string, port: number): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    if (existsSync(socket)) {
      const client = new pg.Client({ connectionString: `postgres://test@127.0.0.1:${port}/postgres` });
      const connected = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => {});
      if (connected) return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("PostgreSQL did not start within a minute");
}

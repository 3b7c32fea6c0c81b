import { execFile, spawn } from "node:child_process";
import { chownSync, globSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);
/** The user id of `nobody` on Debian, because PostgreSQL refuses to run as root. */
const UNPRIVILEGED_ID = 65_534;
const identity = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};
const START_MS = 60_000;

/** The folder of PostgreSQL's programs on Debian, of the newest version; undefined where it is not installed. */
export const postgresPrograms = globSync("/usr/lib/postgresql/*/bin").sort().at(-1);

interface PostgresServer {
  /** Of the database `postgres`, for a user that may do everything. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a temporary PostgreSQL on a free port. `template`: a data folder to copy, instead of a new one; `stopped` is
 * called with its own data folder before that is deleted.
 */
export async function startPostgresServer(
  programs: string,
  { template, stopped }: { template?: string; stopped?: (data: string) => Promise<void> } = {},
): Promise<PostgresServer> {
  const directory = mkdtempSync(join(tmpdir(), "postgres-"));
  if (identity.uid !== undefined) chownSync(directory, identity.uid, identity.gid);
  const data = join(directory, "data");
  const options = { ...identity, cwd: directory };
  // With its owner, who must be the one of the server.
  if (template) await run("cp", ["-a", template, data]);
  else
    await run(join(programs, "initdb"), ["-D", data, "-U", "test", "--auth=trust", "--no-sync", "-E", "UTF8"], options);
  const port = String(await freePort());
  // The data do not outlive the tests, so they need not reach the disk.
  const settings = [
    ...["fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses=127.0.0.1"],
    // A process of tests has several pools of connections.
    "max_connections=500",
  ];
  const args = ["-D", data, "-p", port, "-k", directory, ...settings.flatMap((setting) => ["-c", setting])];
  const server = spawn(join(programs, "postgres"), args, { ...options, stdio: "ignore" });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const accepts = () =>
    run(join(programs, "pg_isready"), ["-q", "-h", "127.0.0.1", "-p", port]).then(
      () => true,
      () => false,
    );
  const deadline = performance.now() + START_MS;
  while (!(await accepts())) {
    if (performance.now() > deadline) throw new Error("PostgreSQL did not start within a minute");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    async stop() {
      server.kill("SIGINT");
      await ended;
      await stopped?.(data);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { DatabaseServer } from "../../core/config.ts";
import { BackupError } from "./contents.ts";

const NOT_EMPTY = "The database is not empty: set DATABASE_URL to an empty one, or drop and create it again.";

/** What the script of a restore prints when all but its commit has succeeded. */
const COMPLETE = "complete";

/**
 * Writes a dump of the database, of one moment.
 * @throws BackupError when the program is missing or fails
 */
export async function dumpPostgres(server: DatabaseServer, file: string): Promise<void> {
  const address = ["--format=custom", "--no-owner", `--file=${file}`, `--dbname=${addressOf(server)}`];
  await ended("pg_dump", startTool("pg_dump", server, address));
}

/**
 * Restores a dump in one transaction. This process sends the commit, because a tool that continues after this process is
 * killed would restore a database without its keys.
 * @throws BackupError when a program is missing or fails, or the database is not empty
 */
export async function restorePostgres(server: DatabaseServer, file: string): Promise<void> {
  const script = startTool("pg_restore", server, ["--no-owner", "--exit-on-error", "--file=-", file]);
  const options = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1"];
  const psql = startTool("psql", server, [...options, `--dbname=${addressOf(server)}`]);
  const run = ended("psql", psql).finally(() => script.kill());
  const send = async () => {
    psql.stdin.write("begin;\n");
    const [read] = await Promise.allSettled([
      ended("pg_restore", script),
      // Its error is psql's, which ended.
      pipeline(script.stdout, psql.stdin, { end: false }).catch(() => {}),
    ]);
    if (read.status === "rejected") {
      psql.kill();
      throw read.reason;
    }
    psql.stdin.write(`select '${COMPLETE}';\n`);
    for await (const line of createInterface(psql.stdout)) if (line === COMPLETE) psql.stdin.end("commit;\n");
  };
  await Promise.all([run, send()]);
}

/** The password is passed in the environment, because a list of processes would show arguments. */
function startTool(name: string, server: DatabaseServer, args: readonly string[]) {
  const password = server.password?.() ?? decodeURIComponent(new URL(server.url).password);
  return spawn(toolFile(name), args, { env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) } });
}

function addressOf({ url }: DatabaseServer): string {
  const address = new URL(url);
  address.password = "";
  return address.href;
}

/** Waits for the end of a tool. */
async function ended(name: string, child: ChildProcessWithoutNullStreams): Promise<void> {
  // A tool that has failed reads no more.
  child.stdin.on("error", () => {});
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on("error", () => reject(new BackupError(`${name} is missing: install the client of PostgreSQL.`)));
    child.on("close", resolve);
  });
  const [said, code] = await Promise.all([text(child.stderr), closed]);
  if (code === 0) return;
  if (/already exists/.test(said)) throw new BackupError(NOT_EMPTY);
  const lines = said.trim().split("\n");
  // The statement that failed comes after the error.
  throw new BackupError(`${name} failed: ${lines.find((line) => /error:/i.test(line)) ?? lines.at(-1)}`);
}

/** Debian installs the tools of each major version separately; the newest handles older servers. */
function toolFile(name: string): string {
  const newest = globSync(`/usr/lib/postgresql/*/bin/${name}`).sort().at(-1);
  return newest !== undefined && existsSync(newest) ? newest : name;
}

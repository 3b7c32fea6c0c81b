import { spawn } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { DatabaseServer } from "../../core/config.ts";
import { BackupError } from "./contents.ts";

const NOT_EMPTY = "The database is not empty: set DATABASE_URL to an empty one, or drop and create it again.";

/**
 * Runs `pg_dump` or `pg_restore`. The password is passed in the environment, because a list of processes would show
 * arguments.
 * @throws BackupError when the program is missing or fails
 */
export async function runPostgresTool(
  name: "pg_dump" | "pg_restore",
  server: DatabaseServer,
  args: readonly string[],
): Promise<void> {
  const address = new URL(server.url);
  const password = server.password?.() ?? decodeURIComponent(address.password);
  address.password = "";
  const child = spawn(toolFile(name), [...args, `--dbname=${address.href}`], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", () => reject(new BackupError(`${name} is missing: install the client of PostgreSQL.`)));
    child.on("close", resolve);
  });
  const [said, code] = await Promise.all([text(child.stderr), ended]);
  if (code === 0) return;
  if (/already exists/.test(said)) throw new BackupError(NOT_EMPTY);
  const lines = said.trim().split("\n");
  // The statement that failed comes after the error.
  throw new BackupError(`${name} failed: ${lines.find((line) => line.includes("error:")) ?? lines.at(-1)}`);
}

/** Debian installs the tools of each major version separately; the newest handles older servers. */
function toolFile(name: string): string {
  const newest = globSync(`/usr/lib/postgresql/*/bin/${name}`).sort().at(-1);
  return newest !== undefined && existsSync(newest) ? newest : name;
}

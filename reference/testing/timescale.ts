import { sql } from "drizzle-orm";
import { describe } from "vitest";
import { isInMonths, monthlyTables } from "../api/core/database/months.ts";
import { type Database, type OpenDatabase, openDatabase } from "../api/core/database/open.ts";
import { useTimescale } from "../api/core/database/timescale.ts";
import type { Log } from "../api/core/log.ts";
import { databasesOf, execute, type TestServer } from "./postgres.ts";

const given = process.env.TEST_TIMESCALE_URL;

/**
 * The third form of a suite, where a server with TimescaleDB is named. Elsewhere it is left out, which the end of `npm
 * test` says, and not skipped: a skipped test is a failure in CI, and neither npm nor Debian has the extension.
 */
export function describeOnTimescale(name: string, suite: () => void): void {
  if (given !== undefined) describe(`${name} on TimescaleDB`, { timeout: 60_000 }, suite);
}

/** The server of `TEST_TIMESCALE_URL`. Its databases have the extension, are not migrated, and are dropped in the end. */
export function startTimescale(): TestServer {
  if (given === undefined) throw new Error("TEST_TIMESCALE_URL is not set");
  const made: string[] = [];
  const server = databasesOf(given, {
    async stop() {
      for (const name of made) await execute(given, `drop database ${name} with (force)`);
    },
  });
  async function createDatabase(): Promise<string> {
    const url = await server.createDatabase();
    made.push(new URL(url).pathname.slice(1));
    return url;
  }
  return {
    ...server,
    createDatabase,
    async createMigratedDatabase() {
      const url = await createDatabase();
      // Its own jobs would compress at the same time as the tests.
      const stop = "select _timescaledb_functions.stop_background_workers()";
      await execute(url, "create extension if not exists timescaledb", stop);
      return url;
    },
  };
}

/** Opens a database whose readings and states must be in chunks. */
export async function openTimescale(url: string): Promise<OpenDatabase> {
  const opened = await openDatabase({ url });
  await useTimescale(opened.database, strictLog);
  return opened;
}

const fail = (...line: unknown[]) => {
  throw new Error(JSON.stringify(line));
};
const strictLog: Log = { info() {}, warn: fail, error: fail };

/** Compresses all chunks of readings and states, where they are in chunks. Returns how many there are. */
export async function compressAll(database: Database): Promise<number> {
  let chunks = 0;
  for (const table of monthlyTables) {
    if (await isInMonths(database, table)) continue;
    const { rows } = await database.execute(
      sql`select count(compress_chunk(chunk))::int as chunks from show_chunks(${table}::regclass) as chunk`,
    );
    chunks += Number(rows[0]?.chunks);
  }
  return chunks;
}

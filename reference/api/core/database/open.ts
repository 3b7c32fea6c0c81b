import type { PGlite } from "@electric-sql/pglite";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { ClientConfig } from "pg";
import { parseIntoClientConfig } from "pg-connection-string";
import type { DatabaseServer } from "../config.ts";
import { copyOpenFolder } from "./copy-open.ts";
import { migrateSchema } from "./migrate.ts";
import { repeated } from "./repeated.ts";

/** Held while migrating, so that replicas that start together take turns. The value is arbitrary. */
const MIGRATION_LOCK = 5_648_201;
const POOL_SIZE = 10;
/** Timeout of a connection attempt, and of waiting for a free connection. */
const CONNECT_TIMEOUT_MS = 20_000;

/** The result of a raw query with either driver. Its rows have the type argument of `execute`. */
interface RawResult<Row> {
  rows: Row[];
}
interface Rows extends PgQueryResultHKT {
  type: RawResult<this["row"]>;
}
/** Drizzle over PGlite or PostgreSQL: the same schema, migrations and queries. Also the type of a transaction. */
export type Database = PgDatabase<Rows>;

/** The database engine, for the tables of tasks. */
export type Engine = { client: PGlite } | { server: DatabaseServer };

/** Copies a database that serves. */
export type CopyDatabase = (target: string) => Promise<void>;

export interface OpenDatabase {
  database: Database;
  engine: Engine;
  /** Copies the files of a running PGlite into a new folder; undefined for PostgreSQL, which has its own tool. */
  copy: CopyDatabase | undefined;
  /** Required: an open PGlite keeps the process alive. */
  close(): Promise<void>;
}

/** Location of the data: a directory for PGlite, or a PostgreSQL server. */
type DatabaseLocation = { directory: string } | DatabaseServer;

/** Opens the database and brings its schema up to date. */
export function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  return "url" in location ? openPostgres(location) : openPglite(location.directory);
}

// Each driver is loaded only when used, because loading PGlite takes a second.
async function openPglite(directory: string): Promise<OpenDatabase> {
  const [{ openClient, refusal }, { drizzle }, { migrate }] = await Promise.all([
    import("./pglite.ts"),
    import("drizzle-orm/pglite"),
    import("drizzle-orm/pglite/migrator"),
  ]);
  const client = await openClient(directory);
  const database = drizzle(client);
  await migrateSchema(database, (options) => migrate(database, options)).catch(async (error: unknown) => {
    await client.close();
    throw refusal(error, directory);
  });
  return {
    database,
    engine: { client },
    copy: (target) => copyOpenFolder(client, directory, target),
    close: () => client.close(),
  };
}

/** What an operator does about an error of PostgreSQL, by its code. */
const REMEDIES: Readonly<Record<string, string>> = {
  "28P01": "it refuses the user or its password: correct DATABASE_URL, DATABASE_PASSWORD or DATABASE_PASSWORD_FILE",
  "28000": "it refuses the user: correct DATABASE_URL, or allow it in pg_hba.conf",
  "3D000": "it has no such database: create it, or correct DATABASE_URL",
};

/** The error of a failed connection; the driver's own message may be empty, and names no server. */
export function unreachable(url: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const remedy = REMEDIES[code ?? ""] ?? "it cannot be reached: start it, or correct the address in DATABASE_URL";
  const { host, pathname } = new URL(url);
  return new Error(`The database ${pathname.slice(1)} at ${host} cannot be used (${code ?? message}): ${remedy}.`);
}

/** How the driver connects to a server: with the password that is valid at that time. */
export function connectionTo({ url, password }: DatabaseServer): ClientConfig {
  return { ...parseIntoClientConfig(url), ...(password && { password }) };
}

async function openPostgres(server: DatabaseServer): Promise<OpenDatabase> {
  const [{ default: pg }, { drizzle }, { migrate }] = await Promise.all([
    import("pg"),
    import("drizzle-orm/node-postgres"),
    import("drizzle-orm/node-postgres/migrator"),
  ]);
  const pool = new pg.Pool({ ...connectionTo(server), max: POOL_SIZE, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A connection that breaks emits an error here while idle, and on its own during a pause in a transaction; without
  // listeners the process would end. The queries themselves fail, and their callers get the error.
  pool.on("error", () => {});
  pool.on("connect", (connection) => connection.on("error", () => {}));
  try {
    const connection = await pool.connect().catch((error: unknown) => {
      throw unreachable(server.url, error);
    });
    try {
      await connection.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
      const locked = drizzle(connection);
      await migrateSchema(locked, (options) => migrate(locked, options));
    } finally {
      await connection.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
      connection.release();
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
  const database = drizzle(pool);
  // Drizzle's own never releases the connection when `begin` fails, for example after an outage.
  database.transaction = (work, config) => repeated(() => transact(work, config));
  const transact: typeof database.transaction = async (work, config) => {
    const connection = await pool.connect();
    let hasBegun = false;
    const begun: typeof work = (transaction) => {
      hasBegun = true;
      return work(transaction);
    };
    try {
      return await drizzle(connection).transaction(begun, config);
    } finally {
      connection.release(!hasBegun);
    }
  };
  return { database, engine: { server }, copy: undefined, close: () => pool.end() };
}

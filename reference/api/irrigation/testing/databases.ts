import { afterAll, beforeAll, describe } from "vitest";
import { openTestDatabase } from "../../../testing/pglite.ts";
import { postgresAvailable, runsOnPglite, startPostgres, type TestServer } from "../../../testing/postgres.ts";
import { describeOnTimescale, openTimescale, startTimescale } from "../../../testing/timescale.ts";
import { type Database, type OpenDatabase, openDatabase } from "../../core/database/open.ts";

/**
 * Runs a suite on PostgreSQL, by {@link runsOnPglite} on PGlite and, where a server has it, on TimescaleDB, one empty
 * database for all of its tests.
 */
export function describeDatabases(
  name: string,
  suite: (database: () => Database) => void,
  { isDialect = false } = {},
): void {
  if (runsOnPglite(isDialect)) {
    describe(`${name} on PGlite`, { timeout: 60_000 }, () => {
      let opened: OpenDatabase;
      beforeAll(async () => {
        opened = await openTestDatabase();
      });
      afterAll(() => opened?.close());
      suite(() => opened.database);
    });
  }

  describe.skipIf(!postgresAvailable && !process.env.CI)(`${name} on PostgreSQL`, { timeout: 60_000 }, () =>
    onServer(startPostgres, (url) => openDatabase({ url }), suite),
  );
  describeOnTimescale(name, () => onServer(startTimescale, openTimescale, suite));
}

function onServer(
  start: () => TestServer | Promise<TestServer>,
  open: (url: string) => Promise<OpenDatabase>,
  suite: (database: () => Database) => void,
): void {
  let server: TestServer;
  let opened: OpenDatabase;
  beforeAll(async () => {
    server = await start();
    opened = await open(await server.createMigratedDatabase());
  });
  afterAll(async () => {
    await opened?.close();
    await server?.stop();
  });
  suite(() => opened.database);
}

import { afterAll, beforeAll, describe } from "vitest";
import { openTestDatabase } from "../../../testing/pglite.ts";
import { postgresAvailable, runsOnPglite, startPostgres, type TestServer } from "../../../testing/postgres.ts";
import { type Database, type OpenDatabase, openDatabase } from "../../core/database/open.ts";

/**
 * Runs a suite on PostgreSQL and, by {@link runsOnPglite}, on PGlite, one empty
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
    onServer(suite),
  );
}

function onServer(suite: (database: () => Database) => void): void {
  let server: TestServer;
  let opened: OpenDatabase;
  beforeAll(async () => {
    server = await startPostgres();
    opened = await openDatabase({ url: await server.createMigratedDatabase() });
  });
  afterAll(async () => {
    await opened?.close();
    await server?.stop();
  });
  suite(() => opened.database);
}

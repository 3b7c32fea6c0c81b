import { afterAll, beforeAll, describe } from "vitest";
import { type Database, type OpenDatabase, openDatabase } from "../../core/database/open.ts";
import { openTestDatabase } from "../../testing/pglite.ts";
import { postgresAvailable, startPostgres, type TestServer } from "../../testing/postgres.ts";

/** Runs a suite on PGlite and on PostgreSQL, one empty database for all of its tests. */
export function describeDatabases(name: string, suite: (database: () => Database) => void): void {
  describe(`${name} on PGlite`, { timeout: 60_000 }, () => {
    let opened: OpenDatabase;
    beforeAll(async () => {
      opened = await openTestDatabase();
    });
    afterAll(() => opened?.close());
    suite(() => opened.database);
  });

  describe.skipIf(!postgresAvailable && !process.env.CI)(`${name} on PostgreSQL`, { timeout: 60_000 }, () => {
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
  });
}

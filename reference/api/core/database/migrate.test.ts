import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copyBareDatabase, copyEmptyDatabase } from "../../../testing/pglite.ts";
import { openDatabase } from "./open.ts";

describe("a data folder of another program", { timeout: 120_000 }, () => {
  let scratch: string;
  let directory: string;
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), "migrate-"));
    directory = join(scratch, "data");
  });
  afterEach(() => rm(scratch, { recursive: true, maxRetries: 3 }));

  /** Runs SQL on the folder, as another program would. Returns the rows of the last statement. */
  async function execute(statements: string): Promise<unknown[]> {
    await using client = await PGlite.create({ dataDir: directory });
    return (await client.exec(statements)).at(-1)?.rows ?? [];
  }

  it("refuses a database of a migration that was never released, and says what to do", async () => {
    await copyEmptyDatabase(directory);
    await execute("update drizzle.__drizzle_migrations set created_at = 1795229231417");
    await expect(openDatabase({ directory })).rejects.toThrow(/development version.*move DATA_DIR away/);
  });

  it("refuses a database that a later version has migrated, and says what to do", async () => {
    await copyEmptyDatabase(directory);
    await execute("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)");
    await expect(openDatabase({ directory })).rejects.toThrow(
      /A later version of Lâmina.*start that version, or restore/,
    );
  });

  it("leaves a database as it was when a migration fails", async () => {
    await copyBareDatabase(directory);
    await execute("create table write_keys (mine text)");
    await expect(openDatabase({ directory })).rejects.toThrow();
    expect(await execute("select tablename from pg_tables where schemaname = 'public'")).toEqual([
      { tablename: "write_keys" },
    ]);
  });
});

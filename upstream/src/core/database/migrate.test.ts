import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clients } from "../../schema/clients.ts";
import { migrateSchema } from "./migrate.ts";
import { type Database, openDatabase } from "./open.ts";

const SUPERSEDED = fileURLToPath(new URL("./superseded", import.meta.url));

describe("a data folder of the ten migrations before the first release", { timeout: 120_000 }, () => {
  let scratch: string;
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), "migrate-"));
  });
  afterAll(() => rm(scratch, { recursive: true, maxRetries: 3 }));

  /** A folder as a program of that time left it, with the first `count` migrations and one client. */
  async function oldFolder(count: number): Promise<string> {
    const migrationsFolder = join(scratch, `migrations-${count}`);
    await cp(SUPERSEDED, migrationsFolder, { recursive: true });
    const journal = join(migrationsFolder, "meta/_journal.json");
    const { entries, ...rest } = JSON.parse(await readFile(journal, "utf8"));
    await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
    const directory = join(scratch, `data-${count}`);
    const client = await PGlite.create({ dataDir: directory });
    await migrate(drizzle(client), { migrationsFolder });
    await client.exec(`insert into clients (_id, created_at, updated_at, name, type_chart, timezone)
      values ('old', now(), now(), 'Fazenda antiga', 1, 'America/Sao_Paulo')`);
    await client.close();
    return directory;
  }

  it.each([10, 4])("opens with its data and the schema of today, from %i of them", async (count) => {
    const directory = await oldFolder(count);
    for (let opening = 0; opening < 2; opening++) {
      const { database, close } = await openDatabase({ directory });
      expect(await database.select({ name: clients.name }).from(clients)).toEqual([{ name: "Fazenda antiga" }]);
      if (opening === 0) expect(await schemaOf(database)).toEqual(await schemaOfToday());
      await close();
    }
  });

  async function schemaOfToday() {
    const { database, close } = await openDatabase({ directory: join(scratch, "today") });
    const schema = await schemaOf(database);
    await close();
    return schema;
  }
});

it("leaves a database without a journal to the current migrations", async () => {
  const client = await PGlite.create();
  const folders: string[] = [];
  await migrateSchema(drizzle(client), async ({ migrationsFolder }) => void folders.push(migrationsFolder));
  await client.close();
  expect(folders).toEqual([fileURLToPath(new URL("./migrations", import.meta.url))]);
});

/** Columns, constraints and indexes, in an order that does not depend on when they were added. */
async function schemaOf(database: Database) {
  const columns = await database.execute(sql`
    select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' order by 1, 2`);
  const constraints = await database.execute(sql`
    select conrelid::regclass::text as table_name, conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2`);
  const indexes = await database.execute(sql`
    select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`);
  return { columns: columns.rows, constraints: constraints.rows, indexes: indexes.rows };
}

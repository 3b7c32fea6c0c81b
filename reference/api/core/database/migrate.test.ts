import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
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

  /** A database as it was before a migration. */
  async function migrateUntil(end: string): Promise<void> {
    await copyBareDatabase(directory);
    const migrationsFolder = join(scratch, "migrations");
    await cp(join(import.meta.dirname, "migrations"), migrationsFolder, { recursive: true });
    const journalFile = join(migrationsFolder, "meta/_journal.json");
    const journal = JSON.parse(await readFile(journalFile, "utf8"));
    const before = journal.entries.findIndex(({ tag }: { tag: string }) => tag === end);
    await writeFile(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, before) }));
    const client = await PGlite.create({ dataDir: directory });
    await migrate(drizzle({ client }), { migrationsFolder });
    await client.close();
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

  it("keeps the moisture of a season that was planted before the soil below the roots was known", async () => {
    await migrateUntil("0002_subsoil");
    await execute(`set session_replication_role = replica;
      insert into seasons (_id, created_at, updated_at, client_id, sector_id, crop_id, planting_date, initial_moisture_pct, kc_method, status)
      values ('s', now(), now(), 'c', 'x', 'y', '2026-05-01', 40, 'single', 'active')`);
    await (await openDatabase({ directory })).close();
    const season = "select initial_water, initial_moisture_pct from seasons";
    expect(await execute(season)).toEqual([{ initial_water: "measured", initial_moisture_pct: 40 }]);
  });

  it("keeps the password of a client that required it for commands", async () => {
    await migrateUntil("0020_command_confirmation");
    const row = (id: string, required: boolean) =>
      `('${id}', now(), now(), '${id}', ${required}, '07:00', 'station', 'open-meteo', '{}', '{}', '{}', '{}', 'pt-BR', '[]')`;
    await execute(`set session_replication_role = replica;
      insert into configs (_id, created_at, updated_at, client_id, command_password, decision_time, eto_source, forecast_source, status_margins, stale_limits, units, rain_effective, language, alert_channels)
      values ${row("asks", true)}, ${row("free", false)}`);
    await (await openDatabase({ directory })).close();
    expect(await execute("select _id, command_confirmation from configs order by _id")).toEqual([
      { _id: "asks", command_confirmation: "password" },
      { _id: "free", command_confirmation: "none" },
    ]);
  });
});

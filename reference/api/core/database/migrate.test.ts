import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyBareDatabase } from "../../../testing/pglite.ts";
import { programCaller } from "../../../testing/program-caller.ts";
import { writeOnce } from "../../records/write-keys.ts";
import { clients } from "../../schema/clients.ts";
import { readingDays, readings, sensorStates } from "../../schema/telemetry.ts";
import { dayAggregates, latestReadings } from "../../telemetry/store/aggregate-store.ts";
import { migrateSchema } from "./migrate.ts";
import { type Database, openDatabase } from "./open.ts";

const SUPERSEDED = fileURLToPath(new URL("./superseded", import.meta.url));
/** How many of the superseded migrations were first squashed into one. */
const FIRST_SQUASH = 19;
/** All superseded migrations: those of a data folder of the last development version. */
const ALL = 34;
/** The columns of any record of the client of `oldFolder`. */
const OWN = "'old', now(), now(), true";
const FARM_WITH_SENSOR = `
  insert into farms (client_id, created_at, updated_at, active, _id, name, lat, lon, altitude, timezone)
    values (${OWN}, 'f', 'F', -15, -47, 900, 'America/Sao_Paulo');
  insert into sensor_types (_id, created_at, updated_at, name, kind) values ('t', now(), now(), 'T', 'weather');
  insert into devices (client_id, created_at, updated_at, active, _id, farm_id, sensor_type_id, serial, interval_min, maintenance)
    values (${OWN}, 'd', 'f', 't', 'D-1', 15, false);
  insert into sensors (client_id, created_at, updated_at, active, _id, number, device_id, variable, unit, calib_a, calib_b)
    values (${OWN}, 's1', 1, 'd', 'airTemp', '°C', 2, -0.5)`;

describe("a data folder of an older program", { timeout: 120_000 }, () => {
  let scratch: string;
  let schemaOfToday: Awaited<ReturnType<typeof schemaOf>>;
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), "migrate-"));
    await copyBareDatabase(join(scratch, "today"));
    const { database, close } = await openDatabase({ directory: join(scratch, "today") });
    schemaOfToday = await schemaOf(database);
    await close();
  });
  afterAll(() => rm(scratch, { recursive: true, maxRetries: 3 }));

  /** A folder of an older program, with the first `count` migrations, one client and the rows of `fill`. */
  async function oldFolder(count: number, fill = ""): Promise<string> {
    const folder = await mkdtemp(join(scratch, "old-"));
    const migrationsFolder = join(folder, "migrations");
    await cp(SUPERSEDED, migrationsFolder, { recursive: true });
    const journal = join(migrationsFolder, "meta/_journal.json");
    const { entries, ...rest } = JSON.parse(await readFile(journal, "utf8"));
    await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
    const directory = join(folder, "data");
    await copyBareDatabase(directory);
    const client = await PGlite.create({ dataDir: directory });
    await migrate(drizzle(client), { migrationsFolder });
    await client.exec(`insert into clients (_id, created_at, updated_at, name, type_chart, timezone)
      values ('old', now(), now(), 'Fazenda antiga', 1, 'America/Sao_Paulo'); ${fill}`);
    await client.close();
    return directory;
  }

  it("refuses a database of a migration that was never released, and says what to do", async () => {
    const directory = await oldFolder(1, "update drizzle.__drizzle_migrations set created_at = 1795229231417");
    await expect(openDatabase({ directory })).rejects.toThrow(/development version.*move DATA_DIR away/);
  });

  it("refuses a database that a later version has migrated, changes nothing, and says what to do", async () => {
    const directory = join(scratch, "later");
    await copyBareDatabase(directory);
    await (await openDatabase({ directory })).close();
    const client = await PGlite.create({ dataDir: directory });
    await client.exec("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)");
    await client.close();
    await expect(openDatabase({ directory })).rejects.toThrow(
      /A later version of Lâmina.*start that version, or restore/,
    );
  });

  it("answers a repeated import with its old answer", async () => {
    const reply = { inserted: 2, duplicate: 0, errors: [] };
    const directory = await oldFolder(
      13,
      `insert into imports (client_id, entity, key, date, reply)
      values ('old', 'Watering', 'file-0001', '2026-05-14T12:00:00Z', '${JSON.stringify(reply)}')`,
    );
    const { database, close } = await openDatabase({ directory });
    const keyed = { clientId: "old", entity: "Watering", key: "file-0001", body: [1], now: new Date("2026-05-15") };
    const again = () => Promise.reject(new Error("written again"));
    expect(await writeOnce(database, { ...keyed, caller: programCaller(["old"]) }, again)).toEqual(reply);
    await close();
  });

  it("restores raw values of calibrated sensors, and resets an impossible calibration", async () => {
    const directory = await oldFolder(
      15,
      `${FARM_WITH_SENSOR};
      insert into sensors (client_id, created_at, updated_at, active, _id, number, device_id, variable, unit, calib_a, calib_b)
        values (${OWN}, 's2', 2, 'd', 'airHum', '%', 1e20, 1);
      insert into readings (sensor, at, value) values (1, '2026-05-14T12:00:00Z', -3), (1, '2026-05-14T12:15:00Z', -8), (2, '2026-05-14T12:00:00Z', 60);
      insert into sensor_states (sensor, at, value, flag, since) values (1, '2026-05-14T12:15:00Z', -8, 0, '2026-05-14T12:15:00Z');
      insert into reading_days (sensor, day, count, sum, min, max) values (1, '2026-05-14', 2, -11, -8, -3)`,
    );
    const { database, close } = await openDatabase({ directory });
    const raw = await database.select({ raw: readings.raw }).from(readings).orderBy(readings.sensor, readings.at);
    expect(raw.map((row) => row.raw)).toEqual([10, 20, 60]);
    expect(await database.select({ raw: sensorStates.raw }).from(sensorStates)).toEqual([{ raw: 20 }]);
    expect(await database.select().from(readingDays)).toMatchObject([{ count: 2, sum: 30, min: 10, max: 20 }]);
    expect(await dayAggregates(database, ["s1"], "2026-05-14", "2026-05-14")).toMatchObject([
      { count: 2, sum: -11, min: -8, max: -3 },
    ]);
    expect((await latestReadings(database, ["s1", "s2"])).get("s1")?.value).toBe(-8);
    await close();
  });

  it("opens with every row as it was and the schema of today, from the migrations of the first squash", async () => {
    const directory = await oldFolder(
      FIRST_SQUASH,
      `${FARM_WITH_SENSOR};
      insert into readings (sensor, at, raw) values (1, '2026-05-14T12:00:00.123Z', 10.25);
      insert into write_keys (client_id, entity, key, date) values ('old', 'Watering', 'file-0001', '2026-05-14T12:00:00Z');
      insert into balance_programs (program) values ('a')`,
    );
    const client = await PGlite.create({ dataDir: directory });
    const before = await rowsOf(drizzle(client));
    await client.close();
    const { database, close } = await openDatabase({ directory });
    expect(before.filter((table) => table.rows.length > 0)).toHaveLength(8);
    // Later migrations may add tables and columns.
    const names = before.map(({ table }) => table);
    expect((await rowsOf(database)).filter(({ table }) => names.includes(table))).toMatchObject(before);
    expect(await schemaOf(database)).toEqual(schemaOfToday);
    await close();
  });

  it.each([ALL, 32, 24, 10, 4])(
    "opens with its data and the schema of today, from the first %i of them",
    async (count) => {
      const directory = await oldFolder(count);
      for (let opening = 0; opening < 2; opening++) {
        const { database, close } = await openDatabase({ directory });
        expect(await database.select({ name: clients.name }).from(clients)).toEqual([{ name: "Fazenda antiga" }]);
        if (opening === 0) expect(await schemaOf(database)).toEqual(schemaOfToday);
        await close();
      }
    },
  );
});

it("applies only the current migrations to a database without a journal", async () => {
  const directory = await mkdtemp(join(tmpdir(), "bare-"));
  await copyBareDatabase(directory);
  const client = await PGlite.create({ dataDir: directory });
  const folders: string[] = [];
  await migrateSchema(drizzle(client), async ({ migrationsFolder }) => void folders.push(migrationsFolder));
  await client.close();
  await rm(directory, { recursive: true });
  expect(folders).toEqual([fileURLToPath(new URL("./migrations", import.meta.url))]);
});

/** Every row of every table. */
async function rowsOf(database: Database) {
  const { rows } = await database.execute<{ table: string }>(sql`
    select tablename as table from pg_tables where schemaname = 'public' order by 1`);
  return await Promise.all(
    rows.map(async ({ table }) => ({
      table,
      rows: (await database.execute(sql`select * from ${sql.identifier(table)}`)).rows,
    })),
  );
}

/** Functions, partitions, columns, constraints, indexes and sequences, in an order that does not depend on when they were added. */
async function schemaOf(database: Database) {
  const columns = await database.execute(sql`
    select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' order by 1, 2`);
  const constraints = await database.execute(sql`
    select conrelid::regclass::text as table_name, conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2`);
  const indexes = await database.execute(sql`
    select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`);
  const sequences = await database.execute(sql`select * from pg_sequences where schemaname = 'public' order by 1, 2`);
  const functions = await database.execute(sql`
    select proname, regexp_replace(prosrc, '\\s+', ' ', 'g') as source from pg_proc
    where pronamespace = 'public'::regnamespace order by 1`);
  const partitions = await database.execute(sql`
    select inhparent::regclass::text as table_name, relname, pg_get_expr(relpartbound, oid) as bound
    from pg_inherits join pg_class on oid = inhrelid where relpartbound is not null order by 1, 2`);
  return {
    functions: functions.rows,
    partitions: partitions.rows,
    columns: columns.rows,
    constraints: constraints.rows,
    indexes: indexes.rows,
    sequences: sequences.rows.map((row) => ({ ...row, last_value: null })),
  };
}

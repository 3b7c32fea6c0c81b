import { DAY_MS } from "@lamina/shared/core/time";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../testing/pglite.ts";
import { execute, type TestServer } from "../../../testing/postgres.ts";
import { quietLog } from "../../../testing/quiet-log.ts";
import { describeOnTimescale, startTimescale } from "../../../testing/timescale.ts";
import { pivotStatuses, readings } from "../../schema/telemetry.ts";
import { addMonths, isInMonths } from "./months.ts";
import { type Database, openDatabase } from "./open.ts";
import { useTimescale } from "./timescale.ts";

const NOW = new Date();
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const STATUS = { running: true, wet: true, direction: "forward" as const, angleDeg: 10, percent: 44.5 };

describeOnTimescale("an installation in months", () => {
  let server: TestServer;
  beforeAll(() => {
    server = startTimescale();
  });
  afterAll(() => server?.stop());

  /** A database in months, with rows in the first partition and in others. */
  async function openInMonths() {
    const url = await server.createMigratedDatabase();
    const opened = await openDatabase({ url });
    await addMonths(opened.database, ago(-100));
    const days = Array.from({ length: 800 }, (_, index) => ago(index - 90));
    await opened.database.insert(readings).values(days.map((at, index) => ({ sensor: index % 3, at, raw: index / 7 })));
    await opened.database.execute(sql`
      insert into clients (_id, created_at, updated_at, name, type_chart, timezone) values ('c', now(), now(), 'C', 1, 'UTC');
      insert into farms (client_id, created_at, updated_at, active, _id, name, lat, lon, altitude, timezone)
        values ('c', now(), now(), true, 'f', 'F', -15, -47, 900, 'UTC');
      insert into pivots (client_id, created_at, updated_at, active, _id, farm_id, name, lat, lon, kind, radius_m, angle_start,
        angle_end, flow_m3h, min_percent, max_hours_day, efficiency_pct)
        values ('c', now(), now(), true, 'p', 'f', 'P', -15, -47, 'pivot', 400, 0, 360, 180, 10, 21, 85)`);
    await opened.database.insert(pivotStatuses).values(days.map((date) => ({ pivotId: "p", date, ...STATUS })));
    return { url, ...opened };
  }
  const rowsOf = (database: Database) =>
    Promise.all([
      database.select().from(readings).orderBy(readings.sensor, readings.at),
      database.select().from(pivotStatuses).orderBy(pivotStatuses.date),
    ]);
  const keysOf = async (database: Database) =>
    (
      await database.execute(sql`
        select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
        where conrelid in ('readings'::regclass, 'pivot_statuses'::regclass) and contype in ('p', 'f', 'u')
        union all
        select indexname, replace(indexdef, ' ONLY ', ' ') from pg_indexes
        where schemaname = 'public' and tablename in ('readings', 'pivot_statuses')
        order by 1, 2`)
    ).rows;
  const formsOf = (database: Database) =>
    Promise.all([isInMonths(database, "readings"), isInMonths(database, "pivot_statuses")]);

  it("gets chunks with every row, key and index at a start, once, which are compressed later", async () => {
    const { url, database, close } = await openInMonths();
    const before = { rows: await rowsOf(database), keys: await keysOf(database) };
    const lines: unknown[] = [];
    const log = { ...quietLog, info: (line: unknown) => void lines.push(line), error: expect.fail, warn: expect.fail };
    await useTimescale(database, log);
    expect(lines).toContainEqual(expect.objectContaining({ table: "readings", part: "readings_first" }));
    const told = lines.length;
    await useTimescale(database, log);
    expect(lines).toHaveLength(told);
    expect({ rows: await rowsOf(database), keys: await keysOf(database) }).toEqual(before);
    expect(await formsOf(database)).toEqual([false, false]);
    const left = await database.execute(sql`
      select relname from pg_class where relname like any (array['%readings\_first%', '%statuses\_first%', '%readings\_2%'])
      union all select nspname from pg_namespace where nspname like 'lamina%'`);
    expect(left.rows).toEqual([]);
    const jobs = await database.execute(sql`
      select hypertable_name as name, config->>'compress_after' as after from timescaledb_information.jobs
      where proc_name = 'policy_compression' order by 1`);
    expect(jobs.rows).toEqual([
      { name: "pivot_statuses", after: "60 days" },
      { name: "readings", after: "60 days" },
    ]);
    await close();
    const later = await openDatabase({ url });
    const { rows } = await later.database.execute(
      sql`select current_setting('timescaledb.max_tuples_decompressed_per_dml_transaction') as most from clients`,
    );
    expect(rows).toEqual([{ most: "0" }]);
    await later.close();
  });

  it("stays in months when that fails at the end, says why, and gets chunks at the next start", async () => {
    const { url, database, close } = await openInMonths();
    const before = { rows: await rowsOf(database), keys: await keysOf(database) };
    await execute(url, "create view of_the_operator as select date from pivot_statuses");
    const errors: unknown[] = [];
    await useTimescale(database, { ...quietLog, error: (...line: unknown[]) => void errors.push(...line) });
    expect(errors).toEqual([
      { reason: expect.stringMatching(/cannot drop table .*view of_the_operator depends on/s) },
      expect.stringMatching(/what was in months stays there/),
    ]);
    expect(await formsOf(database)).toEqual([true, true]);
    expect({ rows: await rowsOf(database), keys: await keysOf(database) }).toEqual(before);
    await execute(url, "drop view of_the_operator");
    await useTimescale(database, quietLog);
    expect(await formsOf(database)).toEqual([false, false]);
    expect({ rows: await rowsOf(database), keys: await keysOf(database) }).toEqual(before);
    await close();
  });
});

describe("an extension with which the tables stay in months", () => {
  it.each([
    ["2.27.3", "timescale", /TimescaleDB 2\.27\.3 is older than 2\.28; update the extension/],
    ["1.99.0", "timescale", /1\.99\.0 is older than 2\.28/],
    ["2.28.0", "apache", /compresses nothing under its license apache; set timescaledb\.license to timescale/],
  ])("in version %s under the license %s", async (version, license, message) => {
    const { database, close } = await openTestDatabase();
    // Its entry alone, which is enough to refuse it, so that this runs everywhere.
    await database.execute(sql`insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      values (99999, 'timescaledb', 10, 2200, false, ${version})`);
    await database.execute(sql`select set_config('timescaledb.license', ${license}, false)`);
    const warnings: unknown[] = [];
    await useTimescale(database, {
      ...quietLog,
      warn: (...line: unknown[]) => void warnings.push(...line),
      error: (...line: unknown[]) => expect.fail(JSON.stringify(line)),
    });
    expect(warnings).toEqual([{ version, license }, expect.stringMatching(message)]);
    expect(await isInMonths(database, "readings")).toBe(true);
    await close();
  });
});

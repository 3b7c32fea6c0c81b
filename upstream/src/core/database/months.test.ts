import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeDatabases } from "../../irrigation/testing/databases.ts";
import { readings } from "../../schema/telemetry.ts";
import { addMonths, dropMonths, withinMonths } from "./months.ts";

describeDatabases("tables in months", (database) => {
  /** Months after the first partition's end, which is the end of the month of the migration. */
  async function month(after: number): Promise<Date> {
    const { rows } = await database().execute<{ at: number }>(
      sql`select extract(epoch from months_end('readings'::regclass, true)) as at`,
    );
    const end = new Date(Number(rows[0]?.at) * 1000);
    return new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + after, 3));
  }
  const partitions = async () => {
    const { rows } = await database().execute<{ name: string }>(
      sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'readings'::regclass order by 1`,
    );
    return rows.map(({ name }) => name);
  };
  const insert = (at: Date) => database().insert(readings).values({ sensor: 1, at, raw: 20 });
  const named = (at: Date) => `readings_${at.toISOString().slice(0, 7).replace("-", "_")}`;

  it("add the months of a row that comes before them, once, with the indexes", async () => {
    const at = await month(2);
    await expect(insert(at)).rejects.toThrow();
    await withinMonths(
      database(),
      () => at,
      () => insert(at),
    );
    await addMonths(database(), at);
    const months = await Promise.all([month(0), month(1), month(2)]);
    expect(await partitions()).toEqual([...months.map(named), "readings_first"]);
    const { rows } = await database().execute(
      sql`select count(*)::int as count from pg_indexes where tablename = ${named(at)}`,
    );
    expect(rows).toEqual([{ count: 2 }]);
    await expect(insert(at)).rejects.toThrow();
  });

  it("drop the months that have ended, so that late rows still have a place", async () => {
    const [first, second, third] = await Promise.all([month(-3), month(0), month(2)]);
    await insert(first);
    await insert(second);
    const limit = await month(1);
    expect(await dropMonths(database(), "readings", limit)).toBeGreaterThanOrEqual(1);
    expect(await database().select({ at: readings.at }).from(readings)).toEqual([{ at: third }]);
    expect(await partitions()).toEqual([named(limit), named(third), "readings_first"]);
    await insert(second);
    expect(await dropMonths(database(), "readings", await month(-1))).toBe(0);
    expect(await database().$count(readings)).toBe(2);
  });
});

import { HOUR_MS } from "@lamina/shared/core/time";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeDatabases } from "../../irrigation/testing/databases.ts";
import { readings } from "../../schema/telemetry.ts";
import { addMonths, dropMonths, withinMonths } from "./months.ts";

describeDatabases(
  "tables in months",
  (database) => {
    /** Months after the first partition's end, which is the end of the month of the migration. */
    async function month(after: number): Promise<Date> {
      const { rows } = await database().execute<{ at: number }>(
        sql`select extract(epoch from coalesce(months_end('readings'::regclass, true), now())) as at`,
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
      const at = await month(4);
      await expect(insert(at)).rejects.toThrow();
      await withinMonths(
        database(),
        () => at,
        () => insert(at),
      );
      await addMonths(database(), at);
      const months = await Promise.all([0, 1, 2, 3, 4].map(month));
      expect(await partitions()).toEqual([...months.map(named), "readings_first"]);
      const { rows } = await database().execute(
        sql`select count(*)::int as count from pg_indexes where tablename = ${named(at)}`,
      );
      expect(rows).toEqual([{ count: 2 }]);
      await expect(insert(at)).rejects.toThrow();
    });

    it("drop what has ended, so that late rows still have a place", async () => {
      const [first, second, limit] = await Promise.all([month(-3), month(0), month(2)]);
      const last = new Date((await month(4)).getTime() + HOUR_MS);
      for (const at of [first, second, last]) await insert(at);
      await addMonths(database(), last);
      expect(await dropMonths(database(), "readings", limit)).toBeGreaterThanOrEqual(1);
      const left = await database().select({ at: readings.at }).from(readings);
      expect(left).toContainEqual({ at: last });
      expect(left.filter(({ at }) => at < limit)).toEqual([]);
      await insert(second);
      expect(await dropMonths(database(), "readings", await month(-4))).toBe(0);
      expect(await database().$count(readings)).toBe(left.length + 1);
    });

    it("leave the first partition, with the range of the dropped months", async () => {
      // Since the drop, the first partition ends with the second month.
      const months = await Promise.all([0, 1, 2].map(month));
      expect(await partitions()).toEqual([...months.map(named), "readings_first"]);
    });
  },
  { isDialect: true },
);

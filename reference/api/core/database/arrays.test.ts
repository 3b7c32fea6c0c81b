import { eq, sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { describeDatabases } from "../../irrigation/testing/databases.ts";
import { anyOf } from "./arrays.ts";
import { instant } from "./columns.ts";
import { insertRows } from "./insert-rows.ts";

const samples = pgTable("samples", {
  name: text("name").primaryKey(),
  number: integer("number"),
  at: instant("at"),
  facts: jsonb("facts").$type<unknown>(),
});

/** Texts that an array's text form must escape. */
const ODD = ['"', "\\", "{", "}", ",", "NULL", "null", "", " ", "'", "irrigação", '{"a"}', "\n"];
const name = fc.oneof(fc.constantFrom(...ODD), fc.string({ maxLength: 6 })).map((drawn) => drawn.replaceAll("\0", ""));
const sample = fc.record({
  name,
  number: fc.option(fc.integer({ min: -1000, max: 1000 })),
  at: fc.option(fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })),
  facts: fc.option(fc.oneof(fc.record({ text: name }), fc.array(name))),
});

describeDatabases(
  "lists as one parameter",
  (database) => {
    it("insert any rows as they are, and select those of any list", async () => {
      await database().execute(
        sql`create table samples (name text primary key, number integer, at timestamptz(3), facts jsonb)`,
      );
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(sample, { selector: (row) => row.name, maxLength: 20 }),
          fc.uniqueArray(name, { maxLength: 20 }),
          async (rows, others) => {
            await database().delete(samples);
            await insertRows(database(), samples, rows);
            for (const row of rows)
              expect(await database().select().from(samples).where(eq(samples.name, row.name))).toEqual([row]);
            const wanted = new Set([...rows.slice(0, 3).map((row) => row.name), ...others]);
            const found = await database()
              .select({ name: samples.name })
              .from(samples)
              .where(anyOf(samples.name, wanted));
            const expected = rows.map((row) => row.name).filter((one) => wanted.has(one));
            expect(found.map((row) => row.name).sort()).toEqual(expected.sort());
          },
        ),
        { numRuns: 60 },
      );
    });

    it("ignore a value that is not a number", async () => {
      await database().delete(samples);
      const numbers = [Number.NaN, Number.POSITIVE_INFINITY, 1];
      await insertRows(
        database(),
        samples,
        numbers.map((number, index) => ({ name: String(index), number })),
      );
      const stored = await database().select().from(samples).orderBy(samples.name);
      expect(stored.map(({ number }) => number)).toEqual([null, null, 1]);
    });

    it("select by numbers, and nothing by an empty list", async () => {
      await database().delete(samples);
      await insertRows(database(), samples, [{ name: "one", number: 1 }, { name: "two", number: 2 }, { name: "none" }]);
      const selected = async (numbers: readonly number[]) =>
        (await database().select().from(samples).where(anyOf(samples.number, numbers))).map((row) => row.name);
      expect(await selected([2, 3])).toEqual(["two"]);
      expect(await selected([])).toEqual([]);
    });
  },
  { isDialect: true },
);

import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openTestDatabase } from "../../../testing/pglite.ts";

it("each foreign key has an index, so that a deletion does not read whole tables", async () => {
  const { database, close } = await openTestDatabase();
  const { rows } = await database.execute<{ name: string }>(sql`
    select conrelid::regclass || '.' || attname as name from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists
      (select 1 from pg_index where indrelid = conrelid and indkey[0] = conkey[1])
    order by 1`);
  await close();
  expect(rows.map(({ name }) => name)).toEqual([]);
});

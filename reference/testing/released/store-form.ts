// `node reference/testing/released/store-form.ts <DATABASE_URL> <version>`: stores the rows of a database that a released
// program filled, as the form that later programs must open. Run it at a release that has a new migration.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import pg from "pg";

/** Rows of a table that others need no row of: enough to notice a change of their columns. */
const MAX_ROWS = 200;

const [connectionString, version] = process.argv.slice(2);
const client = new pg.Client({ connectionString, options: "-c timezone=UTC" });
await client.connect();
const { rows: tables } = await client.query<{ name: string; isNeeded: boolean }>(`
  select relname as name, exists (select from pg_constraint where confrelid = c.oid) as "isNeeded" from pg_class c
  where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by relname`);
const stored: Record<string, unknown[]> = {};
for (const { name, isNeeded } of tables) {
  const limit = isNeeded ? "" : `limit ${MAX_ROWS}`;
  const { rows } = await client.query(`select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text ${limit}`);
  if (rows.length > 0) stored[name] = rows.map(({ row }) => row);
}
const { rows: migrations } = await client.query("select count(*)::int as count from drizzle.__drizzle_migrations");
await client.end();
const file = join(import.meta.dirname, `${version}.json.gz`);
writeFileSync(file, gzipSync(JSON.stringify({ migrations: migrations[0].count, tables: stored }), { level: 9 }));
console.log(`${file}: ${Object.keys(stored).length} tables`);

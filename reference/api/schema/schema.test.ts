import { globSync, readFileSync } from "node:fs";
import { is } from "drizzle-orm";
import { getTableConfig, PgColumn, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";

const modules = await Promise.all(
  globSync("*.ts", { cwd: import.meta.dirname, exclude: ["*.test.ts"] }).map(
    (file) => import(/* @vite-ignore */ `./${file}`),
  ),
);
const tables = modules
  .flatMap((exported: object) => Object.values(exported))
  .filter((value): value is PgTable => is(value, PgTable));

test.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
  "every foreign key of %s has an index that begins with it, so that a deletion scans no table",
  (_name, table) => {
    const { foreignKeys, indexes, primaryKeys, columns } = getTableConfig(table);
    const first = [
      ...columns.filter((column) => column.primary || column.isUnique).map(({ name }) => name),
      ...primaryKeys.map((key) => key.columns[0]?.name),
      ...indexes.map(({ config }) =>
        is(config.columns[0], PgColumn) ? config.columns[0].name : (config.columns[0] as { name?: string }).name,
      ),
    ];
    for (const key of foreignKeys) expect(first).toContain(key.reference().columns[0]?.name);
  },
);

test("the document of retention has each table once", () => {
  const text = readFileSync(new URL("../../docs/retention.md", import.meta.url), "utf8");
  const documented = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual(tables.map((table) => getTableConfig(table).name).toSorted());
});

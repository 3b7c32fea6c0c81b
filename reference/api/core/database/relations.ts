import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { damagedDatabase } from "../storage-problem.ts";

const PAGE_BYTES = 8_192;

interface Relation {
  name: string;
  file: string;
  /** r table, i index, t its long values, S sequence. */
  kind: string;
  /** File of a table's primary key. */
  key: string | null;
}

/**
 * Checks that each table and index has its file, of whole pages. PGlite serves a table whose file is missing or empty
 * as one without rows. It reports changed pages, by their checksums, only when it reads them.
 * Without the relations that it needs for its opening, it does not open.
 * @throws StorageError
 */
export async function requireRelations(client: PGlite, directory: string): Promise<void> {
  const { rows } = await client.query<Relation>(`
    select format('%I.%I', n.nspname, c.relname) as name, c.relkind as kind,
      folder || c.relfilenode as file, folder || k.relfilenode as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      left join pg_index i on i.indrelid = c.oid and i.indisprimary left join pg_class k on k.oid = i.indexrelid
      cross join (select 'base/' || oid || '/' as folder from pg_database where datname = current_database())
    where c.relkind in ('r', 'i', 't', 'm', 'S') and c.relfilenode > 0 and not c.relisshared`);
  const sizeOf = (file: string) => statSync(join(directory, file), { throwIfNoEntry: false })?.size;
  const refuse = (name: string, fault: string) =>
    damagedDatabase(dirname(directory), `the file of ${name} is ${fault}`);
  for (const { name, file, kind, key } of rows) {
    const bytes = sizeOf(file);
    if (bytes === undefined) throw refuse(name, "missing");
    // An index has a page without rows, too.
    if (bytes % PAGE_BYTES > 0 || (bytes === 0 && "iS".includes(kind))) throw refuse(name, "truncated");
    if (bytes > 0 || key === null || (sizeOf(key) ?? 0) <= PAGE_BYTES) continue;
    // A vacuum empties a table and not its key, whose entries then lead to no page.
    await client
      .exec(
        `begin; set local enable_seqscan = off; set local enable_bitmapscan = off; select count(*) from ${name}; commit`,
      )
      .catch(async () => {
        await client.exec("rollback");
        throw refuse(name, "empty");
      });
  }
}

import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MODULES = fileURLToPath(new URL("../../node_modules/", import.meta.url));
const CACHE = join(MODULES, ".cache/lamina");
const MIGRATIONS = fileURLToPath(new URL("../api/core/database/migrations/", import.meta.url));
/** Packages that make tables or the files of a database. */
const PACKAGES = ["@electric-sql/pglite", "pg-boss"];

/** A folder with a database to copy: made once for each state of the schema and each kind, and shared by test runs. */
export async function madeOnce(kind: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const made = join(CACHE, `${kind}-${stateOfSchema()}`);
  if (existsSync(made)) return made;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, "draft-"));
  await make(join(draft, "data"));
  // Two workers may make it at once; the first one wins.
  await rename(join(draft, "data"), made).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
  await rm(draft, { recursive: true, force: true });
  return made;
}

function stateOfSchema(): string {
  const hash = createHash("sha256");
  for (const name of PACKAGES) hash.update(readFileSync(join(MODULES, name, "package.json")));
  for (const file of globSync("*.sql", { cwd: MIGRATIONS }).sort()) {
    hash.update(file).update(readFileSync(join(MIGRATIONS, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

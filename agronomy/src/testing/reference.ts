import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Folder of the reference data: beside the repository, because the data may not be copied. */
const REFERENCE = new URL("../../../../shared/reference/", import.meta.url);

/** Path of a file of the reference data; throws an error that names the missing file. */
export function referencePath(name: string): string {
  const path = fileURLToPath(new URL(name, REFERENCE));
  if (existsSync(path)) return path;
  throw new Error(`The reference data is missing: expected ${path} (../shared/reference beside the repository).`);
}

/** A file of the reference data, parsed. */
export function readReference<T>(name: string): T {
  return JSON.parse(readFileSync(referencePath(name), "utf8")) as T;
}

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** The text of a file that only its owner can read; the first start creates it. */
export async function readOrMakeSecret(path: string, make: () => string | Promise<string>): Promise<string> {
  const known = await readSecret(path);
  if (known !== undefined) return known;
  const secret = await make();
  await writeSecret(path, secret);
  return secret;
}

/** The text of a secret's file; undefined without one. */
export async function readSecret(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}

/** Writes a file that only its owner can read. */
export async function writeSecret(path: string, secret: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, secret, { mode: 0o600 });
}

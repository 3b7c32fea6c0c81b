import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** The text of a file that only its owner can read; the first start creates it. */
export async function readOrMakeSecret(path: string, make: () => string | Promise<string>): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const secret = await make();
  await writeSecret(path, secret);
  return secret;
}

/** Writes a file that only its owner can read. */
export async function writeSecret(path: string, secret: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, secret, { mode: 0o600 });
}

import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** The content of a file; undefined without one. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}

/** Writes a file that only its owner reads. It has the old content or the new one, also after a crash of the machine. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await throughDraft(path, text, (draft) => rename(draft, path));
}

/** Makes a file, unless there is one. Returns the content that it then has. */
export async function makeOnce(path: string, text: string): Promise<string> {
  await throughDraft(path, text, async (draft) => {
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    await rm(draft);
  });
  return readFile(path, "utf8");
}

async function throughDraft(path: string, text: string, finish: (draft: string) => Promise<void>): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.unfinished`;
  try {
    const file = await open(draft, "w", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await finish(draft);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  if (process.platform === "win32") return;
  const names = await open(folder);
  await names.sync().finally(() => names.close());
}

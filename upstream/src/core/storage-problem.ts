import { accessSync, constants, mkdirSync, readFileSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** The major version of PostgreSQL in PGlite, which its data folders carry. */
export const PGLITE_MAJOR = "18";
/** A first start needs about as much; below it the database stops in the middle. */
const LEAST_FREE_BYTES = 64 * 1_048_576;

/** A data folder that cannot be used; the message is a sentence with its remedy. */
class StorageError extends Error {
  override name = "StorageError";
}

/** What this program asks of the file system, for tests. */
export interface FileSystem {
  makeFolder(path: string): void;
  requireWritable(path: string): void;
  freeBytes(path: string): number;
  read(path: string): string;
}

const realFileSystem: FileSystem = {
  makeFolder: (path) => void mkdirSync(path, { recursive: true, mode: 0o700 }),
  requireWritable: (path) => accessSync(path, constants.W_OK | constants.X_OK),
  freeBytes(path) {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  },
  read: (path) => readFileSync(path, "utf8"),
};

/**
 * Proves that the data folder can be used, before a database meets it in the middle of its work.
 * @throws StorageError
 */
export function requireStorage(dataDir: string, fileSystem: FileSystem = realFileSystem): void {
  try {
    fileSystem.makeFolder(dataDir);
    fileSystem.requireWritable(dataDir);
  } catch (error) {
    throw new StorageError(storageSentence(error, dataDir) ?? `DATA_DIR ${dataDir} cannot be used: ${String(error)}`);
  }
  if (fileSystem.freeBytes(dataDir) < LEAST_FREE_BYTES) throw new StorageError(fullDisk(dataDir));
  const major = majorOf(dataDir, fileSystem);
  if (major !== undefined && major !== PGLITE_MAJOR) {
    throw new StorageError(
      `DATA_DIR ${dataDir} holds a database of PostgreSQL ${major}, and this version reads ${PGLITE_MAJOR}: start the version that made it, back it up (npm run backup), and restore it here.`,
    );
  }
}

/** What an error of the file system or of PGlite means, in a sentence; undefined when it is none of them. */
export function storageSentence(error: unknown, dataDir: string): string | undefined {
  const { code, errno } = error as { code?: string; errno?: number };
  // PGlite throws the numbers of WASI.
  if (code === "ENOSPC" || errno === 51) return fullDisk(dataDir);
  if (code === "EROFS" || errno === 69) {
    return `DATA_DIR ${dataDir} is read-only: mount it writable, or name another DATA_DIR.`;
  }
  if (code === "EACCES" || code === "EPERM" || errno === 2 || errno === 63) {
    const user = process.getuid?.();
    return `DATA_DIR ${dataDir} belongs to another user: give it to user ${user} (chown -R ${user} ${dataDir}), or name another DATA_DIR.`;
  }
  if (code === "ENOTDIR" || code === "EEXIST") return `DATA_DIR ${dataDir} is no folder: name another one.`;
  return undefined;
}

const fullDisk = (dataDir: string) => `The disk of DATA_DIR ${dataDir} is full: free at least 64 MiB and start again.`;

function majorOf(dataDir: string, { read }: FileSystem): string | undefined {
  try {
    return read(join(dataDir, "database", "PG_VERSION")).trim();
  } catch {
    return undefined;
  }
}

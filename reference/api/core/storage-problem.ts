import { accessSync, constants, readFileSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { MIN_FREE_MIB, otherMajor, PGLITE_MAJOR } from "@lamina/shared/messages/supervision";
import { makeFolder } from "./make-folder.ts";

/** Data that this program cannot use at any further start either; the message is a sentence with its remedy. */
export class StorageError extends Error {
  override name = "StorageError";
}

/** The file system functions used here, replaceable in tests. */
export interface FileSystem {
  makeFolder(path: string): void;
  requireWritable(path: string): void;
  freeBytes(path: string): number;
  read(path: string): string;
}

const realFileSystem: FileSystem = {
  makeFolder,
  requireWritable: (path) => accessSync(path, constants.W_OK | constants.X_OK),
  freeBytes(path) {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  },
  read: (path) => readFileSync(path, "utf8"),
};

/**
 * Checks that the data folder is usable before the database opens.
 * @throws StorageError, or another error for a full disk, which may have room at the next start
 */
export function requireStorage(dataDir: string, fileSystem: FileSystem = realFileSystem): void {
  try {
    fileSystem.makeFolder(dataDir);
    fileSystem.requireWritable(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const sentence = storageSentence(error, dataDir);
    if (code === "ENOSPC") throw new Error(sentence);
    throw new StorageError(sentence ?? `DATA_DIR ${dataDir} cannot be made (${code}): name another DATA_DIR.`);
  }
  if (fileSystem.freeBytes(dataDir) < MIN_FREE_MIB * 1_048_576) throw new Error(fullDisk(dataDir));
  const major = majorOf(dataDir, fileSystem);
  if (major !== undefined && !/^\d+$/.test(major))
    throw damagedDatabase(dataDir, "its file PG_VERSION names no version");
  if (major !== undefined && major !== PGLITE_MAJOR) {
    const { what, remedy } = otherMajor(dataDir, major);
    throw new StorageError(`${what}: ${remedy}.`);
  }
}

/** A sentence for an error of the file system or of PGlite; undefined for other errors. */
export function storageSentence(error: unknown, dataDir: string): string | undefined {
  const { code, errno, syscall } = error as { code?: string; errno?: number; syscall?: string };
  // The port needs privileges.
  if (syscall === "listen") return undefined;
  // PGlite throws error numbers of WASI.
  if (code === "ENOSPC" || errno === 51) return fullDisk(dataDir);
  if (code === "EROFS" || errno === 69) {
    return `DATA_DIR ${dataDir} is read-only: mount it writable, or name another DATA_DIR.`;
  }
  if (code === "EACCES" || code === "EPERM" || errno === 2 || errno === 63) {
    const user = process.getuid?.();
    if (syscall === "mkdir")
      return `DATA_DIR ${dataDir} may not be made by user ${user}: make it (mkdir -p ${dataDir} && chown ${user} ${dataDir}), or name another DATA_DIR.`;
    return `DATA_DIR ${dataDir} belongs to another user: give it to user ${user} (chown -R ${user} ${dataDir}), or name another DATA_DIR.`;
  }
  if (code === "ENOTDIR" || code === "EEXIST") return `DATA_DIR ${dataDir} is no folder: name another one.`;
  return undefined;
}

/** A database that cannot be opened, or lacks files. */
export function damagedDatabase(dataDir: string, reason: string): StorageError {
  return new StorageError(
    `The database in DATA_DIR ${dataDir} is damaged or incomplete (${reason}): restore a backup into an empty DATA_DIR (npm run restore), or name another DATA_DIR.`,
  );
}

const fullDisk = (dataDir: string) =>
  `The disk of DATA_DIR ${dataDir} is full: free at least ${MIN_FREE_MIB} MiB and start again.`;

function majorOf(dataDir: string, { read }: FileSystem): string | undefined {
  try {
    return read(join(dataDir, "database", "PG_VERSION")).trim();
  } catch {
    return undefined;
  }
}

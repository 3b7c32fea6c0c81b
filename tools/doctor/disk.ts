import { access, constants, readFile, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MIN_FREE_MIB, otherMajor, PGLITE_MAJOR } from "@lamina/shared/messages/supervision";
import { broken, type Finding, ok, warning } from "./finding.ts";

const MIB = 1_048_576;
const LITTLE_MIB = 1_024;

export interface Disk {
  writable: boolean;
  freeBytes: number;
  /** Major version of the database in the folder; undefined without one. */
  major: string | undefined;
}

/** Reads the state of a folder's disk, or of the folder above it in which the first start makes it. */
export async function readDisk(folder: string): Promise<Disk> {
  try {
    const { bavail, bsize } = await statfs(folder);
    const writable = await access(`${folder}/.`, constants.W_OK).then(
      () => true,
      () => false,
    );
    const major = await readFile(join(folder, "database", "PG_VERSION"), "utf8").then(
      (text) => text.trim(),
      () => undefined,
    );
    return { writable, freeBytes: bavail * bsize, major };
  } catch (error) {
    if (folder === dirname(folder)) throw error;
    return { ...(await readDisk(dirname(folder))), major: undefined };
  }
}

/** Whether the reference API can store its data in the folder. */
export function examineDisk(folder: string, disk: Disk): Finding {
  if (!disk.writable) {
    return broken(
      "disk",
      `${folder} cannot be written.`,
      "Mount it writable and give it to the user of the API, or name another DATA_DIR.",
    );
  }
  if (disk.major !== undefined && !/^\d+$/.test(disk.major)) {
    return broken(
      "disk",
      `The database in ${folder} is damaged.`,
      "Restore a backup into an empty DATA_DIR (npm run restore), or name another DATA_DIR.",
    );
  }
  if (disk.major !== undefined && disk.major !== PGLITE_MAJOR) {
    const { what, remedy } = otherMajor(folder, disk.major);
    return broken("disk", `${what}.`, `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`);
  }
  const free = Math.floor(disk.freeBytes / MIB);
  if (free < MIN_FREE_MIB)
    return broken(
      "disk",
      `The disk of ${folder} has ${free} MiB left.`,
      "Free some space first, or name another DATA_DIR.",
    );
  if (free < LITTLE_MIB) return warning("disk", `The disk of ${folder} has ${free} MiB left.`, "Free some space soon.");
  return ok("disk", `The disk of ${folder} has ${Math.floor(free / 1024)} GiB left.`);
}

import { access, constants, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { broken, type Finding, ok, warning } from "./finding.ts";

const MIB = 1_048_576;
/** PGlite and PostgreSQL stop writing when the disk is full. */
const FULL_MIB = 64;
const LITTLE_MIB = 1_024;

export interface Disk {
  writable: boolean;
  freeBytes: number;
}

/** Reads the state of a folder's disk, or of the folder above it in which the first start makes it. */
export async function readDisk(folder: string): Promise<Disk> {
  try {
    const { bavail, bsize } = await statfs(folder);
    const writable = await access(`${folder}/.`, constants.W_OK).then(
      () => true,
      () => false,
    );
    return { writable, freeBytes: bavail * bsize };
  } catch (error) {
    if (folder === dirname(folder)) throw error;
    return readDisk(dirname(folder));
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
  const free = Math.floor(disk.freeBytes / MIB);
  if (free < FULL_MIB) return broken("disk", `The disk of ${folder} has ${free} MiB left.`, "Free some space first.");
  if (free < LITTLE_MIB) return warning("disk", `The disk of ${folder} has ${free} MiB left.`, "Free some space soon.");
  return ok("disk", `The disk of ${folder} has ${Math.floor(free / 1024)} GiB left.`);
}

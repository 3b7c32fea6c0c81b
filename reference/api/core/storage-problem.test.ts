import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGLITE_MAJOR } from "@lamina/shared/messages/supervision";
import { expect, it } from "vitest";
import { copyBareDatabase } from "../../testing/pglite.ts";
import { type FileSystem, requireStorage, storageSentence } from "./storage-problem.ts";

const fine: FileSystem = {
  makeFolder: () => {},
  requireWritable: () => {},
  freeBytes: () => 1e12,
  read: () => {
    throw new Error("ENOENT");
  },
};
const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};
const sentence = (change: Partial<FileSystem>) => {
  try {
    requireStorage("/data", { ...fine, ...change });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

it("accepts a usable folder", () => {
  expect(sentence({})).toBeUndefined();
  expect(sentence({ read: () => `${PGLITE_MAJOR}\n` })).toBeUndefined();
});

it.each([
  ["a full disk", { freeBytes: () => 1_000 }, /disk of DATA_DIR \/data is full: free at least 64 MiB/],
  ["a disk that fills up", { makeFolder: failing("ENOSPC") }, /is full/],
  ["a read-only volume", { requireWritable: failing("EROFS") }, /DATA_DIR \/data is read-only: mount it writable/],
  [
    "a volume of another user",
    { requireWritable: failing("EACCES") },
    /belongs to another user: .*chown -R \d+ \/data/,
  ],
  [
    "a folder above of another user",
    {
      makeFolder() {
        throw Object.assign(new Error("EACCES"), { code: "EACCES", syscall: "mkdir" });
      },
    },
    /DATA_DIR \/data may not be made by user \d+: make it \(mkdir -p \/data && chown \d+ \/data\)/,
  ],
  [
    "a place that takes no folders",
    { makeFolder: failing("ENOENT") },
    /DATA_DIR \/data cannot be made \(ENOENT\): name another/,
  ],
  ["a file in its place", { makeFolder: failing("ENOTDIR") }, /is no folder/],
  [
    "a database of another major version",
    { read: () => "15\n" },
    /of PostgreSQL 15, and this version reads 18: .*npm run backup/,
  ],
])("explains the remedy for %s", (_name, change, expected) => {
  expect(sentence(change)).toMatch(expected);
});

it("understands PGlite's numeric errors", () => {
  expect(storageSentence({ name: "ErrnoError", errno: 51 }, "/data")).toMatch(/is full/);
  expect(storageSentence(new Error("relation does not exist"), "/data")).toBeUndefined();
  expect(storageSentence({ code: "EACCES", syscall: "listen", port: 444 }, "/data")).toBeUndefined();
});

it.skipIf(process.platform !== "linux")("refuses a folder that the system never makes", () => {
  expect(() => requireStorage("/proc/lamina/data")).toThrow(/DATA_DIR \/proc\/lamina\/data cannot be made/);
});

it("makes the folders above, and takes one that exists", () => {
  const folder = mkdtempSync(join(tmpdir(), "storage-"));
  for (let start = 0; start < 2; start++) requireStorage(join(folder, "a", "b"));
  expect(statSync(join(folder, "a", "b")).isDirectory()).toBe(true);
  rmSync(folder, { recursive: true });
});

it("checks the real file system, and matches the version that PGlite writes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "storage-"));
  writeFileSync(join(folder, "file"), "");
  expect(() => requireStorage(join(folder, "file"))).toThrow(/is no folder/);
  await copyBareDatabase(join(folder, "database"));
  expect(readFileSync(join(folder, "database", "PG_VERSION"), "utf8").trim()).toBe(PGLITE_MAJOR);
  expect(() => requireStorage(folder)).not.toThrow();
  await rm(folder, { recursive: true });
});

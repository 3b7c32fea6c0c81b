import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { passwordSecret, readOrMakeSecret } from "./secret-file.ts";
import { StorageError } from "./storage-problem.ts";

const folder = mkdtempSync(join(tmpdir(), "secret-"));
afterAll(() => rmSync(folder, { recursive: true }));
const secret = passwordSecret("pass", "programs need the new one");
const path = join(folder, "pass");
const log = { warn: vi.fn() };
const open = (hasData = false) => readOrMakeSecret(path, secret, { hasData, log });

it("makes a secret once, whole and for its owner only", async () => {
  const made = await open();
  expect(made).toMatch(/^[\w-]{32}$/);
  expect(await open()).toBe(made);
  expect(readdirSync(folder)).toEqual(["pass"]);
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(log.warn).not.toHaveBeenCalled();
});

it("accepts a longer one of an operator, with a line break", async () => {
  writeFileSync(path, `${"x".repeat(40)}\n`);
  expect(await open()).toBe("x".repeat(40));
});

it.each([
  ["empty", ""],
  ["empty", " \n\t"],
  ["damaged", "x".repeat(31)],
  ["damaged", "\0".repeat(32)],
  ["damaged", `${"x".repeat(16)} ${"x".repeat(16)}`],
])("refuses a file that is %s (%j), and leaves it", async (fault, text) => {
  writeFileSync(path, text);
  const refused = await open(true).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StorageError);
  expect((refused as Error).message).toBe(
    `${path} is ${fault}: copy it from a backup (keys/), or delete it, and a new one is made, so that programs need the new one.`,
  );
  expect(readFileSync(path, "utf8")).toBe(text);
});

it("says that a secret of an installation with data was missing", async () => {
  rmSync(path);
  await open(true);
  expect(existsSync(path)).toBe(true);
  expect(log.warn.mock.calls).toEqual([[`${path} was missing and is made anew, so that programs need the new one`]]);
});

it.skipIf(process.platform === "win32")("says that others may read a secret", async () => {
  chmodSync(path, 0o644);
  await open();
  expect(log.warn).toHaveBeenLastCalledWith(`other users may read or write ${path}: chmod 600 ${path}`);
});
